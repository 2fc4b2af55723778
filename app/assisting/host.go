package assisting

import (
	"context"
	"strings"

	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/metering"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/usage"
	"heddle.dev/heddle/ports"
)

// Host is the sessions that belong to no composition as those whom agent sessions belong to, for app/conversing: to
// themselves.
type Host struct{ service *Service }

// Host answers the host of sessions that belong to no composition.
func (s *Service) Host() Host { return Host{s} }

// TeamOf is the team that the session's agent works for.
func (Host) TeamOf(ctx context.Context, tx ports.Tx, session composition.Session) (string, error) {
	now, err := tx.SessionByID(ctx, session.ID)
	return now.TeamID, err
}

// LockTurns locks the session's row.
func (Host) LockTurns(ctx context.Context, tx ports.Tx, session composition.Session) error {
	_, err := tx.LockSession(ctx, session.ID)
	return err
}

// Awaits tells whether the message's turn runs.
func (Host) Awaits(ctx context.Context, tx ports.Tx, message composing.DeliverMessage) (bool, error) {
	now, err := tx.SessionByID(ctx, message.SessionID)
	return err == nil && now.CurrentTurnID == message.TurnID, err
}

// Recap is what a new process is told: the drafts, and the last messages.
func (Host) Recap(ctx context.Context, tx ports.Tx, message composing.DeliverMessage) (string, error) {
	before, err := composing.SaidBefore(ctx, tx, message)
	if err != nil || len(before) == 0 {
		return "", err
	}
	lines := []string{"You were started anew. This is what was so far."}
	items, err := tx.ListConfigItems(ctx, message.SessionID)
	if err != nil {
		return "", err
	}
	if len(items) > 0 {
		paths := make([]string, len(items))
		for i := range items {
			paths[i] = items[i].Path()
		}
		lines = append(lines, "Drafts, which you should look at before you change them: "+strings.Join(paths, ", "))
	}
	return composing.InBrackets(append(lines, before...)), nil
}

// EndTurn ends the turn as the agent's process saw it end.
func (h Host) EndTurn(
	ctx context.Context, tx ports.Tx, session composition.Session, turnID string, outcome composition.Outcome, notice string,
) error {
	now, err := tx.LockSession(ctx, session.ID)
	if err != nil {
		return err
	}
	return h.service.endTurn(ctx, tx, &now, turnID, outcome, notice)
}

// EndResolving does nothing: a turn of such a session proposes nothing that somebody takes over.
func (Host) EndResolving(context.Context, ports.Tx, composition.Session, string, composition.Outcome, string) error {
	return nil
}

// StoreEvent appends to the conversation, and shows it.
func (h Host) StoreEvent(ctx context.Context, tx ports.Tx, session composition.Session, event composition.SessionEvent) error {
	return h.service.storeEntry(ctx, tx, session, event)
}

// Notify tells people something outside of turns.
func (h Host) Notify(ctx context.Context, tx ports.Tx, session composition.Session, notice string) error {
	return h.service.storeNotice(ctx, tx, session, notice)
}

// TellText shows a part of a text while its turn goes on.
func (h Host) TellText(ctx context.Context, tx ports.Tx, session composition.Session, part composing.TextPart) error {
	now, err := tx.SessionByID(ctx, session.ID)
	if err != nil || part.TurnID == "" || now.CurrentTurnID != part.TurnID {
		return err
	}
	return h.service.tellText(ctx, tx, now, part)
}

// Runs tells whether the agent is at work on the turn.
func (Host) Runs(ctx context.Context, tx ports.Tx, session composition.Session, turnID string) (bool, error) {
	now, err := tx.SessionByID(ctx, session.ID)
	return err == nil && turnID != "" && now.CurrentTurnID == turnID, err
}

// CountUsage records what the agent used for whoever started the turn; for the session's maker once it has ended.
func (h Host) CountUsage(ctx context.Context, tx ports.Tx, session composition.Session, turnID string, used ports.Usage) error {
	now, err := tx.SessionByID(ctx, session.ID)
	if err != nil {
		return err
	}
	user := now.CreatedBy
	if now.CurrentTurnID == turnID {
		user = now.CurrentTurnBy
	}
	return metering.Write(ctx, tx, usage.Record{
		ID: h.service.newID(), At: h.service.clock.Now(), Purpose: usage.ForTurn, SessionID: session.ID, TurnID: turnID,
		TeamID: now.TeamID, UserID: user, Engine: session.Engine, Model: session.Model,
	}, used)
}
