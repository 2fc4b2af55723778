package main

import (
	"os"

	"heddle.dev/heddle/adapters/remote"
)

type packExportCmd struct {
	serverFlags
	Team       string   `help:"Slug of the team whose own are exported; what is global if left out." placeholder:"SLUG"`
	Workflow   []string `help:"A workflow, with the action types and tools that it needs; may be repeated." placeholder:"SLUG" sep:"none"`
	ActionType []string `help:"An action type, with the tools that it needs; may be repeated." name:"action-type" placeholder:"NAME" sep:"none"`
	Tool       []string `help:"A tool; may be repeated." placeholder:"NAME" sep:"none"`
	Template   []string `help:"A session template; may be repeated." name:"session-template" placeholder:"NAME" sep:"none"`
	Bases      bool     `help:"Note the revision of each item, so that importing the pack after others changed it is a conflict."`
	Output     string   `help:"Write to this file instead of stdout." placeholder:"FILE" short:"o"`
}

// Run writes the pack.
func (c *packExportCmd) Run(env *environment) error {
	client, err := c.client()
	if err != nil {
		return err
	}
	text, err := client.ExportPack(env.ctx, remote.Export{
		Team: c.Team, Workflows: c.Workflow, ActionTypes: c.ActionType, Tools: c.Tool, Templates: c.Template, Bases: c.Bases,
	})
	if err != nil {
		return err
	}
	if c.Output == "" {
		_, err = env.stdout.Write(text)
		return err
	}
	if err := os.WriteFile(c.Output, text, 0o600); err != nil {
		return usageError("%v", err)
	}
	return nil
}
