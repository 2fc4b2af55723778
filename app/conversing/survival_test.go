package conversing_test

import (
	"maps"
	"os"
	"slices"
	"testing"
	"time"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

// A stage is something that a session is in the middle of.
var stages = map[string]func(b *bench, s *server) composition.Composition{
	"starting": func(b *bench, s *server) composition.Composition {
		release := s.agents.Hold()
		c := b.compose()
		b.Say(c, "hello")
		apptest.Pass(moment)
		time.AfterFunc(2*time.Second, release)
		return c
	},
	"at work": func(b *bench, s *server) composition.Composition {
		c := b.compose()
		b.Say(c, "hello")
		apptest.Pass(moment)
		s.agents.Last().Say(ports.TextDelta{Text: "I "})
		return c
	},
	"in a call of a tool": func(b *bench, s *server) composition.Composition {
		c := b.compose()
		b.Say(c, "hello")
		apptest.Pass(moment)
		s.agents.Last().Say(ports.ToolStarted{ID: "1", Name: "look", Input: []byte("{}")})
		return c
	},
	"asking": func(b *bench, _ *server) composition.Composition {
		c, _ := b.asked()
		return c
	},
	"just answered": func(b *bench, _ *server) composition.Composition {
		c, _ := b.asked()
		b.answerRed(c, which.ID)
		return c
	},
	"interrupted": func(b *bench, s *server) composition.Composition {
		c := b.compose()
		b.Say(c, "hello")
		apptest.Pass(moment)
		s.agents.Last().Ignore()
		if err := b.Composing.Interrupt(b.Context(), b.Owner, c.ID); err != nil {
			b.Fatal(err)
		}
		return c
	},
	"between turns": func(b *bench, s *server) composition.Composition { return b.answered(s) },
	"resolving": func(b *bench, s *server) composition.Composition {
		c, _, _ := b.resolving(s)
		return c
	},
}

// A blow is what happens in the middle.
var blows = map[string]func(b *bench, s *server, c composition.Composition){
	"the agent dies": func(_ *bench, s *server, _ composition.Composition) {
		if agent := s.agents.Last(); agent != nil {
			agent.Die(ports.Exit{Code: 137})
		}
	},
	"the server stops": func(b *bench, s *server, _ composition.Composition) {
		s.stop()
		b.serve()
	},
	"the server dies": func(b *bench, s *server, _ composition.Composition) {
		s.store.down.Store(true)
		s.stop()
		b.serve()
	},
	"the store is away for a moment": func(_ *bench, s *server, _ composition.Composition) {
		s.store.down.Store(true)
		time.AfterFunc(2*time.Second, func() { s.store.down.Store(false) })
	},
	"the store is away for long": func(_ *bench, s *server, _ composition.Composition) {
		s.store.down.Store(true)
		time.AfterFunc(30*time.Second, func() { s.store.down.Store(false) })
	},
	"a person restarts the agent": func(b *bench, _ *server, c composition.Composition) {
		if _, err := b.Composing.RestartSession(b.Context(), b.Owner, c.SessionID); err != nil {
			b.Fatal(err)
		}
	},
}

// allBlows is the variable with which every blow falls in every stage, which takes a minute and more. Without it one falls
// in each stage, and each in one at least.
const allBlows = "HEDDLE_ALL_BLOWS"

// blowsIn are the names of the blows that fall in the stage with this number.
func blowsIn(stage int) []string {
	names := slices.Sorted(maps.Keys(blows))
	if os.Getenv(allBlows) != "" {
		return names
	}
	return []string{names[stage%len(names)]}
}

// Whatever happens in the middle of anything, on either store: nothing runs for ever, one agent at most is left, and the
// next message is answered.
func TestASessionSurvivesWhateverHappensInTheMiddleOfAnything(t *testing.T) {
	t.Parallel()
	for number, doing := range slices.Sorted(maps.Keys(stages)) {
		for _, happening := range blowsIn(number) {
			prepare, happens := stages[doing], blows[happening]
			t.Run(doing+", "+happening, func(t *testing.T) {
				t.Parallel()
				onBenches(t, func(b *bench) {
					s := b.serve()
					c := prepare(b, s)
					happens(b, s, c)
					b.wantUsable(c)
				})
			})
		}
	}
}

// wantUsable ends what still runs, and fails the test unless a message is answered then.
func (b *bench) wantUsable(c composition.Composition) {
	b.Helper()
	apptest.Pass(time.Minute)
	b.endTurns() // of agents that go on, or were given an answer or a message again
	b.wantIdle(c)
	if b.lives() > 1 {
		b.Errorf("%d agents live", b.lives())
	}
	turn := b.Say(c, "go on")
	apptest.Pass(10 * time.Second)
	b.endTurns()
	b.wantEnd(c, turn, composition.Completed, "")
	for _, kind := range []string{"deliver-message", "deliver-answer", "interrupt-turn", "restart-session"} {
		if b.isWaiting(kind) {
			b.Errorf("a job %s waits still", kind)
		}
	}
	turns, err := b.Composing.ListTurns(b.Context(), b.Owner, c.ID, ports.Page{Limit: 10})
	if err != nil {
		b.Fatal(err)
	}
	for _, turn := range turns {
		if turn.Outcome == "" {
			b.Errorf("the turn %q has no outcome", turn.Message)
		}
	}
}

func (b *bench) wantIdle(c composition.Composition) {
	b.Helper()
	if now := b.Reload(c); now.TurnState != composition.Idle {
		b.Errorf("it is %s", now.TurnState)
	}
}
