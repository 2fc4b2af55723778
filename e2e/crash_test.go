package e2e_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
	"heddle.dev/heddle/openapi/api"
)

// crashPoints is how many transactions of the builder's session the short run chooses from; the session has about as many.
const crashPoints = 23

// TestASessionOfABuilderSurvivesKillsAtAnyTransaction lets the server die right before or right behind the commit of a
// transaction, while a builder lets the AI compose, applies, saves, publishes, restores and undoes. Whatever was
// acknowledged is there afterwards, and the builder goes on to the same end.
func TestASessionOfABuilderSurvivesKillsAtAnyTransaction(t *testing.T) {
	t.Parallel()
	for _, store := range []heddletest.Store{heddletest.SQLite, heddletest.Postgres} {
		t.Run(string(store), func(t *testing.T) {
			t.Parallel()
			if _, err := strconv.Atoi(os.Getenv(killRoundsVariable)); err == nil {
				crashEverywhere(t, store)
				return
			}
			for _, when := range []string{"before", "after"} {
				crash(t, store, fmt.Sprintf("%s:%d", when, 1+rand.IntN(crashPoints))) //nolint:gosec // any will do
			}
		})
	}
}

// crashEverywhere goes through all transactions until the session is over before the one to die at.
func crashEverywhere(t *testing.T, store heddletest.Store) {
	t.Helper()
	for number := 1; ; number++ {
		died := crash(t, store, fmt.Sprintf("before:%d", number))
		crash(t, store, fmt.Sprintf("after:%d", number))
		if !died || t.Failed() {
			t.Logf("%d transactions", number-1)
			return
		}
	}
}

// crash plays the whole session on a server that dies at the place; it tells whether it did.
func crash(t *testing.T, store heddletest.Store, place string) (died bool) {
	t.Helper()
	t.Run(place, func(t *testing.T) {
		b := &builder{t: t, s: heddletest.Start(t, store, heddletest.CrashAt(place), heddletest.Durable())}
		for _, step := range b.steps() {
			for !step() {
				if died {
					t.Fatalf("a step failed after the crash: %s", b.said)
				}
				heddletest.Until(t, "the server dies, since a step failed: "+b.said, b.s.HasEnded)
				died = true
				b.s.Kill() // and wait until nothing of it is left
				b.s.Restart()
				b.requireWhatWasTold()
			}
		}
		b.requireEnd()
		if !died {
			b.s.Terminate()
		}
	})
	return died
}

// builder composes, and keeps an account of what the server acknowledged.
type builder struct {
	t    *testing.T
	s    *heddletest.Server
	said string // the last refusal

	compositionID, sessionID string
	messages                 int      // sent so far
	turnID                   string   // of the turn that completed
	revisions                []string // content revisions of the workflow, in order, that were acknowledged
	version                  int64
}

func (b *builder) steps() []func() bool {
	return []func() bool{b.compose, b.ask, b.apply, b.save, b.publish, b.restore, b.undo}
}

// failed keeps what was said, and is false.
func (b *builder) failed(err error, response interface{ GetBody() []byte }) bool {
	if b.said = fmt.Sprint(err); err == nil {
		b.said = string(response.GetBody())
	}
	return false
}

func (b *builder) compose() bool {
	key := "compose"
	r, err := b.s.API.CreateCompositionWithResponse(context.Background(), &api.CreateCompositionParams{IdempotencyKey: &key}, api.NewComposition{Name: "Refunds"})
	if err != nil || r.JSON201 == nil {
		return b.failed(err, r)
	}
	if b.compositionID != "" && b.compositionID != r.JSON201.Id {
		b.t.Errorf("one key made two compositions")
	}
	b.compositionID, b.sessionID = r.JSON201.Id, r.JSON201.SessionId
	return true
}

