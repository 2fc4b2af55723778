package main

import (
	"fmt"

	"heddle.dev/heddle/adapters/cel"
	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/validation"
)

type docRebaseCmd struct {
	Base      string `arg:"" help:"The workflow document that the change set applies to, or - for stdin."`
	Current   string `arg:"" help:"What became of that document meanwhile, or - for stdin."`
	ChangeSet string `arg:"" help:"The change set, or - for stdin." name:"changeset"`
	JSON      bool   `help:"Print JSON." name:"json"`
}

// conflictsOutput is the JSON form of a rebase that did not work out.
type conflictsOutput struct {
	Conflicts []changeset.Conflict `json:"conflicts"`
}

// Run prints the change set for the current document, or what it conflicts with.
func (c *docRebaseCmd) Run(env *environment) error {
	if err := onlyOneStdin(c.Base, c.Current, c.ChangeSet); err != nil {
		return err
	}
	base, current, err := readDocuments(env, c.Base, c.Current)
	if err != nil {
		return err
	}
	set, err := readChangeSet(env, c.ChangeSet, base)
	if err != nil {
		return refuseChangeSet(env, c.ChangeSet, c.JSON, err)
	}
	compiler, err := cel.New()
	if err != nil {
		return err
	}
	validator := validation.Validator{Expressions: compiler}
	rebased, conflicts, err := changeset.Rebase(set, base, current, func(d *document.Document) []fault.Problem {
		return validator.Document(d, nil)
	})
	switch {
	case err != nil:
		return refuseChangeSet(env, c.ChangeSet, c.JSON, err)
	case len(conflicts) > 0:
		return c.report(env, conflicts)
	}
	return printChangeSet(env, rebased, c.JSON)
}

// report prints the conflicts.
func (c *docRebaseCmd) report(env *environment, conflicts []changeset.Conflict) error {
	if c.JSON {
		if err := writeJSON(env, conflictsOutput{Conflicts: conflicts}); err != nil {
			return err
		}
		return refused("")
	}
	for _, conflict := range conflicts {
		if _, err := fmt.Fprintf(env.stderr, "%s: op %d: %s\n", c.ChangeSet, conflict.OpIndex, conflict.Reason); err != nil {
			return err
		}
	}
	return refused("%s: the change set conflicts with what changed meanwhile", c.ChangeSet)
}
