package pack

import (
	"fmt"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
)

// Reason tells why what is in the target is not what an item was made from.
type Reason string

// The reasons.
const (
	ChangedOutside Reason = "changed"    // it was published by others since
	DeletedOutside Reason = "deleted"    // it is gone
	ExistsAlready  Reason = "exists"     // the item is new, but its name is not
	NameTaken      Reason = "name-taken" // the item has a new name, which another object has
)

// Conflict shows both sides: the item, and what is in the target.
type Conflict struct {
	Item      *Item
	Reason    Reason
	Published *Occupant // nil if it is gone
}

// Final tells that force does not help: two objects would need one name.
func (c *Conflict) Final() bool { return c.Reason == NameTaken }

// conflictOf compares what the item was made from with what is there; nil if nothing would be lost.
func conflictOf(item *Item, occupant *Occupant) *Conflict {
	var reason Reason
	switch {
	case occupant != nil && occupant.NameTaken:
		reason = NameTaken
	case item.Base == nil, occupant != nil && occupant.Revision == item.Revision:
		return nil
	case occupant == nil && *item.Base != "":
		reason = DeletedOutside
	case occupant == nil, occupant.Revision == *item.Base:
		return nil
	case *item.Base == "":
		reason = ExistsAlready
	default:
		reason = ChangedOutside
	}
	return &Conflict{Item: item, Reason: reason, Published: occupant}
}

// ChangedOutsideCode is the code of the problem of each item in conflict.
const ChangedOutsideCode = "CHANGED_OUTSIDE"

func (c *Conflict) problem() fault.Problem {
	message := ""
	switch c.Reason {
	case DeletedOutside:
		message = fmt.Sprintf("what %s was made from is gone; force makes it anew", c.Item.Called())
	case ExistsAlready:
		message = fmt.Sprintf("%s was made anew, but there is one already, with the revision %s; force replaces it",
			c.Item.Called(), c.Published.Revision)
	case NameTaken:
		message = fmt.Sprintf("%s was %q, and another object has the new name already: choose another name", c.Item.Called(), c.Published.Name)
	case ChangedOutside:
		message = fmt.Sprintf("%s was made from the revision %s, but was changed since and has the revision %s now; force replaces it",
			c.Item.Called(), orNothing(*c.Item.Base), c.Published.Revision)
	}
	return fault.Problem{Severity: fault.SeverityError, Code: ChangedOutsideCode, Item: c.Item.Called(), Message: message}
}

func orNothing(rev revision.Revision) string {
	if rev == "" {
		return "of nothing"
	}
	return string(rev)
}

// ConflictError is the conflict fault "changed-outside" with both sides of each item.
type ConflictError struct {
	fault     *fault.Error
	Conflicts []Conflict
}

func newConflictError(conflicts []Conflict) *ConflictError {
	problems := make([]fault.Problem, len(conflicts))
	message := "nothing was written: some published objects are not what these items were made from; look at both sides, and force to overwrite them"
	for i := range conflicts {
		problems[i] = conflicts[i].problem()
		if conflicts[i].Final() {
			message = "nothing was written, and can't be by force either: see the problems of each item"
		}
	}
	return &ConflictError{Conflicts: conflicts, fault: fault.New(fault.KindConflict, "changed-outside", "%s", message).WithProblems(problems)}
}

func (e *ConflictError) Error() string { return e.fault.Error() }

// Unwrap gives the fault.
func (e *ConflictError) Unwrap() error { return e.fault }
