package composing

import (
	"context"

	"heddle.dev/heddle/app/metering"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/usage"
	"heddle.dev/heddle/ports"
)

// Host is the compositions as those whom agent sessions belong to, for app/conversing.
type Host struct{ service *Service }

// Host answers the compositions as hosts of agent sessions.
func (s *Service) Host() Host { return Host{s} }

// TeamOf is the composition's team.
func (Host) TeamOf(ctx context.Context, tx ports.Tx, session composition.Session) (string, error) {
	c, err := tx.CompositionByID(ctx, session.CompositionID)
	return c.TeamID, err
}

// LockTurns locks the session's composition.
func (h Host) LockTurns(ctx context.Context, tx ports.Tx, session composition.Session) error {
	_, err := tx.LockComposition(ctx, session.CompositionID)
	return err
}

// Awaits tells whether the agent is still to be given the message: the turn runs, and was not taken up again since.
func (h Host) Awaits(ctx context.Context, tx ports.Tx, message DeliverMessage) (bool, error) {
	c, err := tx.CompositionByID(ctx, message.CompositionID)
	if err != nil || !c.IsAtWork(message.TurnID) {
		return false, err
	}
	turn, err := tx.TurnByID(ctx, c.ID, message.TurnID)
	return turn.Reprompted == message.Reprompt, err
}

// Runs tells whether the agent is at work on the turn.
func (h Host) Runs(ctx context.Context, tx ports.Tx, session composition.Session, turnID string) (bool, error) {
	c, err := tx.CompositionByID(ctx, session.CompositionID)
	return c.IsAtWork(turnID), err
}

// EndTurn is Service.EndTurnIn.
func (h Host) EndTurn(
	ctx context.Context, tx ports.Tx, session composition.Session, turnID string, outcome composition.Outcome, notice string,
) error {
	c, err := tx.LockComposition(ctx, session.CompositionID)
	if err != nil {
		return err
	}
	return h.service.EndTurnIn(ctx, tx, &c, turnID, outcome, notice)
}

// EndResolving is Service.EndResolvingIn.
func (h Host) EndResolving(
	ctx context.Context, tx ports.Tx, session composition.Session, turnID string, outcome composition.Outcome, notice string,
) error {
	c, err := tx.LockComposition(ctx, session.CompositionID)
	if err != nil {
		return err
	}
	return h.service.EndResolvingIn(ctx, tx, &c, turnID, outcome, notice)
}

// StoreEvent appends to the composition's conversation, and shows it.
func (h Host) StoreEvent(ctx context.Context, tx ports.Tx, session composition.Session, event composition.SessionEvent) error {
	c, err := tx.CompositionByID(ctx, session.CompositionID)
	if err != nil {
		return err
	}
	return h.service.StoreSessionEvent(ctx, tx, &c, event)
}

// Notify tells people something outside of turns.
func (h Host) Notify(ctx context.Context, tx ports.Tx, session composition.Session, notice string) error {
	c, err := tx.CompositionByID(ctx, session.CompositionID)
	if err != nil {
		return err
	}
	return h.service.storeNotice(ctx, tx, &c, "", notice)
}

// TellText shows a part of a text while its turn goes on.
func (h Host) TellText(ctx context.Context, tx ports.Tx, session composition.Session, part TextPart) error {
	c, err := tx.CompositionByID(ctx, session.CompositionID)
	if err != nil {
		return err
	}
	return h.service.tellText(ctx, tx, &c, part)
}

// CountUsage counts what the agent used towards the turn, and towards whoever started it.
func (h Host) CountUsage(ctx context.Context, tx ports.Tx, session composition.Session, turnID string, used ports.Usage) error {
	turn, err := tx.TurnByID(ctx, session.CompositionID, turnID)
	if err != nil {
		return err
	}
	turn.Usage = turn.Usage.Add(composition.Usage{
		InputTokens: used.InputTokens, OutputTokens: used.OutputTokens,
		CacheReadTokens: used.CacheReadTokens, CacheWriteTokens: used.CacheWriteTokens, CostUSD: used.CostUSD,
	})
	if err := tx.UpdateTurn(ctx, turn); err != nil {
		return err
	}
	c, err := tx.CompositionByID(ctx, session.CompositionID)
	if err != nil {
		return err
	}
	return metering.Write(ctx, tx, usage.Record{
		ID: h.service.newID(), At: h.service.clock.Now(), Purpose: usage.ForTurn, SessionID: session.ID, TurnID: turn.ID,
		CompositionID: c.ID, TeamID: c.TeamID, UserID: turn.StartedBy, Engine: session.Engine, Model: session.Model,
	}, used)
}
