package main

import "heddle.dev/heddle/domain/changeset"

type docInvertCmd struct {
	Before    string `arg:"" help:"The workflow document that the change set applies to, or - for stdin."`
	ChangeSet string `arg:"" help:"The change set, or - for stdin." name:"changeset"`
	JSON      bool   `help:"Print JSON." name:"json"`
}

// Run prints the change set that takes another one back.
func (c *docInvertCmd) Run(env *environment) error {
	if err := onlyOneStdin(c.Before, c.ChangeSet); err != nil {
		return err
	}
	before, err := readDocument(env, c.Before)
	if err != nil {
		return err
	}
	set, err := readChangeSet(env, c.ChangeSet, before)
	if err != nil {
		return refuseChangeSet(env, c.ChangeSet, c.JSON, err)
	}
	inverse, err := changeset.Invert(set, before)
	if err != nil {
		return refuseChangeSet(env, c.ChangeSet, c.JSON, err)
	}
	return printChangeSet(env, inverse, c.JSON)
}
