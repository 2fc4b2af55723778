package http_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/openapi/api"
)

// TestAnEditorWindowAppliesWhatATurnProposes tells what two windows do from the lease to the resolution.
func TestAnEditorWindowAppliesWhatATurnProposes(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		composed := b.Compose("", apptest.Task)
		at := "/compositions/" + composed.ID
		var lease, taken api.Lease
		b.call(http.StatusOK, "POST", at+"/lease", `{"action":"take","windowId":"one"}`, &lease)
		held := b.refuse(http.StatusConflict, "lease-held", request("POST", base+at+"/lease", `{"action":"take","windowId":"two"}`))
		if details := *held.problem.Details; details["windowId"] != "one" || details["expiresAt"] == "" || details["holder"] == "" {
			b.Errorf("details: %v", details)
		}
		var c api.Composition
		b.call(http.StatusOK, "GET", at, "", &c)
		if lease.LeaseId == nil || c.Lease == nil || c.Lease.LeaseId != nil || c.Lease.Holder.WindowId != "one" || c.Lease.Epoch != lease.Epoch {
			b.Fatalf("the lease is %+v, shown as %+v", lease, c.Lease)
		}
		b.call(http.StatusOK, "POST", at+"/lease", `{"action":"take-over","windowId":"two"}`, &taken)
		b.refuse(http.StatusConflict, "lease-lost", request("POST", base+at+"/lease", `{"action":"renew","windowId":"one"}`))

		turn := b.proposing(composed.ID)
		b.call(http.StatusOK, "GET", at, "", &c)
		if c.TurnState != "resolving" || c.ResolvingUntil == nil || *c.CurrentTurnId != turn.Id {
			b.Fatalf("after the turn: %+v", c)
		}
		b.refuse(http.StatusConflict, "turn-resolving", request("POST", base+at+"/messages", `{"message":"more"}`))
		b.refuse(http.StatusConflict, "turn-resolving", request("POST", base+at+"/turns/"+turn.Id+"/offer", ""))
		b.refuse(http.StatusConflict, "lease-lost", request("POST", base+at+"/changeset-resolution",
			fmt.Sprintf(`{"turnId":%q,"outcome":"stale","leaseId":%q}`, turn.Id, *lease.LeaseId)))
		b.refuse(http.StatusLocked, "lease-held", request("POST", base+at+"/pending-changeset/apply", ""))

		item := b.Workflow(composed)
		content := strings.Replace(item.Content, `"name":"Task"`, `"description":"d","name":"Task"`, 1)
		body := fmt.Sprintf(`{"content":%s,"baseRevision":%q,"turnId":%q,"leaseId":%%q}`, content, item.ContentRevision, turn.Id)
		b.refuse(http.StatusConflict, "lease-lost", request("PUT", base+at+"/items/"+item.ID, fmt.Sprintf(body, *lease.LeaseId)))
		var saved api.Item
		var after api.Composition
		b.call(http.StatusOK, "PUT", at+"/items/"+item.ID, fmt.Sprintf(body, *taken.LeaseId), &saved)
		b.call(http.StatusOK, "POST", at+"/changeset-resolution", `{"turnId":"`+turn.Id+`","outcome":"applied"}`, &after)
		if saved.LastAuthor != "ai" || after.TurnState != "idle" || after.PendingChangeSet != nil {
			b.Errorf("%s saved it; then %+v", saved.LastAuthor, after)
		}
		var released api.Lease
		b.call(http.StatusOK, "POST", at+"/lease", `{"action":"release","windowId":"two"}`, &released)
		if released.LeaseId != nil || released.Holder != nil || released.Epoch != taken.Epoch {
			b.Errorf("released: %+v", released)
		}
	})
}

// proposing makes a turn that describes the workflow, up to the agent's last word.
func (b *bench) proposing(compositionID string) (turn api.Turn) {
	b.Helper()
	at := "/compositions/" + compositionID
	b.call(http.StatusAccepted, "POST", at+"/messages", `{"message":"describe it"}`, &turn)
	propose := request("POST", base+at+"/agent/workflow/changesets", fmt.Sprintf(
		`{"id":"x","baseRevision":%q,"author":"a","summary":"s","ops":[{"op":"metadata","patch":{"description":"d"}}]}`,
		b.Workflow(b.byID(compositionID)).ContentRevision))
	propose.Header.Set(token, b.SessionToken(b.byID(compositionID), b.turnByID(compositionID, turn.Id)))
	if a := b.send(propose); a.Code != http.StatusOK {
		b.Fatalf("%d %s", a.Code, a.Body)
	}
	if err := b.Composing.EndTurn(context.Background(), compositionID, turn.Id, "completed", ""); err != nil {
		b.Fatal(err)
	}
	return turn
}
