package assisting

import (
	"context"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/configuration"
	"heddle.dev/heddle/ports"
)

// The kinds of browser events that assisting sends. Those of the conversation are told as compositions' are.
const (
	eventSession   = "session-changed"
	eventTurn      = "session-turn"
	eventItem      = "session-item-changed"
	eventEntry     = "session-event"
	eventTextDelta = "session-text-delta"
)

// sessionChange is what became of a session itself.
type sessionChange string

const (
	sessionCreated sessionChange = "created"
	sessionUpdated sessionChange = "updated"
	sessionDeleted sessionChange = "deleted"
)

type sessionChanged struct {
	SessionID string        `json:"sessionId"`
	Change    sessionChange `json:"change"`
}

type turnChanged struct {
	SessionID string              `json:"sessionId"`
	TurnID    string              `json:"turnId"`
	State     string              `json:"state"`
	Outcome   composition.Outcome `json:"outcome,omitzero"`
}

type itemChanged struct {
	SessionID       string `json:"sessionId"`
	Kind            string `json:"kind"`
	Name            string `json:"name"`
	Path            string `json:"path"`
	ContentRevision string `json:"contentRevision,omitzero"`
	Author          string `json:"author,omitzero"`
	Removed         bool   `json:"removed,omitzero"`
}

type entryStored struct {
	SessionID string         `json:"sessionId"`
	Seq       int64          `json:"seq"`
	Kind      string         `json:"kind"`
	TurnID    string         `json:"turnId,omitzero"`
	Data      jsontext.Value `json:"data"`
}

type textDelta struct {
	SessionID string `json:"sessionId"`
	TurnID    string `json:"turnId"`
	Part      int    `json:"part"`
	Text      string `json:"text"`
}

// tell appends an event about the session to the transaction. Of a session without a team its maker hears alone.
func (s *Service) tell(ctx context.Context, tx ports.Tx, session composition.Session, kind string, data any) error {
	text, err := json.Marshal(data, jsontext.PreserveRawStrings(true))
	if err != nil {
		return err
	}
	event := ports.BrowserEvent{Kind: kind, SessionID: session.ID, TeamID: session.TeamID, Data: string(text), CreatedAt: s.clock.Now()}
	if session.TeamID == "" {
		event.UserID = session.CreatedBy
	}
	return tx.AppendEvent(ctx, event)
}

func (s *Service) tellSession(ctx context.Context, tx ports.Tx, session composition.Session, change sessionChange) error {
	return s.tell(ctx, tx, session, eventSession, sessionChanged{SessionID: session.ID, Change: change})
}

func (s *Service) tellTurn(ctx context.Context, tx ports.Tx, session composition.Session, turnID string, outcome composition.Outcome) error {
	return s.tell(ctx, tx, session, eventTurn, turnChanged{
		SessionID: session.ID, TurnID: turnID, State: string(session.TurnState()), Outcome: outcome,
	})
}

func (s *Service) tellItem(ctx context.Context, tx ports.Tx, session composition.Session, item configuration.Item) error {
	return s.tell(ctx, tx, session, eventItem, itemChanged{
		SessionID: session.ID, Kind: item.Folder, Name: item.Name, Path: item.Path(),
		ContentRevision: string(item.ContentRevision), Author: string(item.Author),
	})
}

func (s *Service) tellRemoved(ctx context.Context, tx ports.Tx, session composition.Session, key configuration.Key) error {
	return s.tell(ctx, tx, session, eventItem, itemChanged{SessionID: session.ID, Kind: key.Folder, Name: key.Name, Path: key.Path(), Removed: true})
}

func (s *Service) tellText(ctx context.Context, tx ports.Tx, session composition.Session, part composing.TextPart) error {
	return s.tell(ctx, tx, session, eventTextDelta, textDelta{SessionID: session.ID, TurnID: part.TurnID, Part: part.Number, Text: part.Text})
}

// storeEntry appends to the conversation, and shows it in the same transaction.
func (s *Service) storeEntry(ctx context.Context, tx ports.Tx, session composition.Session, entry composition.SessionEvent) error {
	stored, err := tx.AppendSessionEvent(ctx, entry)
	if err != nil {
		return err
	}
	return s.tell(ctx, tx, session, eventEntry, entryStored{
		SessionID: stored.SessionID, Seq: stored.Seq, Kind: stored.Kind, TurnID: stored.TurnID, Data: jsontext.Value(stored.Data),
	})
}

// storeOwn appends something of the server's own to the conversation.
func (s *Service) storeOwn(ctx context.Context, tx ports.Tx, session composition.Session, kind, turnID string, data any) error {
	text, err := json.Marshal(data, json.Deterministic(true))
	if err != nil {
		return err
	}
	return s.storeEntry(ctx, tx, session, composition.SessionEvent{
		SessionID: session.ID, Kind: kind, TurnID: turnID, Data: string(text), At: s.clock.Now(),
	})
}

// The kinds of the server's own entries in a conversation; the others are the agents'.
const (
	entryMessage = "user-message"
	entryNotice  = "notice"
	entryEnd     = "turn-ended"
)

type said struct {
	Text   string `json:"text"`
	UserID string `json:"userId,omitzero"`
}

type turnEnd struct {
	Outcome composition.Outcome `json:"outcome"`
	Notice  string              `json:"notice,omitzero"`
}

func (s *Service) storeNotice(ctx context.Context, tx ports.Tx, session composition.Session, text string) error {
	return s.storeOwn(ctx, tx, session, entryNotice, "", said{Text: text})
}
