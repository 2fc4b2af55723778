package conversing_test

import (
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

func TestAMessageStartsAnAgentWhoseAnswerIsStored(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		turn := b.Say(c, "build something")
		apptest.Pass(moment)
		agent := s.agents.Last()
		if agent == nil || len(agent.Messages()) != 1 || !strings.HasSuffix(agent.Messages()[0], "build something") {
			b.Fatalf("the agent got %+v", agent)
		}
		env := agent.Spec.MCPServers[0].Env
		if _, err := b.Composing.AuthenticateAgent(b.Context(), c.ID, env["HEDDLE_SESSION_TOKEN"]); err != nil || env["HEDDLE_COMPOSITION_ID"] != c.ID {
			b.Errorf("the MCP server's token: %v; its environment names %s", err, env["HEDDLE_COMPOSITION_ID"])
		}
		agent.Say(ports.TextDelta{Text: "Do"}, ports.Text{Text: "Done"}, ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Completed, "")
		events, err := b.Composing.GetConversation(b.Context(), b.Owner, c.SessionID, 0, 100)
		var kinds []string
		for _, event := range events {
			kinds = append(kinds, event.Kind)
		}
		if got := strings.Join(kinds, " "); err != nil || got != "user-message turn-started text turn-complete" {
			b.Errorf("the conversation is %q, %v", got, err)
		}
		if status := b.session(c).Status; status != composition.SessionRunning {
			b.Errorf("the session is %s", status)
		}
	})
}

func TestTheAgentWaitsForTheNextMessage(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		for range 3 {
			turn := b.Say(c, "again")
			apptest.Pass(moment)
			s.agents.Last().Say(ports.TurnComplete{Outcome: ports.TurnDone})
			apptest.Pass(moment)
			b.wantEnd(c, turn, composition.Completed, "")
		}
		if n := len(s.agents.Sessions()); n != 1 {
			b.Errorf("%d processes were started", n)
		}
	})
}

func TestAnAgentThatCanNotBeStartedFailsTheTurnAndSaysWhy(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		s.agents.Refuse(fault.New(fault.KindUnavailable, "agent-start-failed", "the program is not installed"))
		turn := b.Say(c, "hello")
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Failed, "the program is not installed")
		s.agents.Refuse(nil)
		turn = b.Say(c, "hello")
		apptest.Pass(moment)
		s.agents.Last().Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Completed, "")
	})
}

func TestAnAgentsErrorIsTheNoticeOfItsFailedTurn(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		turn := b.Say(c, "hello")
		apptest.Pass(moment)
		s.agents.Last().Say(ports.AgentError{Message: "just so", Warning: true}, ports.AgentError{Message: "out of credit"}, ports.TurnComplete{Outcome: ports.TurnFailed})
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Failed, "out of credit")
	})
}

func TestAFailedTurnWithoutAnErrorTakesItsLastWarningForItsNotice(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		for _, turn := range []struct {
			outcome composition.Outcome
			told    ports.TurnOutcome
			notice  string
		}{{composition.Failed, ports.TurnFailed, "a tool is missing"}, {composition.Completed, ports.TurnDone, ""}} {
			said := b.Say(c, "hello")
			apptest.Pass(moment)
			s.agents.Last().Say(ports.AgentError{Message: "slow today", Warning: true}, ports.AgentError{Message: "a tool is missing", Warning: true},
				ports.TurnComplete{Outcome: turn.told})
			apptest.Pass(moment)
			b.wantEnd(c, said, turn.outcome, turn.notice)
			if found := b.turn(c, said); turn.notice == "" && found.Receipt.Notice != "" {
				b.Errorf("a turn that went well has the notice %q", found.Receipt.Notice)
			}
		}
		turn := b.Say(c, "hello") // what was said in an earlier turn is no notice of this one
		apptest.Pass(moment)
		s.agents.Last().Say(ports.TurnComplete{Outcome: ports.TurnFailed})
		apptest.Pass(moment)
		if found := b.turn(c, turn); strings.Contains(found.Receipt.Notice, "missing") {
			b.Errorf("the notice is %q", found.Receipt.Notice)
		}
	})
}

func TestAProcessThatDiesFailsItsTurnAndTheNextMessageStartsAnother(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		turn := b.Say(c, "hello")
		apptest.Pass(moment)
		s.agents.Last().Die(ports.Exit{Code: 137, Message: "killed\x00 by \xff"})
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Failed, "code 137")
		if session := b.session(c); session.Status != composition.SessionError || !strings.Contains(session.Error, "137") || session.LeaseUntil != nil {
			b.Errorf("the session is %+v", session)
		}
		turn = b.Say(c, "hello again")
		apptest.Pass(moment)
		agents := s.agents.Sessions()
		if len(agents) != 2 || agents[1].Spec.ResumeID != "resume" {
			b.Fatalf("%d processes, the last resumes %q", len(agents), agents[len(agents)-1].Spec.ResumeID)
		}
		if agents[0].Spec.MCPServers[0].Env["HEDDLE_SESSION_TOKEN"] == agents[1].Spec.MCPServers[0].Env["HEDDLE_SESSION_TOKEN"] {
			b.Error("the new process has the token of the old one")
		}
		old := agents[0].Spec.MCPServers[0].Env["HEDDLE_SESSION_TOKEN"]
		if _, err := b.Composing.AuthenticateAgent(b.Context(), c.ID, old); fault.KindOf(err) != fault.KindUnauthenticated {
			b.Errorf("the old token: %v", err)
		}
		agents[1].Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Completed, "")
	})
}

