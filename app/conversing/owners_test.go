package conversing_test

import (
	"os"
	"slices"
	"testing"
	"time"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

// blink is too short for a command to be offered to a second server.
const blink = 10 * time.Millisecond

// owned starts three servers, of which one owns the composition's session.
func (b *bench) owned() (c composition.Composition, agent *apptest.AgentSession) {
	b.Helper()
	servers := []*server{b.serve(), b.serve(), b.serve()}
	c = b.compose()
	turn := b.Say(c, "hello")
	apptest.Pass(moment)
	for _, s := range servers {
		if last := s.agents.Last(); last != nil {
			agent = last
		}
	}
	agent.Say(ports.TurnComplete{Outcome: ports.TurnDone})
	apptest.Pass(moment)
	b.wantEnd(c, turn, composition.Completed, "")
	return c, agent
}

func TestCommandsGoStraightToTheServerOfTheSession(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c, agent := b.owned()
		const rounds = 6
		for round := range rounds {
			b.Say(c, "hello again")
			apptest.Pass(blink)
			if told := len(agent.Messages()); told != round+2 {
				b.Fatalf("round %d: the agent was told %d messages", round, told)
			}
			if err := b.Composing.Interrupt(b.Context(), b.Owner, c.ID); err != nil {
				b.Fatal(err)
			}
			apptest.Pass(blink)
			if agent.Interrupts() != round+1 {
				b.Fatalf("round %d: the agent was interrupted %d times", round, agent.Interrupts())
			}
		}
		if err := b.Composing.DeleteComposition(b.Context(), b.Owner, c.ID); err != nil {
			b.Fatal(err)
		}
		apptest.Pass(blink)
		if !agent.Ended() {
			b.Error("the process lives on")
		}
	})
}

func TestAMessageForAServerThatDiedGoesToAnother(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		dead := b.serve()
		c := b.compose()
		turn := b.Say(c, "hello")
		apptest.Pass(moment)
		dead.agents.Last().Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Completed, "")
		dead.store.down.Store(true) // for ever: as good as dead
		dead.stop()
		alive := b.serve()
		turn = b.Say(c, "are you there?")
		apptest.Pass(20 * time.Second)
		if alive.agents.Last() == nil {
			b.Fatal("nobody took the message")
		}
		alive.agents.Last().Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Completed, "")
	})
}

func TestAServerRemovesTheDirectoriesOfSessionsThatAreGone(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		dir := b.t.TempDir()
		s := b.serveIn(dir)
		gone, kept := b.compose(), b.compose()
		b.Say(gone, "hello")
		b.Say(kept, "hello")
		apptest.Pass(moment)
		s.stop()
		if err := b.Composing.DeleteComposition(b.Context(), b.Owner, gone.ID); err != nil {
			b.Fatal(err)
		}
		other := b.serve() // to which the end of the session goes
		apptest.Pass(moment)
		other.stop()
		if left := namesIn(b, dir); len(left) != 2 {
			b.Fatalf("before its start the server has %v", left)
		}
		b.serveIn(dir)
		apptest.Pass(moment)
		if left := namesIn(b, dir); !slices.Equal(left, []string{kept.SessionID}) {
			b.Errorf("it has %v, want %s alone", left, kept.SessionID)
		}
	})
}

func namesIn(b *bench, dir string) (names []string) {
	b.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		b.Fatal(err)
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}
