package composing

import (
	"context"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

// Host is the compositions as those whom agent sessions belong to, for app/conversing.
type Host struct{ service *Service }

// Host answers the compositions as hosts of agent sessions.
func (s *Service) Host() Host { return Host{s} }

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

// CountUsage counts what the agent used towards the turn.
func (h Host) CountUsage(ctx context.Context, tx ports.Tx, session composition.Session, turnID string, used ports.Usage) error {
	turn, err := tx.TurnByID(ctx, session.CompositionID, turnID)
	if err != nil {
		return err
	}
	turn.Usage = turn.Usage.Add(composition.Usage{InputTokens: used.InputTokens, OutputTokens: used.OutputTokens, CostUSD: used.CostUSD})
	return tx.UpdateTurn(ctx, turn)
}
