package composing

import (
	"context"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// userMessage is the kind of session event that holds what a person said. The other kinds are those of agents.
const userMessage = "user-message"

// notice is the kind of session event by which the server tells people what it did.
const notice = "notice"

// storeNotice tells people what the server did, in the conversation.
func (s *Service) storeNotice(ctx context.Context, tx ports.Tx, c *composition.Composition, turnID, text string) error {
	data, err := json.Marshal(map[string]string{"text": text})
	if err != nil {
		return err
	}
	return s.StoreSessionEvent(ctx, tx, c, composition.SessionEvent{
		SessionID: c.SessionID, Kind: notice, TurnID: turnID, Data: string(data), At: s.clock.Now(),
	})
}

const eventSession = "session-event"

// storeMessage stores a person's message in the conversation and shows it.
func (s *Service) storeMessage(ctx context.Context, tx ports.Tx, c *composition.Composition, turn composition.Turn) error {
	data, err := json.Marshal(map[string]string{"text": turn.Message, "userId": turn.StartedBy}, json.Deterministic(true))
	if err != nil {
		return err
	}
	return s.StoreSessionEvent(ctx, tx, c, composition.SessionEvent{
		SessionID: c.SessionID, Kind: userMessage, TurnID: turn.ID, Data: string(data), At: turn.StartedAt,
	})
}

// StoreSessionEvent appends to a composition's conversation, and shows it in the same transaction.
func (s *Service) StoreSessionEvent(ctx context.Context, tx ports.Tx, c *composition.Composition, event composition.SessionEvent) error {
	stored, err := tx.AppendSessionEvent(ctx, event)
	if err != nil {
		return err
	}
	return s.tell(ctx, tx, c, eventSession, sessionEvent{
		CompositionID: c.ID, SessionID: stored.SessionID, Seq: stored.Seq, Kind: stored.Kind, TurnID: stored.TurnID,
		Data: jsontext.Value(stored.Data),
	})
}

type sessionEvent struct {
	CompositionID string         `json:"compositionId"`
	SessionID     string         `json:"sessionId"`
	Seq           int64          `json:"seq"`
	Kind          string         `json:"kind"`
	TurnID        string         `json:"turnId,omitzero"`
	Data          jsontext.Value `json:"data"`
}

const eventTextDelta = "session-text-delta"

// TextPart is a part of a text that an agent is writing. Parts are numbered from 0 in each text.
type TextPart struct {
	SessionID string
	TurnID    string
	Number    int
	Text      string
}

type textDelta struct {
	CompositionID string `json:"compositionId"`
	SessionID     string `json:"sessionId"`
	TurnID        string `json:"turnId"`
	Part          int    `json:"part"`
	Text          string `json:"text"`
}

// tellText shows a part of a text while its turn goes on. It is no part of the conversation; the whole text will be.
func (s *Service) tellText(ctx context.Context, tx ports.Tx, c *composition.Composition, part TextPart) error {
	if part.TurnID == "" || c.CurrentTurnID != part.TurnID {
		return nil
	}
	return s.tell(ctx, tx, c, eventTextDelta, textDelta{
		CompositionID: c.ID, SessionID: part.SessionID, TurnID: part.TurnID, Part: part.Number, Text: part.Text,
	})
}

// GetSession reads an agent session that the actor may see, of a composition or not.
func (s *Service) GetSession(ctx context.Context, actor access.Actor, sessionID string) (session composition.Session, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		session, err = seenSession(ctx, tx, actor, sessionID)
		return err
	})
	return session, err
}

// GetConversation lists the stored events behind the number after, oldest first.
func (s *Service) GetConversation(
	ctx context.Context, actor access.Actor, sessionID string, after int64, limit int,
) (events []composition.SessionEvent, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		if _, err := seenSession(ctx, tx, actor, sessionID); err != nil {
			return err
		}
		events, err = tx.ListSessionEvents(ctx, sessionID, after, limit)
		return err
	})
	return events, err
}

func seenSession(ctx context.Context, tx ports.Tx, actor access.Actor, sessionID string) (composition.Session, error) {
	session, err := tx.SessionByID(ctx, sessionID)
	if err != nil {
		return session, err
	}
	if session.IsOwn() {
		if !session.SeenBy(actor) {
			return session, fault.New(fault.KindNotFound, "not-found", "there is no session %q", sessionID)
		}
		return session, nil
	}
	c, err := tx.CompositionByID(ctx, session.CompositionID)
	if err != nil {
		return session, err
	}
	if !actor.May(access.InstallationRead, c.TeamID) {
		return session, fault.New(fault.KindNotFound, "not-found", "there is no session %q", sessionID)
	}
	return session, nil
}
