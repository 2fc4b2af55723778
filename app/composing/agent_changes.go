package composing

import (
	"context"
	"errors"

	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// ChangeSetOutcome is what became of a proposed change set.
type ChangeSetOutcome struct {
	Refused  *changeset.Error // nil if it was applied
	Revision string           // of the working copy now
	Problems []fault.Problem  // that the validator sees in the working copy now
}

// ProposeChangeSet applies a change set to the turn's working copy. A refused set is an outcome, not an error: the
// agent is to read why and try again. It leaves nothing, no turn of an attached agent that it would have begun either.
func (s *Service) ProposeChangeSet(ctx context.Context, agent Agent, text []byte) (outcome ChangeSetOutcome, err error) {
	err = s.inTurn(ctx, agent, func(ctx context.Context, tx ports.Tx, c *composition.Composition, turn composition.Turn) error {
		outcome = ChangeSetOutcome{} // of this run of the transaction
		last, err := tx.LatestWorkingCopy(ctx, turn.ID)
		if err != nil {
			return err
		}
		next, err := s.advance(last, text)
		if errors.As(err, &outcome.Refused) {
			next = last
		} else if err != nil {
			return err
		} else if err := tx.InsertWorkingCopy(ctx, next); err != nil {
			return err
		}
		outcome.Revision = string(next.ContentRevision)
		if outcome.Problems, err = s.workflowProblems(ctx, tx, *c, next.Content); err != nil || outcome.Refused == nil {
			return err
		}
		return errRefused
	})
	if errors.Is(err, errRefused) {
		err = nil
	}
	return outcome, err
}

// errRefused undoes the transaction of a change set that is refused.
var errRefused = errors.New("the change set is refused")

// advance applies the text of a change set to a working copy. The server signs it: an agent can't speak for others.
func (s *Service) advance(last composition.WorkingCopy, text []byte) (composition.WorkingCopy, error) {
	set, err := changeset.Parse(text)
	if err != nil {
		return last, err
	}
	signed := set.WithAuthor(agentActor)
	changed, rev, err := applyText(last.Content, string(signed.Text()))
	if err != nil {
		return last, err
	}
	return last.Next(string(signed.Text()), changed, rev, s.clock.Now()), nil
}
