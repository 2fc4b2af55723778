// Package catalog holds what is published beside workflows: action types and
// tools, each a named JSON object with a content revision.
package catalog

import (
	"time"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
)

// Kind tells what an object is.
type Kind string

// The kinds. Action types and tools are also item types of a composition, beside the workflow.
const (
	ActionType Kind = "action-type"
	Tool       Kind = "tool"
	Provider   Kind = "provider" // of language models

	SessionTemplate Kind = "session-template"
)

// Object is one published object. Its name is unique among the objects of its kind and team.
type Object struct {
	ID              string
	Kind            Kind
	TeamID          string // empty: global
	Name            string
	Content         string // JSON text, as it was given
	ContentRevision revision.Revision
	CreatedBy       string
	CreatedAt       time.Time
	UpdatedAt       time.Time
	UpdatedBy       string // who published the content; empty where that was not noted
}

// Use is a workflow whose current version uses an object.
type Use struct {
	WorkflowID string
	Workflow   string // its name
}

// SessionUse is an agent session that is made of a session template.
type SessionUse struct {
	SessionID   string
	Name        string // of a session without a composition
	Composition string // the name of the composition that it belongs to; empty for none
}

// Replace puts new content in the place of what base names; anything else there is a stale fault.
func (o *Object) Replace(name, content string, rev, base revision.Revision, by string, at time.Time) error {
	if o.ContentRevision != base {
		return fault.New(fault.KindStale, "stale",
			"%s %q was changed meanwhile: its revision is %s now, not %s", o.Kind, o.Name, o.ContentRevision, base).
			With("currentRevision", string(o.ContentRevision))
	}
	o.Name, o.Content, o.ContentRevision, o.UpdatedBy, o.UpdatedAt = name, content, rev, by, at
	return nil
}

// WorkflowsOf gives the names of the workflows.
func WorkflowsOf(uses []Use) []string {
	names := make([]string, len(uses))
	for i, use := range uses {
		names[i] = use.Workflow
	}
	return names
}
