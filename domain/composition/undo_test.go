package composition_test

import (
	"testing"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/revision"
)

// traced is a trace of a draft whose content is that of the given revision by now.
func traced(now revision.Revision, before, last *composition.Revision) composition.TurnTrace {
	return composition.TurnTrace{Item: composition.Item{ID: "one", ContentRevision: now}, Before: before, Last: last}
}

func TestUndoTouchesOnlyWhatTheTurnHasTheLastWordOn(t *testing.T) {
	t.Parallel()
	before := &composition.Revision{ID: "1", ContentRevision: "a"}
	last := &composition.Revision{ID: "2", ContentRevision: "b"}
	same := &composition.Revision{ID: "2", ContentRevision: "a"}
	removed := func(trace composition.TurnTrace, holder string) composition.TurnTrace {
		trace.Removed, trace.HolderID = true, holder
		return trace
	}
	elsewhere := traced("b", before, last)
	elsewhere.Item.RemovedTurnID = "another"
	for _, c := range []struct {
		name  string
		trace composition.TurnTrace
		want  composition.Fate
	}{
		{"changed", traced("b", before, last), composition.Restored},
		{"changed, and again since", traced("c", before, last), composition.Kept},
		{"changed, and back since", traced("a", before, last), composition.Untouched},
		{"made", traced("b", nil, last), composition.Discarded},
		{"made, and changed since", traced("c", nil, last), composition.Kept},
		{"changed back", traced("a", before, same), composition.Untouched},
		{"removed", removed(traced("a", before, nil), ""), composition.BroughtBack},
		{"changed and removed", removed(traced("b", before, last), ""), composition.BroughtBack},
		{"removed, and its name given away", removed(traced("a", before, nil), "other"), composition.Kept},
		{"made and removed", removed(traced("b", nil, last), ""), composition.Untouched},
		{"changed, and removed by another turn", elsewhere, composition.Untouched},
		{"nothing", composition.TurnTrace{}, composition.Untouched},
	} {
		if got := composition.UndoAll([]composition.TurnTrace{c.trace}); got[0].Fate != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}

func TestUndoGivesAFreedNameBackOnce(t *testing.T) {
	t.Parallel()
	old := &composition.Revision{ID: "1", ContentRevision: "a"}
	made := composition.TurnTrace{Item: composition.Item{ID: "new", ContentRevision: "b"}, Name: "look", Last: &composition.Revision{ContentRevision: "b"}}
	changed := made
	changed.Item.ContentRevision = "c"
	removed := func(id, holder string) composition.TurnTrace {
		return composition.TurnTrace{Item: composition.Item{ID: id, ContentRevision: "a"}, Name: "look", HolderID: holder, Removed: true, Before: old}
	}
	for _, c := range []struct {
		name   string
		traces []composition.TurnTrace
		want   [2]composition.Fate
	}{
		{"removed and made anew", []composition.TurnTrace{made, removed("old", "new")}, [2]composition.Fate{composition.Discarded, composition.BroughtBack}},
		{"and changed since", []composition.TurnTrace{changed, removed("old", "new")}, [2]composition.Fate{composition.Kept, composition.Kept}},
		{"removed twice", []composition.TurnTrace{removed("first", ""), removed("second", "")}, [2]composition.Fate{composition.BroughtBack, composition.Kept}},
	} {
		got := composition.UndoAll(c.traces)
		if got[0].Fate != c.want[0] || got[1].Fate != c.want[1] {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
