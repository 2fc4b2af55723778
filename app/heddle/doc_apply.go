package main

import (
	"bytes"
	"fmt"

	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/revision"
)

type docApplyCmd struct {
	File      string `arg:"" help:"The workflow document, or - for stdin."`
	ChangeSet string `arg:"" help:"The change set, or - for stdin. Its baseRevision is checked; @current stands for the document's." name:"changeset"`
	JSON      bool   `help:"Print JSON." name:"json"`
}

// Run prints the document with the change set applied, or why it was refused.
func (c *docApplyCmd) Run(env *environment) error {
	if err := onlyOneStdin(c.File, c.ChangeSet); err != nil {
		return err
	}
	d, err := readDocument(env, c.File)
	if err != nil {
		return err
	}
	text, err := readInput(env, c.ChangeSet)
	if err != nil {
		return err
	}
	after, err := applyText(d, text)
	switch {
	case err != nil:
		return refuseChangeSet(env, c.ChangeSet, c.JSON, err)
	case c.JSON:
		return printApplied(env, after)
	}
	_, err = fmt.Fprintf(env.stdout, "%s\n", bytes.TrimRight(after.Text(), "\n"))
	return err
}

// applyText applies a change set whose base must be the document's revision, or
// "@current", which only the command line takes for whatever is there.
func applyText(d *document.Document, text []byte) (*document.Document, error) {
	set, err := changeset.Parse(text)
	if err != nil {
		return nil, err
	}
	if set.BaseRevision == changeset.CurrentRevision {
		return changeset.Apply(d, set)
	}
	return changeset.ApplyChecked(d, set)
}

// printApplied writes the document as it is: going through a JSON encoder would
// normalise its strings.
func printApplied(env *environment, after *document.Document) error {
	_, err := fmt.Fprintf(env.stdout, `{"document":%s,"contentRevision":"%s"}`+"\n",
		bytes.TrimSpace(after.Text()), revision.OfDocument(after))
	return err
}