// ask lets the agent compose; a turn that the crash ended is asked for again.
func (b *builder) ask() bool {
	for {
		key := fmt.Sprint("say-", b.messages)
		r, err := b.s.API.SendMessageWithResponse(context.Background(), b.compositionID, &api.SendMessageParams{IdempotencyKey: &key}, api.NewMessage{Message: goal})
		if err != nil || r.JSON202 == nil {
			return b.failed(err, r)
		}
		turn, ok := b.ended(r.JSON202.Id)
		if !ok {
			return false
		}
		if *turn.Outcome == "completed" {
			b.turnID = turn.Id
			return true
		}
		b.messages++
	}
}

// ended waits for the end of a turn; false when the server is gone.
func (b *builder) ended(turnID string) (turn api.Turn, ok bool) {
	gone := false
	heddletest.Until(b.t, "the turn ends", func() bool {
		r, err := b.s.API.GetTurnWithResponse(context.Background(), b.compositionID, turnID)
		if gone = err != nil || r.JSON200 == nil; gone {
			return true
		}
		turn = *r.JSON200
		return turn.Outcome != nil
	})
	return turn, !gone
}

// workflow reads the draft and its revisions, newest first; false when the server is gone.
func (b *builder) workflow() (item api.Item, revisions []api.Revision, ok bool) {
	items, err := b.s.API.ListItemsWithResponse(context.Background(), b.compositionID)
	if err != nil || items.JSON200 == nil {
		return item, nil, b.failed(err, items)
	}
	item = items.JSON200.Items[0]
	r, err := b.s.API.ListRevisionsWithResponse(context.Background(), b.compositionID, item.Id, nil)
	if err != nil || r.JSON200 == nil {
		return item, nil, b.failed(err, r)
	}
	return item, r.JSON200.Items, true
}

// unless does something to the workflow, unless its newest revision has the origin already: what was in flight in a
// crash may have come through.
func (b *builder) unless(origin string, do func(item api.Item, revisions []api.Revision) (contentRevision string, ok bool)) bool {
	item, revisions, ok := b.workflow()
	if !ok {
		return false
	}
	now := item.ContentRevision
	if revisions[0].Origin == nil || *revisions[0].Origin != origin {
		if now, ok = do(item, revisions); !ok {
			return false
		}
	}
	b.revisions = append(b.revisions, now)
	return true
}

func (b *builder) apply() bool {
	return b.unless("change-set", func(api.Item, []api.Revision) (string, bool) {
		r, err := b.s.API.ApplyPendingChangeSetWithResponse(context.Background(), b.compositionID, nil)
		if err != nil || r.JSON200 == nil {
			return "", b.failed(err, r)
		}
		return r.JSON200.ContentRevision, true
	})
}

func (b *builder) save() bool {
	origin := "rename a step"
	return b.unless(origin, func(item api.Item, _ []api.Revision) (string, bool) {
		content := strings.Replace(string(item.Content), `"name":"Approve`, `"name":"Please approve`, 1)
		if content == string(item.Content) {
			b.t.Fatalf("nothing to rename in %s", content)
		}
		r, err := b.s.API.SaveItemWithResponse(context.Background(), b.compositionID, item.Id, api.ItemSave{
			BaseRevision: item.ContentRevision, Content: json.RawMessage(content), Origin: &origin,
		})
		if err != nil || r.JSON200 == nil {
			return "", b.failed(err, r)
		}
		return r.JSON200.ContentRevision, true
	})
}

func (b *builder) publish() bool {
	items, err := b.s.API.ListItemsWithResponse(context.Background(), b.compositionID)
	if err != nil || items.JSON200 == nil {
		return b.failed(err, items)
	}
	var request api.PublishRequest
	for _, item := range items.JSON200.Items {
		if item.PublishedRevision == nil || *item.PublishedRevision != item.ContentRevision {
			request.Items = append(request.Items, item.Id)
		}
	}
	if len(request.Items) == 0 {
		b.version = 1
		return true
	}
	r, err := b.s.API.PublishItemsWithResponse(context.Background(), b.compositionID, request)
	if err != nil || r.JSON200 == nil {
		return b.failed(err, r)
	}
	if b.version = r.JSON200.Workflow.Version; b.version != 1 || len(request.Items) != 2 {
		b.t.Errorf("version %d of %d items", b.version, len(request.Items))
	}
	return true
}

