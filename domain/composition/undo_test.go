package composition_test

import (
	"testing"

	"heddle.dev/heddle/domain/composition"
)

func TestUndoTouchesOnlyWhatTheTurnHasTheLastWordOn(t *testing.T) {
	t.Parallel()
	before := &composition.Revision{ID: "1", ContentRevision: "a"}
	last := &composition.Revision{ID: "2", ContentRevision: "b"}
	same := &composition.Revision{ID: "2", ContentRevision: "a"}
	elsewhere := composition.Item{RemovedTurnID: "another"}
	for _, c := range []struct {
		name  string
		trace composition.TurnTrace
		want  composition.Fate
	}{
		{"changed", composition.TurnTrace{Before: before, Last: last, Newest: "2"}, composition.Restored},
		{"changed, and again since", composition.TurnTrace{Before: before, Last: last, Newest: "3"}, composition.Kept},
		{"made", composition.TurnTrace{Last: last, Newest: "2"}, composition.Discarded},
		{"made, and changed since", composition.TurnTrace{Last: last, Newest: "3"}, composition.Kept},
		{"changed back", composition.TurnTrace{Before: before, Last: same, Newest: "2"}, composition.Untouched},
		{"removed", composition.TurnTrace{Removed: true, Before: before, Newest: "1"}, composition.BroughtBack},
		{"changed and removed", composition.TurnTrace{Removed: true, Before: before, Last: last, Newest: "2"}, composition.BroughtBack},
		{"removed, and its name given away", composition.TurnTrace{Removed: true, NameTaken: true, Before: before, Newest: "1"}, composition.Kept},
		{"made and removed", composition.TurnTrace{Removed: true, Last: last, Newest: "2"}, composition.Untouched},
		{"changed, and removed by another turn", composition.TurnTrace{Item: elsewhere, Before: before, Last: last, Newest: "2"}, composition.Untouched},
		{"nothing", composition.TurnTrace{}, composition.Untouched},
	} {
		if fate, _ := c.trace.Undo(); fate != c.want {
			t.Errorf("%s: %s, want %s", c.name, fate, c.want)
		}
	}
}
