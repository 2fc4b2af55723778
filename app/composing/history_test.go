package composing_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

func TestBlameNamesPersonTurnAndMessage(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		turn := b.proposal(c, "added")
		b.apply(c)
		b.Save(c, b.Workflow(c), strings.Replace(b.Workflow(c).Content, `\"Well?\"`, `\"Mine?\"`, 1))
		blame, err := b.Composing.BlameItem(b.Context(), b.Owner, c.ID, b.Workflow(c).ID, "")
		if err != nil {
			b.Fatal(err)
		}
		for path, want := range map[string]struct {
			author  composition.Author
			message string
		}{
			"/nodes/added":            {composition.ByAI, "add added"},
			"/nodes/added/type":       {composition.ByAI, "add added"},
			"/nodes/ask/config/title": {composition.ByUser, ""},
			"/edges/ask-e/source":     {composition.ByUser, ""},
			"/name":                   {composition.ByUser, ""},
		} {
			found := false
			for _, line := range blame.Lines {
				if line.Path != path {
					continue
				}
				found = true
				r := blame.Revisions[line.Since]
				if r.Author != want.author || r.Message != want.message || (want.message != "") != (r.TurnID == turn.ID) {
					b.Errorf("%s is by %s in turn %q, %q; want %+v", path, r.Author, r.TurnID, r.Message, want)
				}
			}
			if !found {
				b.Errorf("nobody is to blame for %s", path)
			}
		}
	})
}

func TestBlameOfOnePlaceListsNoOther(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		item := b.Workflow(c)
		blame, err := b.Composing.BlameItem(b.Context(), b.Owner, c.ID, item.ID, "/nodes/ask/config/title")
		if err != nil || len(blame.Lines) != 1 || len(blame.Revisions) != 1 {
			b.Errorf("%+v, %v", blame, err)
		}
		_, err = b.Composing.BlameItem(b.Context(), b.Owner, c.ID, item.ID, "nodes")
		b.wantFault("no pointer", err, fault.KindInvalid, "invalid-path")
	})
}

func TestSavedStatesAreCompared(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task, apptest.CheckAmount)
		b.Save(c, b.Items(c)[1], strings.Replace(apptest.CheckAmount, `"Check"`, `"Test"`, 1))
		b.Save(c, b.Workflow(c), strings.Replace(apptest.Task, `"Ask"`, `"Question"`, 1))
		for i, want := range []struct{ path, before, after, summary string }{
			{"/nodes/ask/name", `"Ask"`, `"Question"`, "Ask"},
			{"/label", `"Check"`, `"Test"`, ""},
		} {
			item := b.Items(c)[i]
			revisions, err := b.Composing.ListRevisions(b.Context(), b.Owner, c.ID, item.ID, ports.Page{Limit: 2})
			if err != nil {
				b.Fatal(err)
			}
			diff, err := b.Composing.DiffRevisions(b.Context(), b.Owner, c.ID, item.ID, revisions[1].ID, revisions[0].ID)
			if err != nil || len(diff.Changes) != 1 {
				b.Fatalf("%+v, %v", diff, err)
			}
			if change := diff.Changes[0]; change.Path != want.path || string(change.Before) != want.before || string(change.After) != want.after {
				b.Errorf("%s: %s → %s, want %+v", change.Path, change.Before, change.After, want)
			}
			if isWorkflow := i == 0; isWorkflow != (diff.Workflow != nil) || isWorkflow && !strings.Contains(diff.Workflow.ChangeSet.Summary, want.summary) {
				b.Errorf("%+v", diff.Workflow)
			}
		}
	})
}
