package expression

// Scope is the place in a workflow document an expression stands in. It decides
// which variables the expression sees and what its result must be.
type Scope string

// The scopes.
const (
	EdgeCondition              Scope = "edge-condition"               // on an edge; taken only if the result is exactly true
	ActionInput                Scope = "action-input"                 // an input of an action or a human task; any JSON
	HumanTaskTitle             Scope = "human-task-title"             // the title of a human task; text
	CorrelationSubscriptionKey Scope = "correlation-subscription-key" // what a waiting node expects; text
	CorrelationEventKey        Scope = "correlation-event-key"        // what an event offers; text
	ReceiveEventMatch          Scope = "receive-event-match"          // whether a waiting node takes an event; boolean
	ReceiveEventOutput         Scope = "receive-event-output"         // what is kept of an event; any JSON
)

// The variables an expression may name.
const (
	ContextVariable  = "context"  // the instance's collected data
	InstanceVariable = "instance" // id, workflowId, version, startedAt
	EventVariable    = "event"    // the event at hand, see Event
)

// Scopes lists every scope, in the order of the reference.
func Scopes() []Scope {
	return []Scope{
		EdgeCondition, ActionInput, HumanTaskTitle, CorrelationSubscriptionKey,
		CorrelationEventKey, ReceiveEventMatch, ReceiveEventOutput,
	}
}

// Valid tells whether s is one of the scopes.
func (s Scope) Valid() bool { return s.Variables() != nil }

// Variables gives the names an expression in the scope may use; nil for an unknown scope.
func (s Scope) Variables() []string {
	switch s {
	case EdgeCondition, ActionInput, HumanTaskTitle, CorrelationSubscriptionKey:
		return []string{ContextVariable, InstanceVariable}
	case CorrelationEventKey:
		return []string{EventVariable}
	case ReceiveEventMatch, ReceiveEventOutput:
		return []string{ContextVariable, EventVariable, InstanceVariable}
	default:
		return nil
	}
}

// Results gives the kinds of results that are of use in the scope; any other can't
// do what the expression is for.
func (s Scope) Results() Kinds {
	switch s {
	case EdgeCondition, ReceiveEventMatch:
		return BooleanKind
	case HumanTaskTitle, CorrelationSubscriptionKey, CorrelationEventKey:
		return TextKind | NumberKind | BooleanKind
	default:
		return AnyKind
	}
}

// RefusesNull tells whether a result of null fails what the expression is for: a
// match must be a boolean, and a key that is null matches no event. A condition that
// is null is just not true, and a title that is null gives way to the node's name.
func (s Scope) RefusesNull() bool { return s == ReceiveEventMatch || s == CorrelationSubscriptionKey }