func (b *builder) restore() bool {
	return b.unless("restore", func(item api.Item, revisions []api.Revision) (string, bool) {
		r, err := b.s.API.RestoreRevisionWithResponse(context.Background(), b.compositionID, item.Id, revisions[1].Id, nil)
		if err != nil || r.JSON200 == nil {
			return "", b.failed(err, r)
		}
		return r.JSON200.ContentRevision, true
	})
}

func (b *builder) undo() bool {
	return b.unless("undo-turn", func(api.Item, []api.Revision) (string, bool) {
		r, err := b.s.API.UndoTurnWithResponse(context.Background(), b.compositionID, b.turnID, nil)
		if err != nil || r.JSON200 == nil {
			return "", b.failed(err, r)
		}
		if r.JSON200.Workflow.ContentRevision == nil {
			b.t.Fatalf("undoing the turn answered %s", r.Body)
		}
		return *r.JSON200.Workflow.ContentRevision, true
	})
}

// requireWhatWasTold looks for all that was acknowledged before the crash.
func (b *builder) requireWhatWasTold() {
	b.t.Helper()
	if b.compositionID == "" {
		return
	}
	_, revisions, ok := b.workflow()
	if !ok {
		b.t.Fatalf("the composition is lost: %s", b.said)
	}
	stored := make([]string, 0, len(revisions))
	for _, r := range revisions {
		stored = append([]string{r.ContentRevision}, stored...)
	}
	stored = stored[1:] // the blank one, that nobody was told of
	if len(stored) < len(b.revisions) || len(stored) > len(b.revisions)+1 {
		b.t.Errorf("%d revisions were acknowledged, and %d are stored", len(b.revisions), len(stored))
	}
	for i, told := range b.revisions {
		if i < len(stored) && stored[i] != told {
			b.t.Errorf("revision %d is %s, and %s was acknowledged", i, stored[i], told)
		}
	}
	if b.turnID != "" {
		if turn, ok := b.ended(b.turnID); !ok || *turn.Outcome != "completed" || turn.Receipt == nil || turn.Receipt.OpsApplied == 0 {
			b.t.Errorf("the turn was completed, and is %+v", turn)
		}
	}
}

// requireEnd compares the end with that of a session without a crash.
func (b *builder) requireEnd() {
	b.t.Helper()
	b.requireWhatWasTold()
	items := b.s.Items(b.compositionID)
	_, revisions, _ := b.workflow()
	most := 1
	if b.messages > 0 {
		most = 2 // what the turn that the crash ended had saved stays: it was another turn
	}
	if blank := revisions[len(revisions)-1].ContentRevision; len(items) > most || items[0].ContentRevision != blank {
		b.t.Errorf("undoing the turn left %d drafts, and %s as the workflow", len(items), items[0].Content)
	}
	if state := b.s.Composition(b.compositionID); state.TurnState != "idle" || state.PendingChangeSet != nil {
		b.t.Errorf("the composition is %s, and waits with %s", state.TurnState, *state.PendingChangeSet)
	}
	r, err := b.s.API.ListWorkflowsWithResponse(context.Background(), nil)
	b.requireAnswer(err, r.JSON200 != nil, r.Body)
	if published := r.JSON200.Items; len(published) != 1 || published[0].Version != 1 {
		b.t.Errorf("published are %+v", published)
	}
	types, err := b.s.API.ListActionTypesWithResponse(context.Background(), nil)
	b.requireAnswer(err, types.JSON200 != nil, types.Body)
	if len(types.JSON200.Items) != 1 {
		b.t.Errorf("%d action types are published", len(types.JSON200.Items))
	}
}

func (b *builder) requireAnswer(err error, ok bool, said []byte) {
	b.t.Helper()
	if err != nil || !ok {
		b.t.Fatalf("%s %v", said, err)
	}
}
