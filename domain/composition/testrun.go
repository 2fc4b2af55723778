package composition

import (
	"time"

	"heddle.dev/heddle/domain/revision"
)

// TestRun is one run of a draft or of something published, to see whether it works. It is stored when it begins, and
// again when it ends.
type TestRun struct {
	ID              string
	CompositionID   string
	TurnID          string // empty for a run by a person
	Type            ItemType
	Name            string
	ContentRevision revision.Revision // of what was run
	StartedBy       string            // the actor
	StartedAt       time.Time
	EndedAt         *time.Time // nil while it runs, and for ever where the server went away meanwhile
	OK              bool
	Summary         string // how it came out, in one line
	Result          string // JSON text; empty while it runs
}

// Label names what was run for people and lists: type and name.
func (t TestRun) Label() string { return string(t.Type) + "/" + t.Name }

// End notes how the run came out.
func (t *TestRun) End(ok bool, summary, result string, at time.Time) {
	t.EndedAt, t.OK, t.Summary, t.Result = &at, ok, summary, result
}

// Outcome is the run as a receipt tells of it.
func (t TestRun) Outcome() TestOutcome {
	if t.EndedAt == nil {
		return TestOutcome{Name: t.Label(), Summary: "did not come to its end"}
	}
	return TestOutcome{Name: t.Label(), OK: t.OK, Summary: t.Summary}
}

// TestOutcome is how one test run of a turn came out.
type TestOutcome struct {
	Name    string `json:"name"` // type and name of what was run
	OK      bool   `json:"ok"`
	Summary string `json:"summary"`
}
