package composing

import (
	"context"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

// The notices about change sets.
const (
	noticeRestarted = "Your changes and the AI's touch the same things, so the AI was asked to look again."
	noticeGivenUp   = "The AI's changes no longer fit the workflow and were not applied. They can be read on the turn; " +
		"ask the AI again to get them anew."
	noticeRejected = "The AI's changes were rejected. The workflow is what it was."
	noticeUnusable = "The editor could not apply the AI's changes. They still wait: reload the workflow and try again."
	noticeSilent   = "The editor did not answer in time. The AI's changes still wait to be applied."
)

// waiting is what becomes of an earlier turn's change set when a new turn begins while it waits.
type waiting int

const (
	noneWaits     waiting = iota
	waitsIncluded         // the new turn builds on it
	waitsNoLonger         // it no longer fits the workflow: what the new turn proposes takes its place
)

// forAgent says it to the agent, before the person's message.
func (w waiting) forAgent() string {
	switch w {
	case waitsIncluded:
		return "[The workflow includes your earlier changes, which are not approved yet.]\n"
	case waitsNoLonger:
		return "[The change set that waited for approval no longer fits the workflow and is not part of it.]\n"
	default:
		return ""
	}
}

// forPeople says it in the conversation, where it needs to be said.
func (w waiting) forPeople() string {
	if w == waitsNoLonger {
		return "The changes that waited to be applied no longer fit the workflow. What the AI proposes now takes their place; " +
			"they can be read on their turn."
	}
	return ""
}

// notify tells people something about a turn, in the conversation and on the turn's receipt. The caller stores the turn.
func (s *Service) notify(ctx context.Context, tx ports.Tx, c *composition.Composition, turn *composition.Turn, notice string) error {
	if notice == "" {
		return nil
	}
	turn.Notify(notice)
	return s.storeNotice(ctx, tx, c, turn.ID, notice)
}

// announce is notify for a turn that does not change otherwise; browsers learn of the composition's state too.
func (s *Service) announce(ctx context.Context, tx ports.Tx, c *composition.Composition, turn *composition.Turn, notice string) error {
	if err := s.notify(ctx, tx, c, turn, notice); err != nil {
		return err
	}
	if err := tx.UpdateTurn(ctx, *turn); err != nil {
		return err
	}
	return s.tellTurn(ctx, tx, c, *turn)
}
