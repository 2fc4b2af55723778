package composing

import (
	"context"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// The kinds of browser events about test runs.
const (
	eventTest       = "composition-test"
	eventTestOutput = "composition-test-output"
)

type testChanged struct {
	CompositionID string `json:"compositionId"`
	TestID        string `json:"testId"`
	TurnID        string `json:"turnId,omitzero"`
	Name          string `json:"name"`
	State         string `json:"state"` // running or ended
	OK            bool   `json:"ok"`
	Summary       string `json:"summary,omitzero"`
}

type testOutput struct {
	CompositionID string `json:"compositionId"`
	TestID        string `json:"testId"`
	Stream        string `json:"stream"`
	Text          string `json:"text"`
}

// Tester is who runs a test: a person, or an agent in its turn.
type Tester struct {
	compositionID string
	person        *access.Actor
	agent         Agent
}

// ByPerson is a person who tests something in a composition.
func ByPerson(actor access.Actor, compositionID string) Tester {
	return Tester{compositionID: compositionID, person: &actor}
}

// ByAgent is an agent that tests something in its turn.
func ByAgent(agent Agent) Tester { return Tester{compositionID: agent.compositionID, agent: agent} }

// IsAgent tells whether it is an agent.
func (t Tester) IsAgent() bool { return t.person == nil }

// TestedItem reads what is to be tested: the draft if there is one, else what is published. The fault of a name that is
// in neither says what there is.
func (s *Service) TestedItem(ctx context.Context, by Tester, itemType composition.ItemType, name string) (item AgentItem, err error) {
	look := func(ctx context.Context, tx ports.Tx, c composition.Composition) (err error) {
		item, err = s.itemForAgent(ctx, tx, c, itemType, name)
		item.TeamID = c.TeamID
		return err
	}
	if by.IsAgent() { // which is not shown the content by that
		err = s.view(ctx, by.agent, look)
		return item, err
	}
	err = s.read(ctx, *by.person, by.compositionID, func(ctx context.Context, tx ports.Tx, c composition.Composition) error {
		if err := by.person.Require(access.CompositionEdit, c.TeamID); err != nil {
			return err
		}
		return look(ctx, tx, c)
	})
	return item, err
}

// BeginTest stores that a test run begins; an agent's is one of its turn.
func (s *Service) BeginTest(ctx context.Context, by Tester, run composition.TestRun) (begun composition.TestRun, err error) {
	begin := func(ctx context.Context, tx ports.Tx, c *composition.Composition, turnID, actorID string) error {
		begun = run // of this run of the transaction
		begun.CompositionID, begun.TurnID, begun.StartedBy = c.ID, turnID, actorID
		if err := tx.InsertTestRun(ctx, begun); err != nil {
			return err
		}
		return s.tellTest(ctx, tx, c, begun)
	}
	if by.IsAgent() {
		err = s.inTurn(ctx, by.agent, func(ctx context.Context, tx ports.Tx, c *composition.Composition, turn composition.Turn) error {
			return begin(ctx, tx, c, turn.ID, agentActor)
		})
		return begun, err
	}
	err = s.change(ctx, *by.person, access.CompositionEdit, by.compositionID, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		return begin(ctx, tx, c, "", by.person.ID())
	})
	return begun, err
}

// TestGoesOn tells whether a test run still has somebody to run for: its turn, or the composition.
func (s *Service) TestGoesOn(ctx context.Context, run composition.TestRun) (goesOn bool, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		c, err := tx.CompositionByID(ctx, run.CompositionID)
		goesOn = run.TurnID == "" || c.CurrentTurnID == run.TurnID
		return err
	})
	if err != nil && fault.KindOf(err) == fault.KindNotFound {
		return false, nil
	}
	return goesOn, err
}

// TellTestOutput shows what a test run wrote.
func (s *Service) TellTestOutput(ctx context.Context, run composition.TestRun, stream, text string) error {
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		c, err := tx.CompositionByID(ctx, run.CompositionID)
		if err != nil {
			return err
		}
		return s.tell(ctx, tx, &c, eventTestOutput, testOutput{CompositionID: c.ID, TestID: run.ID, Stream: stream, Text: text})
	})
}

// EndTest stores how a test run came out. One of a composition that was deleted meanwhile is gone.
func (s *Service) EndTest(ctx context.Context, run composition.TestRun) error {
	err := s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		c, err := tx.CompositionByID(ctx, run.CompositionID)
		if err != nil {
			return err
		}
		if err := tx.EndTestRun(ctx, run); err != nil {
			return err
		}
		return s.tellTest(ctx, tx, &c, run)
	})
	if err != nil && fault.KindOf(err) == fault.KindNotFound {
		return nil
	}
	return err
}

func (s *Service) tellTest(ctx context.Context, tx ports.Tx, c *composition.Composition, run composition.TestRun) error {
	state := "running"
	if run.EndedAt != nil {
		state = "ended"
	}
	return s.tell(ctx, tx, c, eventTest, testChanged{
		CompositionID: c.ID, TestID: run.ID, TurnID: run.TurnID, Name: run.Label(), State: state, OK: run.OK, Summary: run.Summary,
	})
}

// testsOf lists the test runs of a turn for its receipt.
func testsOf(ctx context.Context, tx ports.Tx, turnID string) ([]composition.TestOutcome, error) {
	runs, err := tx.ListTestRunsOfTurn(ctx, turnID)
	if err != nil || len(runs) == 0 {
		return nil, err
	}
	outcomes := make([]composition.TestOutcome, len(runs))
	for i, run := range runs {
		outcomes[i] = run.Outcome()
	}
	return outcomes, nil
}
