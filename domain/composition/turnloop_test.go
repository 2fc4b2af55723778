package composition_test

import (
	"testing"
	"time"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
)

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
			whole := outset(t, c.state)
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

func TestWhatComesOfAnotherTurnChangesNothing(t *testing.T) {
	t.Parallel()
	for _, state := range composition.TurnStates {
		for _, turnID := range []string{"", "another"} {
			c := outset(t, state)
			if c.CurrentTurnID != turnID && (c.EndTurn(turnID, "late", noon) || c.BreakTurn(turnID, composition.AgentLost, noon) ||
				c.StopWaiting(turnID, noon.Add(time.Hour))) {
				t.Errorf("the turn %q did something when %s", turnID, state)
			}
			requireConflict(t, "resolve", c.RejectSet(turnID, noon), "not-pending")
			requireConflict(t, "change", c.RequireTurn("another"), "no-turn")
		}
	}
}

func TestAChangeSetIsSentOnlyToAnEditorThatAppliesByItself(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(c *composition.Composition){
		"in review mode":        func(c *composition.Composition) { c.ApplyMode = composition.Review },
		"without a lease":       func(c *composition.Composition) { c.Lease = composition.Lease{} },
		"with an expired lease": func(c *composition.Composition) { c.Lease.ExpiresAt = noon },
	} {
		working, waiting := outset(t, composition.AIWorking), outset(t, composition.Idle)
		change(&working)
		change(&waiting)
		if !working.EndTurn("t2", "new", noon) || working.TurnState != composition.Idle || !working.IsPending("t2") {
			t.Errorf("%s the turn ended as %+v", name, working)
		}
		if waiting.SendSet(noon) || waiting.TurnState != composition.Idle {
			t.Errorf("%s the waiting set was sent", name)
		}
	}
	nothing := outset(t, composition.Idle)
	nothing.Pending = nil
	if nothing.SendSet(noon) {
		t.Error("nothing was sent")
	}
}

func TestAnEditorGetsNoMoreTimeForASetThatIsCarriedOver(t *testing.T) {
	t.Parallel()
	c := outset(t, composition.Resolving)
	until := *c.ResolvingUntil
	if err := c.CarrySet("t1", "new", noon.Add(time.Second)); err != nil || !c.ResolvingUntil.Equal(until) {
		t.Errorf("%v, until %v", err, c.ResolvingUntil)
	}
	if c.StopWaiting("t1", until.Add(-time.Nanosecond)) || !c.StopWaiting("t1", until) {
		t.Error("the wait did not end when its time was over")
	}
}

func TestASetIsOfferedOnlyWhileNoneWaits(t *testing.T) {
	t.Parallel()
	c := outset(t, composition.Idle)
	requireConflict(t, "offer", c.OfferSet("t0", "new", noon), "already-pending")
}

func TestAReceiptKeepsEveryNotice(t *testing.T) {
	t.Parallel()
	turn := composition.Turn{Outcome: composition.Completed}
	turn.Notify("one")
	turn.Notify("two")
	if turn.Receipt.Notice != "one\ntwo" {
		t.Errorf("%q", turn.Receipt.Notice)
	}
	turn.Reopen()
	if !turn.Reprompted || turn.Outcome != "" || turn.Receipt == nil {
		t.Errorf("%+v", turn)
	}
}
