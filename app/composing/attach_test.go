package composing_test

import (
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/jobs"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// attach makes a token of the owner's and answers its agent.
func (b *bench) attach(c composition.Composition) (composition.AgentToken, func() composing.Agent) {
	b.Helper()
	made, token, err := b.Composing.CreateAgentToken(b.Context(), b.Owner, c.ID, composing.NewAgentToken{Name: "my agent"})
	if err != nil {
		b.Fatal(err)
	}
	return made, func() composing.Agent {
		b.Helper()
		agent, err := b.Composing.AuthenticateAgent(b.Context(), c.ID, token)
		if err != nil {
			b.Fatal(err)
		}
		return agent
	}
}

// running is the turn that runs; there has to be one.
func (b *bench) running(c composition.Composition) composition.Turn {
	b.Helper()
	id := b.Reload(c).CurrentTurnID
	if id == "" {
		b.Fatal("no turn runs")
	}
	return b.turn(c, composition.Turn{ID: id})
}

func (b *bench) endIdleTurns() {
	b.Helper()
	b.WorkOn(jobs.Pool{Kind: composing.EndIdleTurnJob, Slots: 1, Handler: b.Composing.EndIdleTurn})
}

func TestTheFirstChangeOfAnAttachedAgentBeginsATurnThatItFinishes(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		token, agent := b.attach(c)
		if _, err := b.Composing.ViewForAgent(b.Context(), agent()); err != nil || b.Reload(c).CurrentTurnID != "" {
			b.Errorf("a read began a turn, or failed: %v", err)
		}
		_, err := b.Composing.FinishTurn(b.Context(), agent(), "")
		b.wantFault("finishing nothing", err, fault.KindConflict, "no-turn")

		b.propose(agent(), "n1")
		turn := b.running(c)
		if turn.AgentTokenID != token.ID || turn.StartedBy != b.Owner.ID() || turn.Message != "(attached agent my agent)" || b.Reload(c).Goal != "" {
			b.Errorf("turn %+v", turn)
		}
		if _, err := b.Composing.SaveForAgent(b.Context(), agent(), composition.ActionTypeItem, []byte(apptest.CheckAmount)); err != nil {
			b.Fatal(err)
		}
		if again := b.running(c); again.ID != turn.ID || len(again.TouchedItems) != 1 {
			b.Errorf("the second change is not part of the turn: %+v", again)
		}
		finished, err := b.Composing.FinishTurn(b.Context(), agent(), "I added n1.")
		if err != nil || finished.Outcome != composition.Completed || finished.Receipt.OpsApplied != 1 || len(finished.Receipt.ItemsSaved) != 1 {
			b.Errorf("%+v, %v", finished, err)
		}
		if now := b.Reload(c); now.Pending == nil || now.Pending.TurnID != turn.ID || now.TurnState != composition.Idle {
			b.Errorf("%+v", now)
		}
		said, err := b.Composing.GetConversation(b.Context(), b.Owner, c.SessionID, 0, 10)
		if err != nil || len(said) != 2 || said[0].Kind != "notice" || said[1].Kind != "text" || !strings.Contains(said[1].Data, "I added n1.") {
			b.Errorf("%+v, %v", said, err)
		}
	})
}

func TestAChangeThatIsRefusedBeginsNoTurn(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		_, agent := b.attach(c)
		outcome, err := b.Composing.ProposeChangeSet(b.Context(), agent(), addNode("sha256:old", "n1"))
		if err != nil || outcome.Refused == nil || outcome.Revision != string(b.Workflow(c).ContentRevision) {
			b.Errorf("%+v, %v", outcome, err)
		}
		if now := b.Reload(c); now.TurnState != composition.Idle || len(b.notices(c)) > 0 {
			b.Errorf("%+v, people are told %q", now, b.notices(c))
		}
	})
}

func TestOneTurnRunsWhoeverWorksInIt(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		_, one := b.attach(c)
		_, two := b.attach(c)
		change := func(agent composing.Agent) error {
			_, err := b.Composing.SaveForAgent(b.Context(), agent, composition.ActionTypeItem, []byte(apptest.CheckAmount))
			return err
		}
		turn := b.Say(c, "work")
		b.wantFault("beside the composition's agent", change(one()), fault.KindConflict, "turn-running")
		own := b.Agent(c, turn)
		_, err := b.Composing.FinishTurn(b.Context(), own, "")
		b.wantFault("the composition's agent finishes", err, fault.KindConflict, "not-attached")
		b.end(c, turn, composition.Completed)

		if err := change(one()); err != nil {
			b.Fatal(err)
		}
		b.wantFault("beside another attached agent", change(two()), fault.KindConflict, "turn-running")
		b.wantFault("by an agent of a turn that is over", change(own), fault.KindConflict, "no-turn")
	})
}

