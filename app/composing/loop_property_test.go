package composing_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/composition"
)

// games is how many are played; HEDDLE_LOOP_GAMES plays more. Each takes two seconds with the race detector.
func games(t *testing.T) int {
	t.Helper()
	asked := os.Getenv("HEDDLE_LOOP_GAMES")
	if asked == "" {
		return 8
	}
	n, err := strconv.Atoi(asked)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestWhateverHappensNothingIsLost plays random sequences of what people, editors, agents and time do to one
// composition, and looks after each step whether a rule is broken. A failure names the seed that plays it again.
func TestWhateverHappensNothingIsLost(t *testing.T) {
	t.Parallel()
	for range games(t) {
		seed := rand.Uint64() //nolint:gosec // moves are no secret
		synctest.Test(t, func(t *testing.T) {
			if broken := play(t, rand.New(rand.NewPCG(seed, 0))); broken != "" { //nolint:gosec // as above
				t.Errorf("seed %d: %s", seed, broken)
			}
		})
	}
}

const movesOfAGame = 80

// play makes the moves of a game and answers which rule was broken, and when; empty if none was.
func play(t *testing.T, random *rand.Rand) string {
	t.Helper()
	p := &player{bench: &bench{apptest.New(t, apptest.SQLite(t), nil)}, parents: map[string]string{}}
	stop := p.WorkOn(p.stopWaiting())
	defer stop()
	p.c = p.Compose("", apptest.Task)
	p.name = "Ask"
	for i := range movesOfAGame {
		move := p.choose(random)
		p.mayDrop = move.mayDrop
		before := p.Reload(p.c)
		move.make(p)
		p.inspect(before)
		if p.broken != "" {
			return fmt.Sprintf("after move %d, %s: %s", i, move.name, p.broken)
		}
	}
	return p.settle()
}

// inspect looks for broken rules after a move.
func (p *player) inspect(before composition.Composition) {
	now := p.Reload(p.c)
	p.require((now.TurnState == composition.Idle) == (now.CurrentTurnID == ""), "it is %s in the turn %q", now.TurnState, now.CurrentTurnID)
	p.require((now.TurnState == composition.Resolving) == (now.ResolvingUntil != nil), "it is %s until %v", now.TurnState, now.ResolvingUntil)
	p.require(now.TurnState != composition.Resolving || now.IsPending(now.CurrentTurnID), "nothing is pending to resolve")
	p.require(p.running() == map[bool]int{true: 1}[now.TurnState == composition.AIWorking], "%d turns run while it is %s", p.running(), now.TurnState)
	p.require(before.Pending == nil || now.Pending != nil || p.mayDrop, "the pending set of the turn %s is lost", turnOf(before))
	p.inspectWorkflow()
}

func turnOf(c composition.Composition) string {
	if c.Pending == nil {
		return ""
	}
	return c.Pending.TurnID
}

// running counts the turns that have not ended.
func (p *player) running() (n int) {
	turns, err := p.Composing.ListTurns(p.Context(), p.Owner, p.c.ID, page)
	p.must(err)
	for _, turn := range turns {
		if turn.EndedAt == nil {
			n++
		}
	}
	return n
}

// inspectWorkflow looks whether all that people saved is there: the nodes that they added, and their name for the step,
// unless an agent that had seen it gave another.
func (p *player) inspectWorkflow() {
	found := nodeNames(p, p.Workflow(p.c).Content)
	for _, id := range p.added {
		_, there := found[id]
		p.require(there, "the person's node %q is gone", id)
	}
	name := found["ask"]
	for seen := name; seen != p.name; seen = p.parents[seen] {
		if !p.require(seen != "", "the person's name %q became %q, by an agent that had not seen it", p.name, name) {
			return
		}
	}
	p.name = name
}

// settle lets time pass: no editor is waited for then.
func (p *player) settle() string {
	apptest.Pass(composition.ResolveWithin + 2*time.Second)
	if now := p.Reload(p.c); now.TurnState == composition.Resolving {
		return "the editor is waited for forever"
	}
	return ""
}
