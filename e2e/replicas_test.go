package e2e_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
	"heddle.dev/heddle/openapi/api"
)

// pair is two servers on one PostgreSQL: the owner runs the agent of a composition, the other does not.
type pair struct {
	owner, other *heddletest.Server
	composition  api.Composition
	heard        *heddletest.Listener // on the other, from before the first message
	asked        []api.Turn           // every message that was acknowledged
}

// startPair composes on two servers until one of them owns the agent.
func startPair(t *testing.T) *pair {
	t.Helper()
	one := heddletest.Start(t, heddletest.Postgres, heddletest.Durable())
	two := heddletest.Start(t, heddletest.Postgres, heddletest.Beside(one))
	p := &pair{owner: one, other: two, composition: one.Compose("Refunds")}
	start := two.Listen("", "").LastID()
	p.asked = append(p.asked, two.Ask(p.composition.Id, "hello"))
	heddletest.Until(t, "one of the servers runs the agent", func() bool { return len(one.Agents())+len(two.Agents()) == 1 })
	if len(two.Agents()) == 1 {
		p.owner, p.other = two, one
	}
	p.heard = p.other.Listen("composition="+p.composition.Id, start)
	return p
}

// hold starts a turn through the other server whose agent waits in its first tool call until release is called.
func (p *pair) hold(t *testing.T) (turn api.Turn, release func()) {
	t.Helper()
	turn, release = heldTurnBetween(t, p.other, p.owner, p.composition.Id)
	p.asked = append(p.asked, turn)
	return turn, release
}

// requireNothingDoubled holds what was acknowledged against what is stored and what was heard.
func (p *pair) requireNothingDoubled(t *testing.T, s *heddletest.Server) {
	t.Helper()
	messages := map[string]int{}
	for _, e := range s.Conversation(p.composition.SessionId) {
		if e.Kind == "user-message" {
			messages[*e.TurnId]++
		}
	}
	for _, turn := range p.asked {
		if messages[turn.Id] != 1 {
			t.Errorf("the message of turn %s is stored %d times", turn.Id, messages[turn.Id])
		}
	}
	if len(messages) != len(p.asked) {
		t.Errorf("%d messages are stored, %d were acknowledged", len(messages), len(p.asked))
	}
	ids := map[string]bool{}
	for _, e := range p.heard.Events() {
		if ids[e.ID] || e.Kind == "reset" {
			t.Errorf("heard twice, or a reset: %+v", e)
		}
		ids[e.ID] = true
	}
	if agents := len(p.owner.Agents()) + len(p.other.Agents()); agents > 1 {
		t.Errorf("%d agents run for one session", agents)
	}
}

func TestCommandsReachTheAgentThroughEitherServer(t *testing.T) {
	t.Parallel()
	p := startPair(t)
	agent, _ := p.owner.Agent()
	turn, release := p.hold(t)
	p.heard.Await("composition-turn", turn.Id)
	if r, err := p.other.API.InterruptTurnWithResponse(context.Background(), p.composition.Id); err != nil || r.StatusCode() != 202 {
		t.Fatalf("the interrupt was answered with %s, %v", r.Body, err)
	}
	requireEnd(t, p.owner.TurnEnded(turn), "interrupted", "interrupted")
	p.heard.Await("composition-turn", `"interrupted"`)
	release()
	for _, s := range []*heddletest.Server{p.other, p.owner} {
		p.asked = append(p.asked, s.Ask(p.composition.Id, "hello"))
	}
	if again, _ := p.owner.Agent(); again.PID != agent.PID {
		t.Error("the agent was started anew")
	}
	last := p.other.Ask(p.composition.Id, goal)
	p.asked = append(p.asked, last)
	p.heard.Await("composition-changeset", last.Id)
	if r, err := p.other.API.RestartSessionWithResponse(context.Background(), p.composition.SessionId); err != nil || r.StatusCode() != 202 {
		t.Fatalf("the restart was answered with %s, %v", r.Body, err)
	}
	p.asked = append(p.asked, p.other.Ask(p.composition.Id, "hello"))
	heddletest.Until(t, "the old agent ends, and one is left", func() bool {
		return !heddletest.Alive(agent.PID) && len(p.owner.Agents())+len(p.other.Agents()) == 1
	})
	p.requireNothingDoubled(t, p.owner)
	if r, err := p.other.API.DeleteCompositionWithResponse(context.Background(), p.composition.Id); err != nil || r.StatusCode() != 204 {
		t.Fatalf("the deletion was answered with %s, %v", r.Body, err)
	}
	heddletest.Until(t, "its agent ends", func() bool { return len(p.owner.Agents())+len(p.other.Agents()) == 0 })
}

func TestTheOtherServerTakesOverWhenTheOwnerIsKilled(t *testing.T) {
	t.Parallel()
	p := startPair(t)
	turn, release := p.hold(t)
	p.owner.KillAlone()
	release()
	ended := p.other.TurnEnded(turn)
	requireEnd(t, ended, "abandoned", "went away")
	p.heard.Await("composition-turn", `"abandoned"`)
	next := p.other.Ask(p.composition.Id, goal)
	p.asked = append(p.asked, next)
	if next.Receipt.OpsApplied != 8 {
		t.Errorf("the next turn's receipt is %+v", *next.Receipt)
	}
	p.other.Agent()
	p.heard.Await("composition-changeset", next.Id)
	p.owner.Restart()
	p.asked = append(p.asked, p.owner.Ask(p.composition.Id, "hello"))
	p.requireNothingDoubled(t, p.owner)
}

func TestOneOfTwoServersIsKilledUnderLoadAndTheOtherGoesOn(t *testing.T) {
	t.Parallel()
	dead := heddletest.Start(t, heddletest.Postgres, heddletest.Durable())
	alive := heddletest.Start(t, heddletest.Postgres, heddletest.Beside(dead))
	script := newGate(t)
	script.open(t)
	workflow := publishGate(t, dead, script)
	// The dead one's clients hear of an answer, or are cut off; the others must not notice.
	ledgers := map[*heddletest.Server]*ledger{dead: {completed: map[string]bool{}}, alive: {completed: map[string]bool{}}}
	var working sync.WaitGroup
	for s, l := range ledgers {
		for range clients {
			working.Go(func() { l.work(s, workflow.Id) })
		}
	}
	const some = 20
	ledgers[dead].afterMore(t, some)
	dead.Kill()
	ledgers[alive].afterMore(t, some)
	alive.Terminate()
	working.Wait()
	alive.Restart()
	all := &ledger{completed: map[string]bool{}}
	for _, l := range ledgers {
		all.started = slices.Concat(all.started, l.started)
		for id := range l.completed {
			all.completed[id] = true
		}
	}
	for _, id := range everyInstance(t, alive, all) {
		settle(t, alive, all, id)
	}
}
