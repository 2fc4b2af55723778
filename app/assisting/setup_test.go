package assisting_test

import (
	"context"
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/assisting"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// assistant is the template whose sessions have drafts.
const assistant = "configuration-assistant"

const (
	look   = `{"name":"look","description":"Looks.","language":"bash","source":"true"}`
	peek   = `{"name":"look","description":"Peeks.","language":"bash","source":"true"}`
	broken = `{"name":"look","description":"Looks.","language":"cobol","source":"true"}`
)

type bench struct{ *apptest.Heddle }

func onBenches(t *testing.T, test func(b *bench)) {
	t.Helper()
	apptest.Stores(t, func(t *testing.T, store apptest.Store) { test(&bench{apptest.New(t, store, nil)}) })
}

// at starts a session and a turn in it.
func (b *bench) at(templateID string) (assisting.Session, assisting.Turn, assisting.Agent) {
	b.Helper()
	session := b.Session(templateID, "")
	turn := b.Ask(session, "hello")
	return session, turn, b.Assistant(turn)
}

// end ends a turn as its agent's process would.
func (b *bench) end(turn assisting.Turn, outcome composition.Outcome) {
	b.Helper()
	apptest.Change(b, b.Store, func(ctx context.Context, tx ports.Tx) error {
		return b.Assisting.Host().EndTurn(ctx, tx, composition.Session{ID: turn.SessionID}, turn.ID, outcome, "")
	})
}

func (b *bench) write(agent assisting.Agent, folder, name, content string) {
	b.Helper()
	if _, _, err := b.Assisting.SaveForAgent(b.Context(), agent, folder, name, content); err != nil {
		b.Fatal(err)
	}
}

func (b *bench) save(session assisting.Session, folder, name, content string) assisting.CheckedItem {
	b.Helper()
	saved, err := b.Assisting.SaveItem(b.Context(), b.Owner, session.ID, folder, name, content, "")
	if err != nil {
		b.Fatal(err)
	}
	return saved
}

// states are the drafts with how they compare, as "path state".
func (b *bench) states(session assisting.Session) string {
	b.Helper()
	items, err := b.Assisting.ListItems(b.Context(), b.Owner, session.ID)
	if err != nil {
		b.Fatal(err)
	}
	var told []string
	for _, item := range items {
		told = append(told, item.Path()+" "+string(item.State))
	}
	return strings.Join(told, ", ")
}

// conversation is the kinds and data of the entries that are there.
func (b *bench) conversation(session assisting.Session) string {
	b.Helper()
	events, err := b.Composing.GetConversation(b.Context(), b.Owner, session.ID, 0, 100)
	if err != nil {
		b.Fatal(err)
	}
	var told []string
	for _, event := range events {
		told = append(told, event.Kind+" "+event.Data)
	}
	return strings.Join(told, "\n")
}

func (b *bench) wantFault(what string, err error, kind fault.Kind, code string) {
	b.Helper()
	if err == nil || fault.KindOf(err) != kind || fault.CodeOf(err) != code {
		b.Errorf("%s: got %v, want a fault of kind %s with code %s", what, err, kind, code)
	}
}

var noKey idempotency.Key

func sessionByID(id string) func(ctx context.Context, tx ports.Tx) (composition.Session, error) {
	return func(ctx context.Context, tx ports.Tx) (composition.Session, error) { return tx.SessionByID(ctx, id) }
}
