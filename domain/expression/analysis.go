package expression

// Analyst says what can be said about an expression before it runs.
//
// Analyzing is deterministic and safe for concurrent use. An implementation may
// remember what it found out.
type Analyst interface {
	// Analyze judges source in the scope, where the context holds what the environment
	// says; nil if nothing is known about it. The error is an *Error with the code
	// Parse or Type when the expression can't work whatever the context holds.
	Analyze(scope Scope, source string, in Environment) (Analysis, error)
}

// Environment is what is known about the context at one place of a workflow.
type Environment interface {
	// Key gives what is known about a key; false when no path brings it here.
	Key(name string) (Key, bool)
	// Open tells whether the context may hold keys that nobody declared.
	Open() bool
	// Keys lists what Key knows, by name.
	Keys() []Key
}

// Key is what is known about one key of the context at one place.
type Key struct {
	Name     string
	Kinds    Kinds
	Declared string // type of the field that declares it; empty if there is none, or several differ
	Certain  bool   // it exists on every path that leads here
	Nullable bool   // it is declared as what may be null, and nothing on the way here says it is not
}

// Analysis is what can be said about one expression. It must not be changed.
type Analysis struct {
	// Kinds are those of the result, as JSON.
	Kinds Kinds
	// Reads lists the context keys that it reads by name, each once, in their order.
	Reads []Read
	// Mismatches says what can't work or can't be true, given the environment.
	Mismatches []Mismatch
	// WhenTrue and WhenFalse are what is certain of the context when the expression came
	// out as exactly true or exactly false.
	WhenTrue, WhenFalse Facts
	// CanBeOnlyBoolean tells that what is not true is false.
	CanBeOnlyBoolean bool
}

// Read is how an expression uses one key of the context. Guards such as has(),
// coalesce, ?. and != null are taken into account.
type Read struct {
	Key          string
	NeedsPresent bool // somewhere it fails if there is no such key
	NeedsValue   bool // somewhere it fails if the key is null
}

// Mismatch is a part of an expression that can't work or can't be true.
type Mismatch struct {
	Message    string
	Suggestion string // what to write instead; may be empty
}

// Facts are what is certain of context keys.
type Facts map[string]Fact

// Fact is what is certain of one key.
type Fact uint8

// The facts.
const (
	Present Fact = 1 << iota
	NotNull
)

// InstanceKeys lists what the variable `instance` holds.
func InstanceKeys() []Key {
	return []Key{
		{Name: "id", Kinds: TextKind, Declared: "string", Certain: true},
		{Name: "workflowId", Kinds: TextKind, Declared: "string", Certain: true},
		{Name: "version", Kinds: NumberKind, Declared: "integer", Certain: true},
		{Name: "startedAt", Kinds: TextKind, Declared: "datetime", Certain: true},
	}
}
