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
	Item      Item
	Name      string    // that it has, or had when the turn removed it
	NameTaken bool      // by another draft, since the turn removed this one
	Removed   bool      // by the turn
	Last      *Revision // the newest that the turn saved; nil if it saved none
	Before    *Revision // the one before the turn's first, or the newest if the turn saved none; nil if there was none
	Newest    string    // id of the newest revision
}

// Undo decides what undoing the turn does to the draft, and says why where it does nothing.
func (t TurnTrace) Undo() (fate Fate, reason string) {
	switch {
	case t.Removed && t.Before == nil:
		return Untouched, "the turn made it and removed it again"
	case t.Removed && t.NameTaken:
		return Kept, "the turn removed it, and another draft has its name by now"
	case t.Removed:
		return BroughtBack, ""
	case t.Item.RemovedTurnID != "":
		return Untouched, "another turn removed it"
	case t.Last == nil:
		return Untouched, ""
	case t.Last.ID != t.Newest:
		return Kept, "it was changed since the turn"
	case t.Before == nil:
		return Discarded, ""
	case t.Before.ContentRevision == t.Last.ContentRevision:
		return Untouched, "the turn left it as it was"
	default:
		return Restored, ""
	}
}
