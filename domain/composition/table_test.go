package composition_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
)

var (
	noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	ada  = composition.Window{ID: "w1", UserID: "u1", UserName: "Ada"}
	bo   = composition.Window{ID: "w2", UserID: "u2", UserName: "Bo"}
)

// outset is a composition in a state of the table, with a change set that waits: the turn t1's, of which one is
// resolving. While the agent works, it works on the turn t2. Ada's window holds the lease.
func outset(t *testing.T, state composition.TurnState) composition.Composition {
	t.Helper()
	c, err := composition.New(composition.Composition{ID: "c", Name: "Name", Goal: "goal", CreatedBy: "u1"}, noon)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.TakeLease("lease", ada, noon); err != nil {
		t.Fatal(err)
	}
	c.Pending = &composition.Pending{TurnID: "t1", ChangeSet: "old"}
	switch state {
	case composition.AIWorking:
		if err := c.StartTurn("t2", "message", noon); err != nil {
			t.Fatal(err)
		}
	case composition.Resolving:
		if !c.SendSet(noon) {
			t.Fatal("the set was not sent")
		}
	}
	return c
}

// current is the turn that runs or is resolved in the outset.
func current(state composition.TurnState) string {
	return map[composition.TurnState]string{composition.Idle: "t1", composition.AIWorking: "t2", composition.Resolving: "t1"}[state]
}

// cause makes an event happen, as use cases do. What it answers, beside faults, does not matter here.
func cause(c *composition.Composition, event composition.Event, at time.Time) error {
	turn := current(c.TurnState)
	switch event {
	case composition.UserMessage:
		return c.StartTurn("t3", "more", at)
	case composition.AgentChange:
		return c.RequireTurn(turn)
	case composition.EndWithoutSet:
		c.EndTurn(turn, "", at)
	case composition.EndToWait:
		c.ApplyMode = composition.Review
		c.EndTurn(turn, "new", at)
	case composition.EndToApply:
		c.EndTurn(turn, "new", at)
	case composition.SetSaved:
		return c.SaveSet("t1", at)
	case composition.SetRejected:
		return c.RejectSet("t1", at)
	case composition.SetCarried:
		return c.CarrySet("t1", "new", at)
	case composition.SetSent:
		c.SendSet(at)
	case composition.SetStale:
		return c.ReviveTurn("t1", at)
	case composition.SetGivenUp:
		return c.GiveUpSet("t1", at)
	case composition.SetUnusable:
		return c.FailSet("t1", at)
	case composition.EditorSilent:
		c.StopWaiting(turn, at)
	case composition.EditorLeft:
		_, err := c.ReleaseLease(ada, at)
		return err
	case composition.Interrupt:
		if c.TurnState != composition.Idle {
			c.BreakTurn(turn, event, at)
		}
	case composition.AgentLost:
		c.BreakTurn(turn, event, at)
	case composition.SetOffered:
		if c.TurnState == composition.Idle {
			c.Pending = nil // one that waits already is another rule
		}
		return c.OfferSet("t0", "new", at)
	}
	return nil
}

// TestTheTurnLoopFollowsItsTable walks every cell: every event in every state.
func TestTheTurnLoopFollowsItsTable(t *testing.T) {
	t.Parallel()
	for _, row := range composition.Loop {
		for i, state := range composition.TurnStates {
			t.Run(fmt.Sprintf("%s when %s", row.Event, state), func(t *testing.T) {
				t.Parallel()
				cell := row.Cells[i]
				c := outset(t, state)
				at := noon.Add(composition.ResolveWithin)
				err := cause(&c, row.Event, at)
				if state == composition.Idle && row.Event == composition.Interrupt {
					return // the use case refuses it: there is no turn to name
				}
				if (err != nil) != (cell.Refusal != "") || err != nil && (fault.CodeOf(err) != cell.Refusal || fault.KindOf(err) != fault.KindConflict) {
					t.Fatalf("got %v, want %+v", err, cell)
				}
				requireState(t, c, row, cell, state)
			})
		}
	}
}

func requireState(t *testing.T, c composition.Composition, row composition.Row, cell composition.Cell, before composition.TurnState) {
	t.Helper()
	next, fate := cell.Next, row.Set
	if next == "" { // refused or too late
		next, fate = before, composition.KeepSet
	}
	set := ""
	if c.Pending != nil {
		set = c.Pending.ChangeSet
	}
	if want := map[composition.SetFate]string{composition.KeepSet: "old", composition.StoreSet: "new", composition.DropSet: ""}[fate]; set != want {
		t.Errorf("the set %q is pending, want %q", set, want)
	}
	if c.TurnState != next || (c.TurnState == composition.Idle) != (c.CurrentTurnID == "") ||
		(c.TurnState == composition.Resolving) != (c.ResolvingUntil != nil) {
		t.Errorf("it is %s in the turn %q until %v, want %s", c.TurnState, c.CurrentTurnID, c.ResolvingUntil, next)
	}
	if c.TurnState == composition.Resolving && !c.IsPending(c.CurrentTurnID) {
		t.Errorf("the turn %q is being resolved, but pending is %+v", c.CurrentTurnID, c.Pending)
	}
}

// TestThePackagesCommentShowsTheTable keeps the two forms of the table the same.
func TestThePackagesCommentShowsTheTable(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var shown []string
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) < 7 {
			continue
		}
		for i, cell := range cells {
			cells[i] = strings.TrimSpace(cell)
		}
		shown = append(shown, strings.Join(cells[1:6], "|"))
	}
	want := []string{"event|" + string(composition.TurnStates[0]) + "|" + string(composition.TurnStates[1]) + "|" + string(composition.TurnStates[2]) + "|set"}
	for _, row := range composition.Loop {
		line := string(row.Event)
		for _, cell := range row.Cells {
			line += "|" + string(cell.Next)
			if cell.Refusal != "" {
				line += "refused " + cell.Refusal
			}
		}
		want = append(want, line+"|"+string(row.Set))
	}
	shown = slices.DeleteFunc(shown, func(line string) bool { return strings.HasPrefix(line, "--") })
	if !slices.Equal(shown, want) {
		t.Errorf("the comment shows\n%s\nwant\n%s", strings.Join(shown, "\n"), strings.Join(want, "\n"))
	}
}
