package e2e_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
	"heddle.dev/heddle/openapi/api"
)

// heldTurn starts a turn that waits for an answer of its first tool call: the agent's MCP server is stopped until
// release is called.
func heldTurn(t *testing.T, s *heddletest.Server, compositionID string) (turn api.Turn, release func()) {
	t.Helper()
	s.Ask(compositionID, "hello")
	return heldTurnBetween(t, s, s, compositionID)
}

// heldTurnBetween is heldTurn through one server where another runs the agent.
func heldTurnBetween(t *testing.T, asked, owner *heddletest.Server, compositionID string) (turn api.Turn, release func()) {
	t.Helper()
	_, mcp := owner.Agent()
	signal(t, mcp, syscall.SIGSTOP)
	turn = asked.Say(compositionID, goal)
	sessionID := asked.Composition(compositionID).SessionId
	heddletest.Until(t, "the agent calls a tool", func() bool {
		return slices.ContainsFunc(asked.Conversation(sessionID), func(e api.SessionEvent) bool {
			return e.Kind == "tool-started" && *e.TurnId == turn.Id
		})
	})
	return turn, func() { signal(t, mcp, syscall.SIGCONT) }
}

func signal(t *testing.T, p heddletest.Process, signal syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(p.PID, signal); err != nil {
		t.Fatalf("%s to %v: %v", signal, p.Command, err)
	}
}

// requireNextTurnWorks composes the refund intake after something went wrong.
func requireNextTurnWorks(t *testing.T, s *heddletest.Server, compositionID string) {
	t.Helper()
	if turn := s.Ask(compositionID, goal); turn.Receipt.OpsApplied != 8 {
		t.Errorf("the next turn's receipt is %+v", *turn.Receipt)
	}
}

// requireEnd compares how a turn ended, and that people are told why.
func requireEnd(t *testing.T, turn api.Turn, outcome, notice string) {
	t.Helper()
	if *turn.Outcome != outcome || turn.Receipt.Notice == nil || !strings.Contains(*turn.Receipt.Notice, notice) {
		t.Errorf("the turn %s with the receipt %+v, want %s with a notice of %q", *turn.Outcome, *turn.Receipt, outcome, notice)
	}
}

func TestAMessageIsRefusedWhileATurnRuns(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition := s.Compose("Refunds")
		turn, release := heldTurn(t, s, composition.Id)
		refused := s.Send(heddletest.Request{
			Path: "/compositions/" + composition.Id + "/messages", Body: strings.NewReader(`{"message": "another one"}`),
		})
		refused.Expect(t, 409, "turn-running")
		release()
		if ended := s.TurnEnded(turn); *ended.Outcome != "completed" {
			t.Errorf("the turn %s", *ended.Outcome)
		}
	})
}

func TestAnInterruptedTurnEndsAtOnceAndTheAgentGoesOn(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition := s.Compose("Refunds")
		turn, release := heldTurn(t, s, composition.Id)
		agent, _ := s.Agent()
		if r, err := s.API.InterruptTurnWithResponse(context.Background(), composition.Id); err != nil || r.StatusCode() != 202 {
			t.Fatalf("the interrupt was answered with %s, %v", r.Body, err)
		}
		requireEnd(t, s.TurnEnded(turn), "interrupted", "interrupted")
		release()
		requireNextTurnWorks(t, s, composition.Id)
		if again, _ := s.Agent(); again.PID != agent.PID {
			t.Errorf("the agent was started anew")
		}
	})
}

func TestATurnWhoseAgentDiesFailsWithANotice(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition := s.Compose("Refunds")
		turn, _ := heldTurn(t, s, composition.Id)
		agent, mcp := s.Agent()
		signal(t, agent, syscall.SIGKILL)
		requireEnd(t, s.TurnEnded(turn), "failed", "process ended")
		requireNextTurnWorks(t, s, composition.Id)
		if heddletest.Alive(mcp.PID) {
			t.Errorf("the dead agent's MCP server is still there")
		}
	})
}

func TestAStopOfTheServerEndsATurnAndKeepsTheComposition(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition := s.Compose("Refunds")
		turn, _ := heldTurn(t, s, composition.Id)
		s.Terminate()
		s.Restart()
		requireEnd(t, s.TurnEnded(turn), "abandoned", "stopped")
		requireNextTurnWorks(t, s, composition.Id)
	})
}

