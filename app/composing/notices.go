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
	noticeUnusable = "The editor could not apply the AI's changes. They still wait: reload the workflow and try again."
	noticeSilent   = "The editor did not answer in time. The AI's changes still wait to be applied."
)

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