func TestATokenThatIsRevokedShutsItsAgentOutAtOnce(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		made, token, err := b.Composing.CreateAgentToken(b.Context(), b.Owner, c.ID, composing.NewAgentToken{Name: "mine"})
		if err != nil {
			b.Fatal(err)
		}
		agent, err := b.Composing.AuthenticateAgent(b.Context(), c.ID, token)
		if err != nil {
			b.Fatal(err)
		}
		b.propose(agent, "n1")
		turn := b.running(c)
		for range 2 {
			if err := b.Composing.RevokeAgentToken(b.Context(), b.Owner, c.ID, made.ID); err != nil {
				b.Fatal(err)
			}
		}
		if ended := b.turn(c, turn); ended.Outcome != composition.Interrupted || ended.ChangeSet == "" || b.Reload(c).Pending != nil {
			b.Errorf("%+v", ended)
		}
		_, err = b.Composing.AuthenticateAgent(b.Context(), c.ID, token)
		b.wantFault("the next call", err, fault.KindUnauthenticated, "token-revoked")
	})
}

func TestATokenOpensItsCompositionForItsTime(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c, other := b.Compose("", ""), b.Compose("", "")
		until := time.Now().Add(time.Hour)
		_, token, err := b.Composing.CreateAgentToken(b.Context(), b.Owner, c.ID, composing.NewAgentToken{Name: "mine", ExpiresAt: &until})
		if err != nil {
			b.Fatal(err)
		}
		authenticate := func(compositionID, token string) error {
			_, err := b.Composing.AuthenticateAgent(b.Context(), compositionID, token)
			return err
		}
		if err := authenticate(c.ID, token); err != nil {
			b.Error(err)
		}
		b.wantFault("another composition", authenticate(other.ID, token), fault.KindUnauthenticated, "session-token")
		b.wantFault("another token", authenticate(c.ID, token+"x"), fault.KindUnauthenticated, "session-token")
		apptest.Pass(time.Hour)
		b.wantFault("later", authenticate(c.ID, token), fault.KindUnauthenticated, "token-expired")
		listed, err := b.Composing.ListAgentTokens(b.Context(), b.Owner, c.ID, ports.Page{Limit: 10})
		if err != nil || len(listed) != 1 || listed[0].LastUsedAt == nil || strings.Contains(listed[0].Hash, token) {
			b.Errorf("%+v, %v", listed, err)
		}
	})
}

func TestOnlyEditorsOfACompositionAttachAgents(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose(b.Team.ID, "")
		token, _ := b.attach(c)
		_, _, err := b.Composing.CreateAgentToken(b.Context(), b.Stranger, c.ID, composing.NewAgentToken{Name: "spy"})
		b.wantFault("a stranger", err, fault.KindForbidden, "forbidden")
		b.wantFault("a stranger revokes", b.Composing.RevokeAgentToken(b.Context(), b.Stranger, c.ID, token.ID), fault.KindForbidden, "forbidden")
	})
}

func TestATurnEndsWhenItsAttachedAgentIsIdle(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.endIdleTurns()
		c := b.Compose("", apptest.Task)
		_, agent := b.attach(c)
		b.propose(agent(), "n1")
		turn := b.running(c)
		for range 4 { // a read is a call too
			apptest.Pass(45 * time.Second)
			if _, err := b.Composing.ViewForAgent(b.Context(), agent()); err != nil {
				b.Fatal(err)
			}
		}
		if still := b.running(c); still.ID != turn.ID {
			b.Errorf("turn %+v", still)
		}
		apptest.Pass(composition.IdleLimit)
		apptest.Until(b, "the turn ends", func() bool { return b.turn(c, turn).Outcome != "" })
		ended := b.turn(c, turn)
		if ended.Outcome != composition.Completed || !strings.Contains(ended.Receipt.Notice, "did nothing for a minute") || b.Reload(c).Pending == nil {
			b.Errorf("%+v", ended)
		}
		b.propose(agent(), "n2") // on top of what waits
		finished, err := b.Composing.FinishTurn(b.Context(), agent(), "")
		if err != nil || !strings.Contains(b.Reload(c).Pending.ChangeSet, `"n1"`) || finished.Receipt.OpsApplied != 1 {
			b.Errorf("%+v, %v", finished, err)
		}
	})
}

func TestAnAttachedAgentLearnsThatItWasInterrupted(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		_, agent := b.attach(c)
		b.propose(agent(), "n1")
		if err := b.Composing.Interrupt(b.Context(), b.Owner, c.ID); err != nil {
			b.Fatal(err)
		}
		_, err := b.Composing.ProposeChangeSet(b.Context(), agent(), []byte(`{}`))
		b.wantFault("the next change", err, fault.KindConflict, "turn-interrupted")
		if b.Reload(c).CurrentTurnID != "" {
			b.Error("it began a turn")
		}
		b.propose(agent(), "n2")
		b.running(c)
	})
}

func TestARestartOfTheCompositionsAgentLeavesTheTurnOfAnAttachedOne(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		_, agent := b.attach(c)
		b.propose(agent(), "n1")
		turn := b.running(c)
		if _, err := b.Composing.RestartSession(b.Context(), b.Owner, c.SessionID); err != nil {
			b.Fatal(err)
		}
		if still := b.running(c); still.ID != turn.ID {
			b.Errorf("%+v", still)
		}
	})
}