func TestAKillOfTheServerAbandonsATurnAndSweepsItsAgent(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition := s.Compose("Refunds")
		turn, _ := heldTurn(t, s, composition.Id)
		_, mcp := s.Agent()
		s.KillAlone() // the MCP server is stopped, so it can't notice
		s.Restart()
		if heddletest.Alive(mcp.PID) {
			t.Errorf("an MCP server of the killed server is still there")
		}
		requireEnd(t, s.TurnEnded(turn), "abandoned", "went away")
		requireNextTurnWorks(t, s, composition.Id)
	}, heddletest.Durable())
}

func TestARestartGetsRidOfAnAgentThatHangs(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition := s.Compose("Refunds")
		turn, _ := heldTurn(t, s, composition.Id)
		agent, mcp := s.Agent()
		if r, err := s.API.RestartSessionWithResponse(context.Background(), composition.SessionId); err != nil || r.StatusCode() != 202 {
			t.Fatalf("the restart was answered with %s, %v", r.Body, err)
		}
		requireEnd(t, s.TurnEnded(turn), "interrupted", "restarted")
		requireNextTurnWorks(t, s, composition.Id)
		heddletest.Until(t, "the old agent and its MCP server end", func() bool {
			return !heddletest.Alive(agent.PID) && !heddletest.Alive(mcp.PID)
		})
	})
}

func TestDeletingACompositionEndsItsAgent(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition := s.Compose("Refunds")
		heldTurn(t, s, composition.Id)
		agent, mcp := s.Agent()
		if r, err := s.API.DeleteCompositionWithResponse(context.Background(), composition.Id); err != nil || r.StatusCode() != 204 {
			t.Fatalf("the deletion was answered with %s, %v", r.Body, err)
		}
		heddletest.Until(t, "agent and MCP server end", func() bool {
			return !heddletest.Alive(agent.PID) && !heddletest.Alive(mcp.PID)
		})
		s.Send(heddletest.Request{Path: "/compositions/" + composition.Id}).Expect(t, 404, "not-found")
		s.Send(heddletest.Request{Path: "/sessions/" + composition.SessionId}).Expect(t, 404, "not-found")
	})
}

func TestASecondMessageBuildsOnThePendingChangeSet(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition := s.Compose("Refunds")
		first := s.Ask(composition.Id, goal)
		second := s.Ask(composition.Id, "describe it")
		if second.Receipt.OpsApplied != 1 {
			t.Errorf("the second turn's receipt is %+v", *second.Receipt)
		}
		if pending := s.Composition(composition.Id).PendingTurnId; pending == nil || *pending != second.Id {
			t.Errorf("turn %v is pending, want the second (the first is %s)", pending, first.Id)
		}
		applied := string(s.ApplyPending(composition.Id).Content)
		if !strings.Contains(applied, "Described by the agent.") || strings.Count(applied, `"position"`) != 4 {
			t.Errorf("both turns' changes make %s", applied)
		}
	}, playbooks(t))
}

func TestADraftThatTheRunningTurnChangedIsLocked(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition := s.Compose("Refunds")
		turn, release := heldTurn(t, s, composition.Id)
		attach(t, s).call("upsert_action_type", `{"item": {"name": "mine", "mode": "script", "script": {"language": "bash", "source": "true"}}}`)
		item := s.Items(composition.Id)[1]
		save := heddletest.Request{Method: "PUT", Path: "/compositions/" + composition.Id + "/items/" + item.Id}
		body := `{"baseRevision": "` + item.ContentRevision + `", "content": {"name": "mine", "mode": "script", "script": {"language": "bash", "source": ":"}}}`
		save.Body = strings.NewReader(body)
		s.Send(save).Expect(t, 423, "locked")
		s.Save(s.Workflow(composition.Id), `{"id": "w", "name": "The workflow is never locked", "nodes": [], "edges": []}`)
		release()
		s.TurnEnded(turn)
		save.Body = strings.NewReader(body)
		if got := s.Send(save); got.Status != 200 {
			t.Errorf("after the turn the save was answered with %d %s", got.Status, got.Body)
		}
	})
}

// playbooks teaches the agent what the tests need besides the built-in playbook.
func playbooks(t *testing.T) heddletest.Option {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("testdata", "playbooks"))
	if err != nil {
		t.Fatal(err)
	}
	return heddletest.Flags("--playbooks=" + dir)
}
