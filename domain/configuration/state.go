package configuration

// State tells how a draft compares with the catalog.
type State string

// The states.
const (
	New         State = "new"      // it would be made
	Changed     State = "changed"  // it would replace what is there
	Same        State = "same"     // the catalog holds this
	Conflicting State = "conflict" // what is there is not what the draft was begun from
	Invalid     State = "invalid"  // its form keeps it from being compared
)
