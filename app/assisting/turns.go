package assisting

import (
	"context"
	"strings"

	"heddle.dev/heddle/app/asking"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Turn is a turn as it begins. All else about it is in the conversation.
type Turn struct {
	ID        string
	SessionID string
	Message   string
	StartedBy string
}

// SendMessage starts a turn. The message is stored in the conversation and reaches the agent through a job, so it is not
// lost between the two.
func (s *Service) SendMessage(
	ctx context.Context, actor access.Actor, sessionID, message string, key idempotency.Key,
) (turn Turn, err error) {
	if strings.TrimSpace(message) == "" {
		return turn, fault.New(fault.KindInvalid, "empty-message", "the message is empty")
	}
	err = s.change(ctx, actor, sessionID, func(ctx context.Context, tx ports.Tx, session *composition.Session) error {
		id, repeated, err := key.Claim(ctx, tx, s.newID(), s.clock.Now())
		turn = Turn{ID: id, SessionID: sessionID, Message: message, StartedBy: actor.ID()}
		if err != nil || repeated {
			return err
		}
		return s.startTurn(ctx, tx, session, turn, "")
	})
	return turn, err
}

// startTurn starts a turn and has its message delivered, with what the server says in front of it.
func (s *Service) startTurn(ctx context.Context, tx ports.Tx, session *composition.Session, turn Turn, before string) error {
	if err := session.StartTurn(turn.ID, turn.StartedBy); err != nil {
		return err
	}
	if err := tx.SetCurrentTurn(ctx, session.ID, turn.ID, turn.StartedBy); err != nil {
		return err
	}
	if err := asking.Close(ctx, tx, session.ID, "", s.clock.Now(), s.storeFor(tx, *session)); err != nil {
		return err
	}
	if err := s.storeOwn(ctx, tx, *session, entryMessage, turn.ID, said{Text: turn.Message, UserID: turn.StartedBy}); err != nil {
		return err
	}
	if err := s.tellTurn(ctx, tx, *session, turn.ID, ""); err != nil {
		return err
	}
	return s.command(ctx, tx, composing.DeliverMessageJob, composing.DeliverMessage{
		SessionID: session.ID, TurnID: turn.ID, Message: before + turn.Message,
	}, turn.ID)
}

// Interrupt ends the running turn on behalf of a person; the agent is told to stop.
func (s *Service) Interrupt(ctx context.Context, actor access.Actor, sessionID string) error {
	return s.change(ctx, actor, sessionID, func(ctx context.Context, tx ports.Tx, session *composition.Session) error {
		turnID := session.CurrentTurnID
		if turnID == "" {
			return fault.New(fault.KindConflict, "no-turn", "no AI turn is running")
		}
		if err := s.endTurn(ctx, tx, session, turnID, composition.Interrupted, "A person interrupted the turn."); err != nil {
			return err
		}
		return s.command(ctx, tx, composing.InterruptJob, composing.Interrupt{SessionID: session.ID, TurnID: turnID}, turnID)
	})
}

// RestartSession has the agent's process ended and started anew, on behalf of a person. A turn that it works on ends as
// interrupted. From now on the old process can change nothing any more, whichever server it is on.
func (s *Service) RestartSession(ctx context.Context, actor access.Actor, sessionID string) (restarted composition.Session, err error) {
	err = s.change(ctx, actor, sessionID, func(ctx context.Context, tx ports.Tx, session *composition.Session) error {
		const told = "A person restarted the agent."
		if session.CurrentTurnID == "" {
			err = s.storeNotice(ctx, tx, *session, told)
		} else {
			err = s.endTurn(ctx, tx, session, session.CurrentTurnID, composition.Interrupted, told)
		}
		if err != nil {
			return err
		}
		if err := s.replaceAgent(ctx, tx, *session); err != nil {
			return err
		}
		restarted, err = tx.SessionByID(ctx, sessionID)
		return err
	})
	return restarted, err
}

// replaceAgent has the process of a session ended and another one started.
func (s *Service) replaceAgent(ctx context.Context, tx ports.Tx, session composition.Session) error {
	// Before the owner is gone from the row, which the command is meant for.
	restart := composing.RestartSession{SessionID: session.ID, Epoch: session.OwnerEpoch}
	if err := s.command(ctx, tx, composing.RestartSessionJob, restart, ""); err != nil {
		return err
	}
	return tx.EvictSession(ctx, session.ID)
}

// endTurn ends a turn of a session that is locked. One that has ended before is left alone.
func (s *Service) endTurn(
	ctx context.Context, tx ports.Tx, session *composition.Session, turnID string, outcome composition.Outcome, notice string,
) error {
	if !session.EndTurn(turnID) {
		return nil
	}
	if err := tx.SetCurrentTurn(ctx, session.ID, "", ""); err != nil {
		return err
	}
	if outcome != composition.Completed { // else a question is the agent's last word, and may be answered still
		if err := asking.Close(ctx, tx, session.ID, turnID, s.clock.Now(), s.storeFor(tx, *session)); err != nil {
			return err
		}
	}
	if err := s.storeOwn(ctx, tx, *session, entryEnd, turnID, turnEnd{Outcome: outcome, Notice: notice}); err != nil {
		return err
	}
	return s.tellTurn(ctx, tx, *session, turnID, outcome)
}
