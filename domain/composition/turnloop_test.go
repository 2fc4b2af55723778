package composition_test

import (
	"testing"
	"time"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// outset is a composition in a state of the table: idle with or without a pending set, or at work on the turn "t2".
func outset(t *testing.T, state composition.TurnState, pending bool) composition.Composition {
	t.Helper()
	c, err := composition.New(composition.Composition{
		ID: "c", Name: "Name", Goal: "goal", Engine: "engine", SessionID: "s", CreatedBy: "u",
	}, noon)
	if err != nil {
		t.Fatal(err)
	}
	if pending {
		c.Pending = &composition.Pending{TurnID: "t1", ChangeSet: "old"}
	}
	if state == composition.AIWorking {
		if err := c.StartTurn("t2", "message", noon); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// TestTheTurnLoopFollowsItsTable walks the table in the package's comment.
func TestTheTurnLoopFollowsItsTable(t *testing.T) {
	t.Parallel()
	start := func(c *composition.Composition) error { return c.StartTurn("t3", "more", noon) }
	end := func(turnID, set string) func(c *composition.Composition) error {
		return func(c *composition.Composition) error {
			c.EndTurn(turnID, set, noon)
			return nil
		}
	}
	clearPending := func(turnID string) func(c *composition.Composition) error {
		return func(c *composition.Composition) error {
			c.ClearPending(turnID, noon)
			return nil
		}
	}
	for _, row := range []struct {
		name    string
		state   composition.TurnState
		pending bool
		event   func(c *composition.Composition) error
		next    composition.TurnState
		current string
		set     string // what is pending then
		code    string // of the fault
	}{
		{"a message starts a turn", composition.Idle, false, start, composition.AIWorking, "t3", "", ""},
		{"a message keeps a pending set", composition.Idle, true, start, composition.AIWorking, "t3", "old", ""},
		{"a message is refused while a turn runs", composition.AIWorking, false, start, composition.AIWorking, "t2", "", "turn-running"},
		{"a turn ends without a set", composition.AIWorking, false, end("t2", ""), composition.Idle, "", "", ""},
		{"a turn without a set keeps an older one", composition.AIWorking, true, end("t2", ""), composition.Idle, "", "old", ""},
		{"a turn's set is pending", composition.AIWorking, false, end("t2", "new"), composition.Idle, "", "new", ""},
		{"a turn's set replaces an older one", composition.AIWorking, true, end("t2", "new"), composition.Idle, "", "new", ""},
		{"another turn's end changes nothing", composition.AIWorking, true, end("t1", "late"), composition.AIWorking, "t2", "old", ""},
		{"an end without a turn changes nothing", composition.Idle, true, end("t2", "late"), composition.Idle, "", "old", ""},
		{"an end of no turn changes nothing", composition.Idle, false, end("", "late"), composition.Idle, "", "", ""},
		{"a pending set is resolved", composition.Idle, true, clearPending("t1"), composition.Idle, "", "", ""},
		{"another turn's resolution changes nothing", composition.Idle, true, clearPending("t0"), composition.Idle, "", "old", ""},
		{"a resolution of nothing changes nothing", composition.Idle, false, clearPending("t1"), composition.Idle, "", "", ""},
		{"a pending set is resolved while a turn runs", composition.AIWorking, true, clearPending("t1"), composition.AIWorking, "t2", "", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			c := outset(t, row.state, row.pending)
			err := row.event(&c)
			if (err != nil) != (row.code != "") || err != nil && fault.CodeOf(err) != row.code {
				t.Errorf("got %v, want code %q", err, row.code)
			}
			set := ""
			if c.Pending != nil {
				set = c.Pending.ChangeSet
			}
			if c.TurnState != row.next || c.CurrentTurnID != row.current || set != row.set {
				t.Errorf("it is %s in turn %q with %q pending, want %s, %q, %q", c.TurnState, c.CurrentTurnID, set, row.next, row.current, row.set)
			}
		})
	}
}

func TestTheFirstMessageIsTheGoalWhereNoneWasStated(t *testing.T) {
	t.Parallel()
	for goal, want := range map[string]string{"": "message", "  ": "message", "stated": "stated"} {
		c, err := composition.New(composition.Composition{ID: "c", Name: " Name ", Goal: goal}, noon)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.StartTurn("t", "message", noon); err != nil || c.Goal != want || c.Name != "Name" {
			t.Errorf("goal %q: %+v, %v", goal, c, err)
		}
	}
}

func TestAnItemIsTheAIsOnlyWhileTheTurnThatTouchedItRuns(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		itemType composition.ItemType
		turnID   string
		state    composition.TurnState
		want     bool
	}{
		"touched by the running turn":  {composition.ActionTypeItem, "t2", composition.AIWorking, true},
		"a tool":                       {composition.ToolItem, "t2", composition.AIWorking, true},
		"the workflow never":           {composition.WorkflowItem, "t2", composition.AIWorking, false},
		"touched by an earlier turn":   {composition.ActionTypeItem, "t1", composition.AIWorking, false},
		"by no turn":                   {composition.ActionTypeItem, "", composition.AIWorking, false},
		"when the turn is over":        {composition.ActionTypeItem, "t2", composition.Idle, false},
		"by no turn, and no turn runs": {composition.ActionTypeItem, "", composition.Idle, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole := outset(t, c.state, false)
			item := composition.Item{Type: c.itemType, LastTurnID: c.turnID}
			if got := item.LockedBy(&whole); got != c.want {
				t.Errorf("locked: %v", got)
			}
			if err := item.RequireUnlocked(&whole); (fault.KindOf(err) == fault.KindLocked && err != nil) != c.want {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestASaveKeepsWhatTheContentRevisionDoesNotCoverWithoutARevision(t *testing.T) {
	t.Parallel()
	item, first := composition.NewItem("i", "c", composition.WorkflowItem, composition.Edit{RevisionID: "r1", Name: "n", Content: "a", ContentRevision: "1", Author: composition.ByUser, At: noon})
	if first.ItemID != "i" || first.Content != "a" {
		t.Errorf("%+v", first)
	}
	if made, err := item.Save("1", composition.Edit{Content: "a ", ContentRevision: "1", Author: composition.ByAI}); err != nil || made != nil || item.Content != "a " || item.LayoutSeq != 1 || item.LastAuthor != composition.ByUser {
		t.Errorf("%+v, %+v, %v", made, item, err)
	}
	made, err := item.Save("1", composition.Edit{RevisionID: "r2", Content: "b", ContentRevision: "2", Author: composition.ByAI, TurnID: "t"})
	if err != nil || made == nil || made.ID != "r2" || item.ContentRevision != "2" || item.LastTurnID != "t" || item.Name != "n" {
		t.Errorf("%+v, %+v, %v", made, item, err)
	}
	if _, err := item.Save("1", composition.Edit{Content: "c", ContentRevision: "3"}); fault.KindOf(err) != fault.KindStale || fault.As(err).Details["lastAuthor"] != "ai" || item.Content != "b" {
		t.Errorf("%+v, %v", item, err)
	}
}

func TestLabelsAreReadAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a", "with/slash", "", "ä b"} {
		item := composition.Item{Type: composition.ToolItem, Name: name}
		if itemType, got := composition.SplitLabel(item.Label()); itemType != composition.ToolItem || got != name {
			t.Errorf("%q came back as %s %q", name, itemType, got)
		}
	}
}
