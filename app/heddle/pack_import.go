package main

import (
	"bytes"
	"fmt"
	"strings"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/openapi/api"
)

type packImportCmd struct {
	serverFlags
	File   string `arg:"" help:"The pack, or - for stdin."`
	Team   string `help:"Slug of the team that gets what is new; all teams if left out." placeholder:"SLUG"`
	DryRun bool   `help:"Only say what would be done." name:"dry-run"`
	Force  bool   `help:"Overwrite what changed since the pack noted its revision."`
	JSON   bool   `help:"Print JSON." name:"json"`
}

// refusedImport is the JSON form of an import that was refused.
type refusedImport struct {
	Error struct {
		Code      string                   `json:"code"`
		Message   string                   `json:"message"`
		Problems  *[]api.ValidationProblem `json:"problems,omitzero"`
		Conflicts *[]api.Conflict          `json:"conflicts,omitzero"`
	} `json:"error"`
}

// Run imports the pack and prints what was done.
func (c *packImportCmd) Run(env *environment) error {
	text, err := readInput(env, c.File)
	if err != nil {
		return err
	}
	if err := document.CheckText(text); err != nil {
		return unreadable(c.File, err)
	}
	client, err := c.client()
	if err != nil {
		return err
	}
	response, err := client.ImportPackWithBodyWithResponse(env.ctx, &api.ImportPackParams{
		Team: orNone(c.Team), DryRun: &c.DryRun, Force: &c.Force,
	}, "application/json", bytes.NewReader(text))
	if err != nil {
		return c.unreached(err)
	}
	problem, err := c.problemIn(response.HTTPResponse, response.Body)
	switch {
	case err != nil:
		return err
	case problem != nil:
		return c.refuse(env, problem)
	case response.JSON200 == nil:
		return refused("what answers at %s is no Heddle server", c.Server)
	}
	return c.tell(env, response.JSON200.Items)
}

func (c *packImportCmd) refuse(env *environment, problem *api.Problem) error {
	if c.JSON {
		var out refusedImport
		out.Error.Code, out.Error.Message, out.Error.Problems, out.Error.Conflicts = problem.Code, said(problem), problem.Problems, problem.Conflicts
		if err := writeJSON(env, out); err != nil {
			return err
		}
		return refused("")
	}
	if problem.Problems != nil {
		if err := tellProblems(env, "", *problem.Problems); err != nil {
			return err
		}
	}
	return refused("%s", said(problem))
}

// tell prints the plan. One that could not be carried out, as a dry run can tell, is a refusal.
func (c *packImportCmd) tell(env *environment, items []api.PlannedItem) error {
	if c.JSON {
		if err := writeJSON(env, api.ImportPlan{Items: items}); err != nil {
			return err
		}
	}
	counts := map[string]int{}
	possible := true
	for _, item := range items {
		counts[item.Change]++
		possible = possible && item.Change != "conflict" && !hasErrors(item.Problems)
		if c.JSON {
			continue
		}
		if _, err := fmt.Fprintf(env.stdout, "%-10s %s/%s%s\n", item.Change, item.Type, item.Name, details(item)); err != nil {
			return err
		}
		if err := tellProblems(env, "           ", item.Problems); err != nil {
			return err
		}
	}
	if !c.JSON {
		if _, err := fmt.Fprintln(env.stdout, c.summary(counts, possible)); err != nil {
			return err
		}
	}
	if !possible {
		return refused("")
	}
	return nil
}

// details says more about one line of the plan.
func details(item api.PlannedItem) string {
	var parts []string
	if item.Version != nil {
		parts = append(parts, fmt.Sprintf("version %d", *item.Version))
	}
	if item.Settings != nil && item.Change == "update" {
		parts = append(parts, "sets "+strings.Join(*item.Settings, ", "))
	}
	if item.Conflict != nil {
		parts = append(parts, reasons[item.Conflict.Reason])
	}
	if item.KeptBy != nil {
		parts = append(parts, "keep the version they have: "+strings.Join(*item.KeptBy, ", "))
	}
	if parts == nil {
		return ""
	}
	return ": " + strings.Join(parts, "; ")
}

// reasons are those of conflicts, for people.
var reasons = map[string]string{
	"changed":    "others changed it since",
	"deleted":    "others deleted it since",
	"exists":     "there is one already",
	"name-taken": "another has that name",
}

func (c *packImportCmd) summary(counts map[string]int, possible bool) string {
	text := fmt.Sprintf("%d created, %d updated, %d unchanged", counts["create"], counts["update"], counts["unchanged"])
	switch {
	case !possible:
		return "this import would be refused; nothing was written"
	case c.DryRun:
		return "it would be " + text + "; nothing was written"
	}
	return text
}

func hasErrors(problems []api.ValidationProblem) bool {
	for _, problem := range problems {
		if problem.Severity == fault.SeverityError {
			return true
		}
	}
	return false
}

func tellProblems(env *environment, indent string, problems []api.ValidationProblem) error {
	for _, problem := range problems {
		item := ""
		if indent == "" && problem.Item != nil {
			item = *problem.Item + ": "
		}
		if _, err := fmt.Fprintf(env.stdout, "%s%s%s %s: %s\n", indent, item, problem.Severity, problem.Code, problem.Message); err != nil {
			return err
		}
	}
	return nil
}
