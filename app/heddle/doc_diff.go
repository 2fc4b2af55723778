package main

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/domain/changeset"
)

type docDiffCmd struct {
	Before string `arg:"" help:"The earlier workflow document, or - for stdin."`
	After  string `arg:"" help:"The later workflow document, or - for stdin."`
	JSON   bool   `help:"Print JSON, with a summary and the nodes that were only moved." name:"json"`
}

// Run prints the change set that leads from one document to another, or what no
// change set can say.
func (c *docDiffCmd) Run(env *environment) error {
	if err := onlyOneStdin(c.Before, c.After); err != nil {
		return err
	}
	before, after, err := readDocuments(env, c.Before, c.After)
	if err != nil {
		return err
	}
	difference, err := changeset.Diff(before, after)
	if err != nil {
		return refuseChangeSet(env, c.After, c.JSON, err)
	}
	if c.JSON {
		return printDifference(env, difference)
	}
	if err := printChangeSet(env, difference.ChangeSet, false); err != nil {
		return err
	}
	_, err = fmt.Fprintln(env.stderr, difference.ChangeSet.Summary)
	if err == nil && len(difference.Cosmetic) > 0 {
		_, err = fmt.Fprintln(env.stderr, "Only moved: "+strings.Join(difference.Cosmetic, ", "))
	}
	return err
}

func printDifference(env *environment, difference changeset.Difference) error {
	rest, err := json.Marshal(struct {
		Summary  string   `json:"summary"`
		Cosmetic []string `json:"cosmetic"`
	}{difference.ChangeSet.Summary, difference.Cosmetic})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.stdout, `{"changeSet":%s,%s`+"\n", difference.ChangeSet.Text(), rest[1:])
	return err
}
