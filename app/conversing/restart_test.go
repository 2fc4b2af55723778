package conversing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

func (b *bench) restart(c composition.Composition) {
	b.Helper()
	session, err := b.Composing.RestartSession(b.Context(), b.Owner, c.SessionID)
	if err != nil {
		b.Fatal(err)
	}
	if session.Status != composition.SessionStopped || session.Owner != "" {
		b.Errorf("the session is %+v", session)
	}
}

// conversation lists the data of a conversation's events of one kind.
func (b *bench) conversation(c composition.Composition, kind string) (data []string) {
	b.Helper()
	events, err := b.Composing.GetConversation(b.Context(), b.Owner, c.SessionID, 0, 1000)
	if err != nil {
		b.Fatal(err)
	}
	for _, event := range events {
		if event.Kind == kind {
			data = append(data, event.Data)
		}
	}
	return data
}

// answered is a composition whose agent has had a turn.
func (b *bench) answered(s *server) composition.Composition {
	b.Helper()
	c := b.compose()
	b.Say(c, "hello")
	apptest.Pass(moment)
	s.agents.Last().Say(ports.Text{Text: "good\nday"}, ports.TurnComplete{Outcome: ports.TurnDone})
	apptest.Pass(moment)
	return c
}

func TestARestartEndsTheProcessAndStartsOneThatIsToldWhatWasSaid(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.answered(s)
		if told := s.agents.Last().Messages()[0]; strings.Contains(told, "anew") {
			b.Errorf("a first message came with %q", told)
		}
		b.restart(c)
		apptest.Pass(moment)
		agents := s.agents.Sessions()
		if len(agents) != 2 || !agents[0].Ended() || agents[1].Ended() {
			b.Fatalf("%d processes", len(agents))
		}
		if session := b.session(c); session.Status != composition.SessionRunning {
			b.Errorf("the session is %+v", session)
		}
		for range 2 {
			turn := b.Say(c, "go on")
			apptest.Pass(moment)
			agents[1].Say(ports.TurnComplete{Outcome: ports.TurnDone})
			apptest.Pass(moment)
			b.wantEnd(c, turn, composition.Completed, "")
		}
		told := agents[1].Messages()
		want := "]\n[Goal: hello]\n[Drafts: workflow/Draft]\n[The user said: hello]\n[You said: good day]\n[Workflow revision: "
		if !strings.HasPrefix(told[0], "[You were started anew.") || !strings.Contains(told[0], want) || !strings.HasSuffix(told[0], "]\ngo on") {
			b.Errorf("the new process was told %q, want %q in it", told[0], want)
		}
		if strings.Contains(told[1], "anew") {
			b.Errorf("it is told again: %q", told[1])
		}
		if notices := b.conversation(c, "notice"); !slices.Equal(notices, []string{`{"text":"A person restarted the agent."}`}) {
			b.Errorf("people are told %q", notices)
		}
	})
}

func TestAnotherEngineTakesOverTheConversation(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		turn := b.Say(c, "hello")
		apptest.Pass(moment)
		other, model := apptest.OtherEngine, "big"
		changes := composing.CompositionChanges{Engine: &other, Model: &model}
		if _, err := b.Composing.UpdateComposition(b.Context(), b.Owner, c.ID, changes); fault.CodeOf(err) != "turn-running" {
			b.Errorf("while a turn runs: %v", err)
		}
		s.agents.Last().Say(ports.Text{Text: "good day"}, ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Completed, "")
		changed, err := b.Composing.UpdateComposition(b.Context(), b.Owner, c.ID, changes)
		if err != nil || changed.Engine != other || changed.Model != model {
			b.Fatalf("%+v, %v", changed, err)
		}
		b.Say(c, "go on")
		apptest.Pass(5 * time.Second)
		live := slices.DeleteFunc(s.agents.Sessions(), (*apptest.AgentSession).Ended)
		if len(live) != 1 {
			b.Fatalf("%d processes", len(live))
		}
		if spec := live[0].Spec; spec.Model != model || spec.ResumeID != "" {
			b.Errorf("the other was started with %+v", spec)
		}
		if told := live[0].Messages(); len(told) != 1 || !strings.Contains(told[0], "good day") {
			b.Errorf("it was told %q", told)
		}
	})
}

func TestARestartInterruptsTheTurnAndItsAgentChangesNothingAnyMore(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		turn := b.Say(c, "hello")
		apptest.Pass(moment)
		old := s.agents.Last()
		b.restart(c)
		b.wantEnd(c, turn, composition.Interrupted, "restarted")
		old.Say(ports.Text{Text: "still here"})
		apptest.Pass(moment)
		if said := b.conversation(c, "text"); len(said) != 0 {
			b.Errorf("the old process said %q", said)
		}
		b.wantEnd(c, turn, composition.Interrupted, "restarted")
	})
}

func TestAMessageRightAfterARestartReachesTheNewProcess(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		for range 3 { // of which any may get the message
			b.serve()
		}
		c := b.compose()
		b.Say(c, "hello")
		apptest.Pass(moment)
		for round := range 5 {
			b.restart(c)
			turn := b.Say(c, fmt.Sprint("message ", round))
			apptest.Pass(5 * time.Second)
			if found := b.turn(c, turn); found.Outcome != "" {
				b.Fatalf("round %d: the turn ended as %s, %+v", round, found.Outcome, found.Receipt)
			}
		}
	})
}

func TestARestartReachesTheAgentOnWhicheverServerItIs(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c, agent := b.owned()
		b.restart(c)
		apptest.Pass(blink)
		if !agent.Ended() {
			b.Error("the process lives on")
		}
		if session := b.session(c); session.Status != composition.SessionRunning {
			b.Errorf("the session is %+v", session)
		}
	})
}

func TestARestartForAServerThatDiedGoesToAnother(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		dead := b.serve()
		c := b.answered(dead)
		dead.store.down.Store(true) // for ever: as good as dead
		dead.stop()
		alive := b.serve()
		b.restart(c)
		apptest.Pass(20 * time.Second)
		if alive.agents.Last() == nil || b.session(c).Status != composition.SessionRunning {
			b.Errorf("nobody started it: %+v", b.session(c))
		}
	})
}

func TestARestartStartsAnAgentThatDoesNotRun(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		b.restart(c)
		apptest.Pass(moment)
		if s.agents.Last() == nil || b.session(c).Status != composition.SessionRunning {
			b.Errorf("it was not started: %+v", b.session(c))
		}
	})
}

func TestAnAgentThatCanNotBeRestartedIsTriedAgainWithTheNextMessage(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.answered(s)
		s.agents.Refuse(fault.New(fault.KindUnavailable, "agent-start-failed", "no such program"))
		b.restart(c)
		apptest.Pass(moment)
		if notices := b.conversation(c, "notice"); len(notices) != 2 || !strings.Contains(notices[1], "no such program") {
			b.Errorf("people are told %q", notices)
		}
		if session := b.session(c); session.Status != composition.SessionError {
			b.Errorf("the session is %+v", session)
		}
		s.agents.Refuse(nil)
		turn := b.Say(c, "go on")
		apptest.Pass(moment)
		s.agents.Last().Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Completed, "")
	})
}

func TestARestartedSessionOfADeletedCompositionIsForgotten(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.compose()
		b.restart(c)
		if err := b.Composing.DeleteComposition(b.Context(), b.Owner, c.ID); err != nil {
			b.Fatal(err)
		}
		s := b.serve()
		apptest.Pass(moment)
		if s.agents.Last() != nil || b.isWaiting("restart-session") {
			b.Error("an agent was started, or its start is tried for ever")
		}
	})
}
