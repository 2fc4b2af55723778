package e2e_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
	"heddle.dev/heddle/openapi/api"
)

// applied is the workflow draft with the pending change set applied by the command line, as an editor would.
func applied(t *testing.T, s *heddletest.Server, composition api.Composition) string {
	t.Helper()
	dir := t.TempDir()
	file := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	binary, err := heddletest.Binary()
	if err != nil {
		t.Fatal(err)
	}
	document := file("document.json", s.Workflow(composition.Id).Content)
	output, err := exec.Command(binary, "doc", "apply", document, file("changes.json", *composition.PendingChangeSet)).Output()
	if err != nil {
		t.Fatalf("heddle doc apply: %v, %s", err, output)
	}
	return string(output)
}

// saveFor saves a workflow as the editor does that applies the change set of a turn.
func saveFor(t *testing.T, s *heddletest.Server, turn api.Turn, base api.Item, content string) *api.SaveItemResponse {
	t.Helper()
	r, err := s.API.SaveItemWithResponse(context.Background(), turn.CompositionId, base.Id, api.ItemSave{
		BaseRevision: base.ContentRevision, Content: json.RawMessage(content), TurnId: &turn.Id,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func resolve(t *testing.T, s *heddletest.Server, turn api.Turn, outcome string) *api.ResolveChangeSetResponse {
	t.Helper()
	r, err := s.API.ResolveChangeSetWithResponse(context.Background(), turn.CompositionId, api.ChangeSetResolution{TurnId: turn.Id, Outcome: outcome})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestASaveThatAppliesTheChangeSetIsTheTurnsRevision(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition := s.Compose("Refunds")
		turn := s.Ask(composition.Id, goal)
		if r := resolve(t, s, turn, "applied"); r.StatusCode() != 409 || r.ApplicationproblemJSONDefault.Code != "not-saved" {
			t.Errorf("a resolution before the save was answered with %s", r.Body)
		}
		workflow := s.Workflow(composition.Id)
		content := applied(t, s, s.Composition(composition.Id))
		saved := saveFor(t, s, turn, workflow, content)
		if saved.JSON200 == nil || saved.JSON200.LastAuthor != "ai" || *saved.JSON200.LastTurnId != turn.Id {
			t.Fatalf("the save was answered with %s", saved.Body)
		}
		if pending := s.Composition(composition.Id).PendingChangeSet; pending != nil {
			t.Errorf("the change set still waits: %s", *pending)
		}
		if r := resolve(t, s, turn, "applied"); r.JSON200 == nil {
			t.Errorf("the resolution after the save was answered with %s", r.Body)
		}
		if r := saveFor(t, s, turn, *saved.JSON200, content); r.StatusCode() != 409 || r.ApplicationproblemJSONDefault.Code != "not-pending" {
			t.Errorf("a second save for the turn was answered with %s", r.Body)
		}
	})
}

func TestASaveThatChangesMoreThanTheChangeSetIsThePersons(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition := s.Compose("Refunds")
		turn := s.Ask(composition.Id, goal)
		content := strings.Replace(applied(t, s, s.Composition(composition.Id)), `"Decided"`, `"Settled"`, 1)
		saved := saveFor(t, s, turn, s.Workflow(composition.Id), content).JSON200
		if saved == nil || saved.LastAuthor != "user" || saved.LastTurnId != nil {
			t.Errorf("the revision is %+v", saved)
		}
		if pending := s.Composition(composition.Id).PendingChangeSet; pending != nil {
			t.Errorf("the change set still waits: %s", *pending)
		}
	})
}

func TestARejectedChangeSetIsGoneAndReadableOnTheTurn(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition := s.Compose("Refunds")
		before := s.Workflow(composition.Id)
		turn := s.Ask(composition.Id, goal)
		if r := resolve(t, s, turn, "rejected"); r.JSON200 == nil || r.JSON200.PendingChangeSet != nil {
			t.Errorf("the rejection was answered with %s", r.Body)
		}
		s.Send(heddletest.Request{Method: "POST", Path: "/compositions/" + composition.Id + "/pending-changeset/apply"}).
			Expect(t, 409, "nothing-pending")
		if after := s.Workflow(composition.Id); after.ContentRevision != before.ContentRevision {
			t.Errorf("the workflow changed")
		}
		if kept := s.TurnEnded(turn).ChangeSet; kept == nil || !strings.Contains(string(*kept), "check-amount") {
			t.Errorf("the turn keeps the change set %v", kept)
		}
	})
}

func TestAStaleSaveTellsWhoseRevisionIsCurrent(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition := s.Compose("Refunds")
		stale := s.Workflow(composition.Id)
		s.Ask(composition.Id, goal)
		current := s.ApplyPending(composition.Id)
		r, err := s.API.SaveItemWithResponse(context.Background(), composition.Id, stale.Id, api.ItemSave{
			BaseRevision: stale.ContentRevision, Content: stale.Content,
		})
		if err != nil {
			t.Fatal(err)
		}
		problem := r.ApplicationproblemJSONDefault
		if problem == nil || problem.Status != 409 || problem.Code != "stale" || problem.Details == nil ||
			(*problem.Details)["currentRevision"] != current.ContentRevision || (*problem.Details)["lastAuthor"] != "ai" {
			t.Errorf("the stale save was answered with %s", r.Body)
		}
	})
}

func TestARestoredRevisionIsANewOneAndLayoutMakesNone(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition := s.Compose("Refunds")
		first := s.Workflow(composition.Id)
		s.Ask(composition.Id, goal)
		second := s.ApplyPending(composition.Id)
		moved := s.Save(second, strings.Replace(string(second.Content), `"position":{"x":0,`, `"position":{"x":5,`, 1))
		if moved.ContentRevision != second.ContentRevision || !strings.Contains(string(moved.Content), `{"x":5,`) {
			t.Errorf("after a node was moved the draft is %+v", moved)
		}
		before := revisions(t, s, first)
		if restored := restore(t, s, first, before[len(before)-1]); restored.ContentRevision != first.ContentRevision || restored.LastAuthor != "user" {
			t.Errorf("the restored draft is %+v", restored)
		}
		after := revisions(t, s, first)
		authors := make([]string, len(after))
		for i, revision := range after {
			authors[i] = revision.Author
		}
		if !slices.Equal(authors, []string{"user", "ai", "user"}) || *after[0].Origin != "restore" {
			t.Errorf("the revisions are %+v", after)
		}
	})
}

func revisions(t *testing.T, s *heddletest.Server, item api.Item) []api.Revision {
	t.Helper()
	r, err := s.API.ListRevisionsWithResponse(context.Background(), item.CompositionId, item.Id, nil)
	if err != nil || r.JSON200 == nil {
		t.Fatalf("%v %s", err, r.Body)
	}
	return r.JSON200.Items
}

func restore(t *testing.T, s *heddletest.Server, item api.Item, revision api.Revision) api.Item {
	t.Helper()
	r, err := s.API.RestoreRevisionWithResponse(context.Background(), item.CompositionId, item.Id, revision.Id, nil)
	if err != nil || r.JSON200 == nil {
		t.Fatalf("%v %s", err, r.Body)
	}
	return *r.JSON200
}

// takeLease makes a window the one that edits the workflow.
func takeLease(t *testing.T, s *heddletest.Server, compositionID, windowID string) api.Lease {
	t.Helper()
	r, err := s.API.ChangeLeaseWithResponse(context.Background(), compositionID, api.LeaseChange{Action: "take", WindowId: windowID})
	if err != nil || r.JSON200 == nil {
		t.Fatalf("%v %s", err, r.Body)
	}
	return *r.JSON200
}
