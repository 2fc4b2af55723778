package composing

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/app/jobs"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// EndIdleTurnJob ends the turn of an attached agent that does not call any more.
const EndIdleTurnJob = "end-idle-turn"

// EndIdleTurn asks to end a turn of an attached agent once it is idle.
type EndIdleTurn struct {
	CompositionID string `json:"compositionId"`
	TokenID       string `json:"tokenId"`
	TurnID        string `json:"turnId"`
}

// joinTurn lets an attached agent work in its turn, which its first change begins. The fault that it answers beside an
// error is to be answered once the transaction is committed: nil for none.
func (s *Service) joinTurn(
	ctx context.Context, tx ports.Tx, c *composition.Composition, session *composition.Session, token composition.AgentToken,
) (*fault.Error, error) {
	if c.IsAtWork(session.TurnID) {
		return nil, nil //nolint:nilnil // it is at work already
	}
	if c.TurnState == composition.Idle && session.TurnID != "" {
		interrupted, err := s.tellInterrupted(ctx, tx, c, session)
		if err != nil || interrupted != nil {
			return interrupted, err
		}
	}
	now := s.clock.Now()
	turn := composition.Turn{
		ID: s.newID(), CompositionID: c.ID, Message: fmt.Sprintf("(attached agent %s)", token.Name), StartedBy: token.CreatedBy, StartedAt: now,
		TouchedItems: []string{}, Drafts: []string{}, AgentTokenID: token.ID,
	}
	if err := c.StartTurn(turn.ID, "", now); err != nil { // its message is no goal
		return nil, err
	}
	workflow, err := tx.WorkflowItem(ctx, c.ID)
	if err != nil {
		return nil, err
	}
	if _, _, err := s.beginTurn(ctx, tx, c, turn, workflow); err != nil {
		return nil, err
	}
	if err := s.storeNotice(ctx, tx, c, turn.ID, fmt.Sprintf("The attached agent %s began to work.", token.Name)); err != nil {
		return nil, err
	}
	session.TurnID = turn.ID
	if _, err := tx.SetSessionTurn(ctx, session.ID, session.OwnerEpoch, turn.ID); err != nil {
		return nil, err
	}
	return nil, s.watchIdle(ctx, tx, EndIdleTurn{CompositionID: c.ID, TokenID: token.ID, TurnID: turn.ID}, token.IdleAt())
}

// tellInterrupted answers a fault to the first change after a person interrupted the agent's turn: it would never learn
// of that otherwise, and just go on in the next turn.
func (s *Service) tellInterrupted(
	ctx context.Context, tx ports.Tx, c *composition.Composition, session *composition.Session,
) (*fault.Error, error) {
	last, err := tx.TurnByID(ctx, c.ID, session.TurnID)
	if err != nil || last.Outcome != composition.Interrupted {
		return nil, err
	}
	_, err = tx.SetSessionTurn(ctx, session.ID, session.OwnerEpoch, "")
	return fault.New(fault.KindConflict, "turn-interrupted",
		"a person interrupted your turn, so nothing was changed; ask the user before you go on: your next change begins a new turn"), err
}

// watchIdle has the turn looked at again at a time.
func (s *Service) watchIdle(ctx context.Context, tx ports.Tx, turn EndIdleTurn, at time.Time) error {
	return s.enqueueAt(ctx, tx, EndIdleTurnJob, turn, turn.TurnID, at)
}

// longestTest is how long a test run counts as under way: the end of one whose server went away is never stored.
const longestTest = 10 * time.Minute

// isTesting tells whether a test run of the turn is under way.
func (s *Service) isTesting(ctx context.Context, tx ports.Tx, turnID string) (bool, error) {
	runs, err := tx.ListTestRunsOfTurn(ctx, turnID)
	since := s.clock.Now().Add(-longestTest)
	return slices.ContainsFunc(runs, func(run composition.TestRun) bool {
		return run.EndedAt == nil && run.StartedAt.After(since)
	}), err
}

