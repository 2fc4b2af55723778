package cataloguing

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/sessiontemplate"
	"heddle.dev/heddle/ports"
)

// Template is a session template with where it is kept.
type Template struct {
	sessiontemplate.Template

	ID     string // of a built-in one its name
	TeamID string // whose it is; empty for all
}

// ChooseTemplate finds the template that a new session of a team is to be made of, by its id or by its name, and refuses
// one that has not the capability; an empty capability is had by all. The fault (invalid) lists those that there are.
func ChooseTemplate(
	ctx context.Context, tx ports.Tx, teamID, idOrName string, capability sessiontemplate.Capability,
) (Template, error) {
	has := func(t Template) bool { return capability == "" || t.Has(capability) }
	known, err := templatesOf(ctx, tx, teamID)
	if err != nil {
		return Template{}, err
	}
	at := slices.IndexFunc(known, func(t Template) bool { return t.ID == idOrName })
	if at < 0 {
		at = slices.IndexFunc(known, func(t Template) bool { return t.Name == idOrName })
	}
	if at >= 0 && has(known[at]) {
		return known[at], nil
	}
	var fitting []string
	for _, template := range known {
		if has(template) {
			fitting = append(fitting, template.Name)
		}
	}
	if at < 0 {
		return Template{}, fault.New(fault.KindInvalid, "unknown-template", "there is no session template %q here; %s",
			idOrName, spelling.Listing("session templates for this", fitting))
	}
	return Template{}, fault.New(fault.KindInvalid, "unfit-template", "the session template %q has not the capability %s; %s",
		known[at].Name, capability, spelling.Listing("templates with it", fitting))
}

// mostTemplates bounds how many templates of a team, and how many for all, a choice is looked for among.
const mostTemplates = 500

// templatesOf lists what a team may use: its own, then those for all, then those that are built in. What can't be read
// any more is left out.
func templatesOf(ctx context.Context, tx ports.Tx, teamID string) (templates []Template, err error) {
	for _, scope := range slices.Compact([]string{teamID, ""}) {
		found, err := tx.ListObjectsOf(ctx, catalog.SessionTemplate, scope, "", mostTemplates)
		if err != nil {
			return nil, err
		}
		for _, object := range found {
			if read, _ := sessiontemplate.Parse([]byte(object.Content)); read != nil {
				templates = append(templates, Template{Template: *read, ID: object.ID, TeamID: object.TeamID})
			}
		}
	}
	for _, builtIn := range sessiontemplate.BuiltIns() {
		templates = append(templates, Template{Template: builtIn, ID: builtIn.Name})
	}
	return templates, nil
}

// TemplateByID reads the template that a session was made of, as it is now. The fault of one that is gone says what to
// do.
func TemplateByID(ctx context.Context, tx ports.Tx, id string) (Template, error) {
	if builtIn, found := sessiontemplate.BuiltIn(id); found {
		return Template{Template: builtIn, ID: id}, nil
	}
	object, err := tx.ObjectByID(ctx, catalog.SessionTemplate, id)
	if err != nil && fault.KindOf(err) == fault.KindNotFound {
		return Template{}, fault.New(fault.KindInvalid, "template-gone", "the session template that this was made of is gone; make another of a template that is there")
	}
	if err != nil {
		return Template{}, err
	}
	read, problems := sessiontemplate.Parse([]byte(object.Content))
	if read == nil {
		return Template{}, fault.New(fault.KindInvalid, "template-unreadable", "the session template %q can't be read: correct it", object.Name).WithProblems(problems)
	}
	return Template{Template: *read, ID: object.ID, TeamID: object.TeamID}, nil
}

// requireNoSessions refuses while sessions are made of a template: they could not start again.
func requireNoSessions(ctx context.Context, tx ports.Tx, o catalog.Object) error {
	if o.Kind != catalog.SessionTemplate {
		return nil
	}
	uses, err := tx.ListSessionsOfTemplate(ctx, o.ID)
	if err != nil || len(uses) == 0 {
		return err
	}
	users := make([]string, len(uses))
	for i, use := range uses {
		users[i] = fmt.Sprintf("the composition %q", use.Composition)
		if use.Composition == "" {
			users[i] = fmt.Sprintf("the session %q", use.Name)
		}
	}
	listed := strings.Join(users, ", ")
	return fault.New(fault.KindConflict, "in-use", "the session template %q can't be deleted: it is used by %s", o.Name, listed).With("users", listed)
}