func TestAProcessThatEndsBetweenTurnsIsReplaced(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		b.Say(c, "hello")
		apptest.Pass(moment)
		s.agents.Last().Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		turn := b.Say(c, "again") // told to a process that ends at the same moment
		s.agents.Last().Die(ports.Exit{})
		apptest.Pass(moment)
		if n := len(s.agents.Sessions()); n == 2 {
			s.agents.Last().Say(ports.TurnComplete{Outcome: ports.TurnDone})
			apptest.Pass(moment)
			b.wantEnd(c, turn, composition.Completed, "")
		} else {
			b.wantEnd(c, turn, composition.Failed, "ended")
		}
	})
}

func TestAProcessThatDiesBetweenTurnsIsToldOfByItsSession(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		b.answerOne(s, c)
		s.agents.Last().Die(ports.Exit{Code: 1, Message: "an MCP server is gone"})
		apptest.Pass(moment)
		session := b.session(c)
		if session.Status != composition.SessionError || !strings.Contains(session.Error, "between turns") || !strings.Contains(session.Error, "MCP server is gone") {
			b.Errorf("the session is %+v", session)
		}
		b.answerOne(s, c)
		if session := b.session(c); session.Status != composition.SessionRunning || session.Error != "" {
			b.Errorf("the session is %+v", session)
		}
	})
}

func TestAnInterruptEndsTheTurnAtOnceAndTellsTheAgent(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		turn := b.Say(c, "hello")
		apptest.Pass(moment)
		if err := b.Composing.Interrupt(b.Context(), b.Owner, c.ID); err != nil {
			b.Fatal(err)
		}
		b.wantEnd(c, turn, composition.Interrupted, "interrupted")
		apptest.Pass(moment)
		if n := s.agents.Last().Interrupts(); n != 1 {
			b.Errorf("the agent was told %d times", n)
		}
		if err := b.Composing.Interrupt(b.Context(), b.Owner, c.ID); fault.CodeOf(err) != "no-turn" {
			b.Errorf("an interrupt without a turn: %v", err)
		}
		next := b.Say(c, "go on")
		apptest.Pass(moment)
		s.agents.Last().Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.wantEnd(c, next, composition.Completed, "")
		b.wantEnd(c, turn, composition.Interrupted, "")
		if n := len(s.agents.Sessions()); n != 1 {
			b.Errorf("%d processes, want one that goes on", n)
		}
	})
}

func TestAnAgentThatDoesNotStopIsReplaced(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		b.Say(c, "hello")
		apptest.Pass(moment)
		s.agents.Last().Ignore()
		if err := b.Composing.Interrupt(b.Context(), b.Owner, c.ID); err != nil {
			b.Fatal(err)
		}
		turn := b.Say(c, "go on")
		apptest.Pass(20 * time.Second)
		agents := s.agents.Sessions()
		if len(agents) != 2 || !agents[0].Ended() || len(agents[1].Messages()) != 1 {
			b.Fatalf("%d processes", len(agents))
		}
		agents[1].Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Completed, "")
	})
}

func TestWhatAnInterruptedAgentStillSaysDoesNotReachTheNextTurn(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		b.Say(c, "hello")
		apptest.Pass(moment)
		old := s.agents.Last()
		old.Ignore()
		if err := b.Composing.Interrupt(b.Context(), b.Owner, c.ID); err != nil {
			b.Fatal(err)
		}
		next := b.Say(c, "go on")
		token := old.Spec.MCPServers[0].Env["HEDDLE_SESSION_TOKEN"]
		agent, err := b.Composing.AuthenticateAgent(b.Context(), c.ID, token)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := b.Composing.SaveForAgent(b.Context(), agent, composition.ActionTypeItem, []byte(apptest.CheckAmount)); fault.CodeOf(err) != "no-turn" {
			b.Errorf("a late save: %v", err)
		}
		old.Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		if found := b.turn(c, next); found.Outcome != "" {
			b.Errorf("the next turn ended with the old one: %+v", found)
		}
	})
}

func TestADeletedCompositionsAgentEnds(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		b.Say(c, "hello")
		apptest.Pass(moment)
		if err := b.Composing.DeleteComposition(b.Context(), b.Owner, c.ID); err != nil {
			b.Fatal(err)
		}
		apptest.Pass(moment)
		if !s.agents.Last().Ended() {
			b.Error("the process lives on")
		}
	})
}

func TestAMessageOfADeletedCompositionStartsNothing(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.compose()
		b.Say(c, "hello")
		if err := b.Composing.DeleteComposition(b.Context(), b.Owner, c.ID); err != nil {
			b.Fatal(err)
		}
		s := b.serve()
		apptest.Pass(moment)
		if n := len(s.agents.Sessions()); n != 0 {
			b.Errorf("%d processes were started", n)
		}
		for _, kind := range []string{composing.DeliverMessageJob, composing.EndSessionJob} {
			if b.isWaiting(kind) {
				b.Errorf("a job of kind %s is left", kind)
			}
		}
	})
}