// EndIdleTurn is the handler of EndIdleTurnJob: it ends the turn when there was no call for composition.IdleLimit, and
// looks again later when there was one.
func (s *Service) EndIdleTurn(ctx context.Context, job ports.Job) error {
	var command EndIdleTurn
	if err := json.Unmarshal([]byte(job.Args), &command); err != nil {
		return err
	}
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		if err := jobs.Finish(ctx, tx, job); err != nil {
			return err
		}
		if err := s.endIdleTurn(ctx, tx, command); err != nil && fault.KindOf(err) != fault.KindNotFound {
			return err // what is not found was deleted meanwhile
		}
		return nil
	})
}

func (s *Service) endIdleTurn(ctx context.Context, tx ports.Tx, command EndIdleTurn) error {
	c, err := tx.LockComposition(ctx, command.CompositionID)
	if err != nil || !c.IsAtWork(command.TurnID) {
		return err
	}
	token, err := tx.AgentTokenByID(ctx, c.ID, command.TokenID)
	if err != nil {
		return err
	}
	at := token.IdleAt()
	testing, err := s.isTesting(ctx, tx, command.TurnID)
	if err != nil {
		return err
	}
	if testing { // a test that takes long is a call that takes long
		at = s.clock.Now().Add(composition.IdleLimit)
	}
	if s.clock.Now().Before(at) {
		return s.watchIdle(ctx, tx, command, at)
	}
	return s.EndTurnIn(ctx, tx, &c, command.TurnID, composition.Completed,
		"The attached agent did nothing for a minute, so its turn was ended.")
}

// FinishTurn ends the turn in which an attached agent works, with the agent's last word if it has one. The change set
// waits to be applied then.
func (s *Service) FinishTurn(ctx context.Context, agent Agent, summary string) (turn composition.Turn, err error) {
	if agent.attached == nil {
		return turn, fault.New(fault.KindConflict, "not-attached", "the turns of this agent end with its answer; only attached agents finish theirs")
	}
	err = s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		c, err := tx.LockComposition(ctx, agent.compositionID)
		if err != nil {
			return err
		}
		session, err := tx.SessionByID(ctx, agent.sessionID)
		if err != nil {
			return err
		}
		if !c.IsAtWork(session.TurnID) {
			return fault.New(fault.KindConflict, "no-turn", "no turn of yours is running, so there is nothing to finish")
		}
		if err := s.storeLastWord(ctx, tx, &c, session.TurnID, summary); err != nil {
			return err
		}
		if err := s.EndTurnIn(ctx, tx, &c, session.TurnID, composition.Completed, ""); err != nil {
			return err
		}
		turn, err = tx.TurnByID(ctx, c.ID, session.TurnID)
		return err
	})
	return turn, err
}

// storeLastWord puts what an attached agent says into the conversation, as the composition's own agent's words.
func (s *Service) storeLastWord(ctx context.Context, tx ports.Tx, c *composition.Composition, turnID, summary string) error {
	if summary == "" {
		return nil
	}
	said := ports.Text{Text: summary}
	data, err := ports.EncodeAgentEvent(said)
	if err != nil {
		return err
	}
	return s.StoreSessionEvent(ctx, tx, c, composition.SessionEvent{
		SessionID: c.SessionID, Kind: string(said.Kind()), TurnID: turnID, Data: string(data), At: s.clock.Now(),
	})
}

// endAttachedTurn ends the turn in which an attached agent works, if it does.
func (s *Service) endAttachedTurn(
	ctx context.Context, tx ports.Tx, c *composition.Composition, sessionID string, outcome composition.Outcome, notice string,
) error {
	session, err := tx.SessionByID(ctx, sessionID)
	if err != nil || !c.IsAtWork(session.TurnID) {
		return err
	}
	return s.EndTurnIn(ctx, tx, c, session.TurnID, outcome, notice)
}
