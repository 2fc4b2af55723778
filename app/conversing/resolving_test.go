package conversing_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

// proposeEnd is a change set that adds an end node under the id "n".
func proposeEnd(base string) []byte {
	return fmt.Appendf(nil, `{"id":"cs","baseRevision":%q,"author":"a","summary":"s","ops":[`+
		`{"op":"addNode","node":{"id":"n","type":"end","name":"N","config":{}}}]}`, base)
}

// resolving makes a turn of the server's agent whose set an open editor is to apply.
func (b *bench) resolving(s *server) (composition.Composition, composition.Turn, *apptest.AgentSession) {
	b.Helper()
	c := b.Compose("", apptest.Task)
	if _, err := b.Composing.ChangeLease(b.Context(), b.Owner, c.ID, "window", composing.TakeLease); err != nil {
		b.Fatal(err)
	}
	turn := b.Say(c, "build")
	apptest.Pass(moment)
	session := s.agents.Last()
	agent, err := b.Composing.AuthenticateAgent(b.Context(), c.ID, session.Spec.MCPServers[0].Env["HEDDLE_SESSION_TOKEN"])
	if err != nil {
		b.Fatal(err)
	}
	outcome, err := b.Composing.ProposeChangeSet(b.Context(), agent, proposeEnd(string(b.Workflow(c).ContentRevision)))
	if err != nil || outcome.Refused != nil {
		b.Fatalf("%+v, %v", outcome.Refused, err)
	}
	session.Say(ports.TurnComplete{Outcome: ports.TurnDone})
	apptest.Pass(moment)
	if state := b.Reload(c).TurnState; state != composition.Resolving {
		b.Fatalf("after the turn it is %s", state)
	}
	return c, turn, session
}

// conflict makes a person's change that the set conflicts with, and an editor that finds so.
func (b *bench) conflict(c composition.Composition, turn composition.Turn) {
	b.Helper()
	workflow := b.Workflow(c)
	_, err := b.Composing.SaveItem(b.Context(), b.Owner, c.ID, workflow.ID, composing.Save{
		Content: []byte(strings.ReplaceAll(apptest.Pause, `"w"`, `"n"`)), BaseRevision: workflow.ContentRevision,
		LeaseID: b.Reload(c).Lease.ID,
	})
	if err != nil {
		b.Fatal(err)
	}
	_, err = b.Composing.ResolveChangeSet(b.Context(), b.Owner, c.ID, composing.Resolution{TurnID: turn.ID, Outcome: composing.Stale})
	if err != nil {
		b.Fatal(err)
	}
	apptest.Pass(moment)
}

func TestAnAgentIsAskedAgainInTheSameTurn(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c, turn, agent := b.resolving(s)
		b.conflict(c, turn)
		if told := agent.Messages(); len(told) != 2 || !strings.Contains(told[1], "Conflicts") {
			b.Fatalf("the agent was told %q", told)
		}
		agent.Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Completed, "look again")
	})
}

func TestAnAgentThatIsGoneIsStartedToBeAskedAgain(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c, turn, agent := b.resolving(s)
		agent.Die(ports.Exit{})
		apptest.Pass(moment)
		if now := b.Reload(c); now.TurnState != composition.Idle || !now.IsPending(turn.ID) {
			b.Errorf("after the exit: %s, pending %+v", now.TurnState, now.Pending)
		}
		b.conflict(c, turn)
		again := s.agents.Last()
		if again == agent || len(again.Messages()) != 1 || !strings.Contains(again.Messages()[0], "Conflicts") {
			b.Fatalf("%d agents; the last was told %q", len(s.agents.Sessions()), again.Messages())
		}
		again.Die(ports.Exit{Code: 1})
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Failed, "process ended")
		if now := b.Reload(c); !now.IsPending(turn.ID) {
			b.Errorf("pending: %+v", now.Pending)
		}
	})
}

func TestAnExitDoesNotEndATurnThatIsTakenUpAgain(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c, turn, agent := b.resolving(s)
		agent.Die(ports.Exit{}) // its exit and the word of the editor cross
		b.conflict(c, turn)
		if now := b.Reload(c); now.TurnState != composition.AIWorking || now.CurrentTurnID != turn.ID {
			b.Errorf("it is %s in turn %q", now.TurnState, now.CurrentTurnID)
		}
	})
}

func TestAServerThatDiesDoesNotLeaveAnEditorAwaited(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		one := b.serve()
		c, turn, _ := b.resolving(one)
		one.store.down.Store(true)
		b.serve()
		apptest.Until(b, "it is idle", func() bool { return b.Reload(c).TurnState == composition.Idle })
		if now := b.Reload(c); !now.IsPending(turn.ID) {
			b.Errorf("pending: %+v", now.Pending)
		}
	})
}
