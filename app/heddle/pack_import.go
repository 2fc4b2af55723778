package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/adapters/remote"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/domain/validation"
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
	Error refusal `json:"error"`
}

type refusal struct {
	Code      string          `json:"code"`
	Message   string          `json:"message"`
	Problems  []fault.Problem `json:"problems,omitzero"`
	Conflicts jsontext.Value  `json:"conflicts,omitzero"`
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
	plan, err := client.ImportPack(env.ctx, text, remote.Import{Team: c.Team, DryRun: c.DryRun, Force: c.Force})
	if refused := new(remote.RefusedError); errors.As(err, &refused) {
		return c.refuse(env, refused)
	}
	if err != nil {
		return err
	}
	if c.JSON {
		_, err = fmt.Fprintf(env.stdout, "%s\n", plan.Text)
	} else {
		err = c.tell(env, plan.Items)
	}
	if err == nil && !possible(plan.Items) {
		err = refused("") // the plan has said it
	}
	return err
}

func (c *packImportCmd) refuse(env *environment, r *remote.RefusedError) error {
	if c.JSON {
		if err := writeJSON(env, refusedImport{refusal{r.Code, r.Message, r.Problems, r.Conflicts}}); err != nil {
			return err
		}
		return refused("")
	}
	for _, problem := range r.Problems {
		if problem.Item == "" {
			problem.Item = c.File
		}
		if _, err := fmt.Fprintf(env.stdout, "%s: %s %s: %s\n", problem.Item, problem.Severity, problem.Code, problem.Message); err != nil {
			return err
		}
	}
	return refused("%s", r.Message)
}

// possible tells whether a plan can be carried out, which that of a dry run need not.
func possible(items []remote.PlannedItem) bool {
	for _, item := range items {
		if item.Change == pack.Conflicts || validation.HasErrors(item.Problems) {
			return false
		}
	}
	return true
}

// tell prints a line for each item, and what is wrong with it below.
func (c *packImportCmd) tell(env *environment, items []remote.PlannedItem) error {
	counts := map[pack.Change]int{}
	for _, item := range items {
		counts[item.Change]++
		if _, err := fmt.Fprintf(env.stdout, "%-10s %s/%s%s\n", item.Change, item.Type, item.Name, details(item)); err != nil {
			return err
		}
		for _, problem := range item.Problems {
			if _, err := fmt.Fprintf(env.stdout, "%-10s %s %s: %s\n", "", problem.Severity, problem.Code, problem.Message); err != nil {
				return err
			}
		}
	}
	summary := fmt.Sprintf("%d created, %d updated, %d unchanged", counts[pack.Create], counts[pack.Update], counts[pack.Unchanged])
	switch {
	case !possible(items):
		summary = "this import would be refused; nothing was written"
	case c.DryRun:
		summary = "it would be " + summary + "; nothing was written"
	}
	_, err := fmt.Fprintln(env.stdout, summary)
	return err
}

// details says more about one item of a plan.
func details(item remote.PlannedItem) string {
	var parts []string
	if item.Version > 0 {
		parts = append(parts, fmt.Sprintf("version %d", item.Version))
	}
	if item.Settings != nil && item.Change == pack.Update {
		parts = append(parts, "sets "+strings.Join(item.Settings, ", "))
	}
	if item.Conflict != nil {
		parts = append(parts, reasons[item.Conflict.Reason])
	}
	if item.KeptBy != nil {
		parts = append(parts, "keep the version they have: "+strings.Join(item.KeptBy, ", "))
	}
	if parts == nil {
		return ""
	}
	return ": " + strings.Join(parts, "; ")
}

// reasons are those of conflicts, for people.
var reasons = map[pack.Reason]string{
	pack.ChangedOutside: "others changed it since",
	pack.DeletedOutside: "others deleted it since",
	pack.ExistsAlready:  "there is one already",
	pack.NameTaken:      "another has that name",
}
