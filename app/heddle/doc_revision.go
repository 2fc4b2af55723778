package main

import (
	"fmt"

	"heddle.dev/heddle/domain/revision"
)

type docRevisionCmd struct {
	File string `arg:"" help:"The workflow document, or - for stdin."`
	JSON bool   `help:"Print JSON." name:"json"`
}

// revisionOutput is the JSON form of "heddle doc revision".
type revisionOutput struct {
	ContentRevision revision.Revision `json:"contentRevision"`
}

// Run prints the content revision of a document.
func (c *docRevisionCmd) Run(env *environment) error {
	d, err := readDocument(env, c.File)
	if err != nil {
		return err
	}
	out := revisionOutput{ContentRevision: revision.OfDocument(d)}
	if c.JSON {
		return writeJSON(env, out)
	}
	_, err = fmt.Fprintln(env.stdout, out.ContentRevision)
	return err
}
