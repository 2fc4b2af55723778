package conversing_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

func onFullBenches(t *testing.T, most int, test func(b *bench)) {
	t.Helper()
	onBenches(t, func(b *bench) {
		b.most = most
		test(b)
	})
}

// lives counts the agents that have not ended.
func (b *bench) lives() (count int) {
	for _, agent := range b.agents() {
		if !agent.Ended() {
			count++
		}
	}
	return count
}

// endTurns completes what all agents do.
func (b *bench) endTurns() {
	for _, agent := range b.agents() {
		agent.Say(ports.TurnComplete{Outcome: ports.TurnDone})
	}
	apptest.Pass(5 * time.Second)
}

// notices lists what people were told in a conversation.
func (b *bench) notices(c composition.Composition) (texts []string) {
	b.Helper()
	for _, event := range b.stored(c) {
		if event.Kind == "notice" {
			texts = append(texts, event.Data)
		}
	}
	return texts
}

func TestTheAgentThatIsIdleForLongestMakesRoom(t *testing.T) {
	t.Parallel()
	onFullBenches(t, 2, func(b *bench) {
		b.serve()
		all := []composition.Composition{b.compose(), b.compose(), b.compose()}
		for _, c := range all {
			b.Say(c, "hello")
			apptest.Pass(moment)
			b.agents()[len(b.agents())-1].Say(ports.TurnComplete{Outcome: ports.TurnDone})
			apptest.Pass(moment)
		}
		if b.lives() != 2 || !b.agents()[0].Ended() || b.session(all[0]).Status != composition.SessionParked {
			b.Errorf("%d agents live, and the first session is %s", b.lives(), b.session(all[0]).Status)
		}
		turn := b.Say(all[0], "and again")
		apptest.Pass(moment)
		if agent := b.agents()[3]; !strings.HasSuffix(agent.Messages()[0], "and again") || agent.Spec.ResumeID == "" {
			b.Errorf("it was told %q and resumes %q", agent.Messages(), agent.Spec.ResumeID)
		}
		b.agents()[3].Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.wantEnd(all[0], turn, composition.Completed, "")
		if told := b.notices(all[0]); len(told) > 0 {
			b.Errorf("people were told %q", told)
		}
	})
}

func TestAMessageWaitsInLineWhileAllAgentsAreBusy(t *testing.T) {
	t.Parallel()
	onFullBenches(t, 1, func(b *bench) {
		b.serve()
		first, second, third := b.compose(), b.compose(), b.compose()
		b.Say(first, "one")
		apptest.Pass(moment)
		two := b.Say(second, "two")
		apptest.Pass(moment)
		three := b.Say(third, "three")
		apptest.Pass(30 * time.Minute) // it is waited for as long as it takes
		if b.lives() != 1 || len(b.agents()) != 1 {
			b.Fatalf("%d agents live", b.lives())
		}
		for c, want := range map[*composition.Composition]string{&second: `"position":1`, &third: `"position":2`} {
			if told := b.notices(*c); len(told) != 1 || !strings.Contains(told[0], want) || !strings.Contains(told[0], "Waiting for a free agent") {
				b.Errorf("people were told %q, want once %s", told, want)
			}
		}
		for range 3 {
			b.endTurns()
		}
		b.wantEnd(second, two, composition.Completed, "")
		b.wantEnd(third, three, composition.Completed, "")
		var told []string
		for _, agent := range b.agents() {
			told = append(told, agent.Messages()...)
		}
		if !slices.IsSortedFunc(told, func(one, other string) int {
			return strings.Index("one two three", one) - strings.Index("one two three", other)
		}) {
			b.Errorf("the messages were given in the order %q", told)
		}
	})
}

func TestAnAgentThatWaitsForAnAnswerMakesRoom(t *testing.T) {
	t.Parallel()
	onFullBenches(t, 1, func(b *bench) {
		b.serve()
		asking, turn := b.asked()
		other := b.compose()
		said := b.Say(other, "hello")
		apptest.Pass(2 * time.Minute)
		if b.lives() != 1 || !b.agents()[0].Ended() {
			b.Fatalf("%d agents live", b.lives())
		}
		b.wantEnd(asking, turn, composition.Completed, "once you answer")
		b.endTurns()
		b.wantEnd(other, said, composition.Completed, "")
		if answered := b.answerRed(asking, which.ID); answered.AnswerTurnID == turn.ID || answered.AnswerTurnID == "" {
			b.Errorf("answered %+v", answered)
		}
		apptest.Pass(5 * time.Second)
		told := b.agents()[2].Messages()
		if len(told) != 1 || !strings.HasSuffix(told[0], "red") || b.agents()[2].Spec.ResumeID == "" {
			b.Errorf("the agent that asked was told %q", told)
		}
	})
}

func TestATurnThatIsInterruptedInLineLetsTheNextPass(t *testing.T) {
	t.Parallel()
	onFullBenches(t, 1, func(b *bench) {
		b.serve()
		first, second, third := b.compose(), b.compose(), b.compose()
		for _, c := range []composition.Composition{first, second, third} {
			b.Say(c, "hello")
			apptest.Pass(moment)
		}
		if err := b.Composing.Interrupt(b.Context(), b.Owner, second.ID); err != nil {
			b.Fatal(err)
		}
		b.endTurns()
		if len(b.agents()) != 2 {
			b.Fatalf("%d agents were started", len(b.agents()))
		}
		b.endTurns()
		if now := b.Reload(third); now.TurnState != composition.Idle {
			b.Errorf("the third is %s", now.TurnState)
		}
	})
}

func TestWhatWaitsInLineOutlivesItsServer(t *testing.T) {
	t.Parallel()
	onFullBenches(t, 1, func(b *bench) {
		s := b.serve()
		b.Say(b.compose(), "one")
		apptest.Pass(moment)
		c := b.compose()
		turn := b.Say(c, "two")
		apptest.Pass(5 * time.Second)
		s.stop()
		b.serve()
		apptest.Pass(20 * time.Second)
		b.endTurns()
		b.wantEnd(c, turn, composition.Completed, "")
		if told := b.notices(c); len(told) != 1 {
			b.Errorf("people were told %q", told)
		}
	})
}

func TestAFailedStartGivesItsPlaceBack(t *testing.T) {
	t.Parallel()
	onFullBenches(t, 1, func(b *bench) {
		s := b.serve()
		s.agents.Refuse(errDown)
		c := b.compose()
		b.Say(c, "hello")
		apptest.Pass(moment)
		s.agents.Refuse(nil)
		turn := b.Say(c, "hello again")
		apptest.Pass(moment)
		b.endTurns()
		b.wantEnd(c, turn, composition.Completed, "")
	})
}
