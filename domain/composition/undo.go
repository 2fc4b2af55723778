package composition

// Fate tells what undoing a turn does to a draft that the turn changed.
type Fate string

// The fates. Of a workflow it is Restored, Carried, Withdrawn, Kept or Untouched.
const (
	Restored    Fate = "restored"     // it is again what it was before the turn
	Discarded   Fate = "discarded"    // the turn had made it; it is gone
	BroughtBack Fate = "brought-back" // the turn had removed it; it is back
	Carried     Fate = "carried"      // later changes stay: the inverse of the turn's change set was carried over to them
	Withdrawn   Fate = "withdrawn"    // the turn's change set still waited; it no longer does
	Kept        Fate = "kept"         // it stays as it is, for the stated reason
	Untouched   Fate = "untouched"    // the turn changed nothing of it, or nothing that is left
)

// TurnTrace is what one turn did to one action type or tool.
type TurnTrace struct {
	Item     Item
	Name     string    // that it has, or had when the turn removed it
	HolderID string    // of the draft that has the name by now, since the turn removed this one; empty for none
	Removed  bool      // by the turn
	Last     *Revision // the newest that the turn saved; nil if it saved none
	Before   *Revision // the one before the turn's first, or the newest if the turn saved none; nil if there was none
}

// Label is what people call the draft, as type/name.
func (t TurnTrace) Label() string { return string(t.Item.Type) + "/" + t.Name }

// Undoing is what undoing a turn does to a draft.
type Undoing struct {
	Fate   Fate
	Reason string // why it does nothing; may be empty
}

// UndoAll decides what undoing the turn does to each draft. A name is free for the draft that the turn removed also where
// the draft that has it now goes by the same undoing: the turn had made it in the place of the other.
func UndoAll(traces []TurnTrace) []Undoing {
	undoings := make([]Undoing, len(traces))
	goes, returned := map[string]bool{}, map[string]bool{} // by id, by label
	for i, trace := range traces {
		if !trace.Removed {
			undoings[i] = trace.undo()
			goes[trace.Item.ID] = undoings[i].Fate == Discarded
		}
	}
	for i, trace := range traces {
		if trace.Removed {
			isFree := !returned[trace.Label()] && (trace.HolderID == "" || goes[trace.HolderID])
			undoings[i] = trace.bringBack(isFree)
			returned[trace.Label()] = returned[trace.Label()] || undoings[i].Fate == BroughtBack
		}
	}
	return undoings
}

func (t TurnTrace) bringBack(nameIsFree bool) Undoing {
	switch {
	case t.Before == nil:
		return Undoing{Untouched, "the turn made it and removed it again"}
	case !nameIsFree:
		return Undoing{Kept, "the turn removed it, and another draft has its name by now"}
	default:
		return Undoing{BroughtBack, ""}
	}
}

// undo goes by content: later changes that were taken back are none.
func (t TurnTrace) undo() Undoing {
	switch {
	case t.Item.RemovedTurnID != "":
		return Undoing{Untouched, "another turn removed it"}
	case t.Last == nil:
		return Undoing{Untouched, ""}
	case t.Before != nil && t.Before.ContentRevision == t.Item.ContentRevision:
		return Undoing{Untouched, "it is what it was before the turn"}
	case t.Last.ContentRevision != t.Item.ContentRevision:
		return Undoing{Kept, "it was changed since the turn"}
	case t.Before == nil:
		return Undoing{Discarded, ""}
	default:
		return Undoing{Restored, ""}
	}
}
