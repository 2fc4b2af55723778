package conversing_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

var which = ports.Question{ID: "q1", Text: "Which one?", Options: []string{"red", "blue"}}

func (b *bench) tryAnswer(c composition.Composition, question, text string) (composition.Question, error) {
	b.Helper()
	return b.Composing.Answer(b.Context(), b.Owner, c.SessionID, question, text, idempotency.Key{})
}

func (b *bench) answerRed(c composition.Composition, question string) composition.Question {
	b.Helper()
	answered, err := b.tryAnswer(c, question, "red")
	if err != nil {
		b.Fatal(err)
	}
	return answered
}

func (b *bench) wantNoQuestion(c composition.Composition, question string) {
	b.Helper()
	if _, err := b.tryAnswer(c, question, "red"); fault.CodeOf(err) != "no-question" || fault.KindOf(err) != fault.KindConflict {
		b.Errorf("err = %v, want no-question", err)
	}
}

// stored lists the stored events.
func (b *bench) stored(c composition.Composition) []composition.SessionEvent {
	b.Helper()
	events, err := b.Composing.GetConversation(b.Context(), b.Owner, c.SessionID, 0, 1000)
	if err != nil {
		b.Fatal(err)
	}
	return events
}

// kinds lists the kinds of the conversation's events.
func (b *bench) kinds(c composition.Composition) (kinds []string) {
	b.Helper()
	for _, event := range b.stored(c) {
		kinds = append(kinds, event.Kind)
	}
	return kinds
}

// asked is a composition whose agent has asked in a turn.
func (b *bench) asked() (composition.Composition, composition.Turn) {
	b.Helper()
	c := b.compose()
	turn := b.Say(c, "paint it")
	apptest.Pass(moment)
	b.agents()[0].Say(which)
	apptest.Pass(moment)
	return c, turn
}

func TestAnAnswerReachesTheAgentThatWaitsOnce(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.serve()
		b.serve() // the agent is on whichever of the two
		c, turn := b.asked()
		if answered := b.answerRed(c, which.ID); answered.AnswerTurnID != turn.ID || answered.State != composition.QuestionAnswered {
			b.Errorf("answered %+v", answered)
		}
		b.wantNoQuestion(c, which.ID)
		b.wantNoQuestion(c, "another")
		apptest.Pass(moment)
		agent := b.agents()[0]
		if got := agent.Answers(); !slices.Equal(got, []apptest.Answer{{QuestionID: which.ID, Text: "red"}}) {
			b.Errorf("the agent was answered %v", got)
		}
		agent.Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Completed, "")
		if kinds := b.kinds(c); !slices.Contains(kinds, "answer") || slices.Contains(kinds, "question-closed") {
			b.Errorf("the conversation is %v", kinds)
		}
	})
}

func TestAnAnswerThatItsAgentWaitsForNoMoreComesAfterTheTurn(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c, turn := b.asked()
		agent := s.agents.Last()
		agent.Withdraw(which.ID)
		b.answerRed(c, which.ID)
		apptest.Pass(moment)
		if agent.Ended() || len(agent.Messages()) != 1 {
			b.Fatalf("in its turn the agent was told %q", agent.Messages())
		}
		agent.Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Completed, "")
		if told := agent.Messages(); len(told) != 2 || !strings.HasSuffix(told[1], "red") {
			b.Errorf("after its turn the agent was told %q", told)
		}
	})
}

func TestAQuestionThatIsTheLastWordIsAnsweredByAMessage(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c, turn := b.asked()
		s.agents.Last().Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		answered := b.answerRed(c, which.ID)
		if answered.AnswerTurnID == turn.ID || answered.AnswerTurnID == "" {
			b.Errorf("answered %+v", answered)
		}
		apptest.Pass(moment)
		messages := s.agents.Last().Messages()
		if last := messages[len(messages)-1]; len(messages) != 2 || !strings.Contains(last, "your question: Which one?]") || !strings.HasSuffix(last, "red") {
			b.Errorf("the agent was told %q", messages)
		}
	})
}

func TestAQuestionCloses(t *testing.T) {
	t.Parallel()
	for name, happens := range map[string]func(b *bench, s *server, c composition.Composition){
		"when its turn is interrupted": func(b *bench, _ *server, c composition.Composition) {
			if err := b.Composing.Interrupt(b.Context(), b.Owner, c.ID); err != nil {
				b.Fatal(err)
			}
		},
		"when its turn fails": func(_ *bench, s *server, _ composition.Composition) {
			s.agents.Last().Say(ports.TurnComplete{Outcome: ports.TurnFailed})
		},
		"when its agent dies": func(_ *bench, s *server, _ composition.Composition) { s.agents.Last().Die(ports.Exit{Code: 1}) },
		"when its session restarts": func(b *bench, _ *server, c composition.Composition) {
			if _, err := b.Composing.RestartSession(b.Context(), b.Owner, c.SessionID); err != nil {
				b.Fatal(err)
			}
		},
		"when its server stops": func(_ *bench, s *server, _ composition.Composition) { s.stop() },
		"when the next message comes": func(b *bench, s *server, c composition.Composition) {
			s.agents.Last().Say(ports.TurnComplete{Outcome: ports.TurnDone})
			apptest.Pass(moment)
			b.Say(c, "never mind")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBenches(t, func(b *bench) {
				s := b.serve()
				c, _ := b.asked()
				happens(b, s, c)
				apptest.Pass(moment)
				b.wantNoQuestion(c, which.ID)
				if kinds := b.kinds(c); !slices.Contains(kinds, "question-closed") {
					b.Errorf("the conversation is %v", kinds)
				}
			})
		})
	}
}

// An answer that was given, but whose agent is gone before it has it, is the message of a turn that goes on.
func TestAnAnswerOutlivesItsAgentAndItsServer(t *testing.T) {
	t.Parallel()
	for name, happens := range map[string]func(b *bench, s *server){
		"the agent dies":     func(_ *bench, s *server) { s.agents.Last().Die(ports.Exit{Code: 1}) },
		"the server stops":   func(b *bench, s *server) { s.stop(); b.serve() },
		"the server is dead": func(b *bench, s *server) { s.store.down.Store(true); s.stop(); b.serve() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBenches(t, func(b *bench) {
				s := b.serve()
				c, turn := b.asked()
				b.answerRed(c, which.ID)
				happens(b, s)
				apptest.Pass(40 * time.Second)
				b.wantTold("red")
				if found := b.turn(c, turn); found.Outcome == "" {
					b.Error("the turn runs for ever")
				}
			})
		})
	}
}

// wantTold fails the test unless an agent got the answer, or a message that ends with it.
func (b *bench) wantTold(answer string) {
	b.Helper()
	var told []string
	for _, agent := range b.agents() {
		for _, given := range agent.Answers() {
			told = append(told, given.Text)
		}
		told = append(told, agent.Messages()...)
	}
	if !slices.ContainsFunc(told, func(text string) bool { return strings.HasSuffix(text, answer) }) {
		b.Errorf("the agents were told %q", told)
	}
}

func TestAnAnswerAfterAnInterruptStartsNothing(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.serve()
		c, turn := b.asked()
		b.answerRed(c, which.ID)
		if err := b.Composing.Interrupt(b.Context(), b.Owner, c.ID); err != nil {
			b.Fatal(err)
		}
		apptest.Pass(5 * time.Second)
		b.wantEnd(c, turn, composition.Interrupted, "")
		if now := b.Reload(c); now.CurrentTurnID != "" {
			b.Error("another turn runs")
		}
		if b.isWaiting("deliver-answer") {
			b.Error("the answer waits still")
		}
	})
}
