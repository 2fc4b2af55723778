package workflowinstance

import (
	"maps"
	"slices"
	"time"

	"heddle.dev/heddle/domain/expression"
)

// Status says where an instance stands.
type Status string

// The statuses.
const (
	Running   Status = "running" // within a call
	Waiting   Status = "waiting" // at rest, for people, actions, events or time
	Completed Status = "completed"
	Failed    Status = "failed"
	Cancelled Status = "cancelled"
	Stale     Status = "stale" // waits for people who were idle for long; what they do revives it
)

// Instance is one run of one version: the whole state, and nothing of the history.
// It is a value that is never changed; Apply gives a new one.
type Instance struct {
	ID             string              `json:"id"`
	WorkflowID     string              `json:"workflowId"`
	Version        int                 `json:"version"`
	StartedAt      time.Time           `json:"startedAt"`
	Status         Status              `json:"status"`
	Context        *expression.Object  `json:"context"`
	ActiveBranches []Branch            `json:"activeBranches"`    // in the order of entering their nodes
	JoinArrivals   map[string][]string `json:"joinArrivals"`      // by join: the edges that arrived, in order
	Regions        map[string]Region   `json:"regions,omitempty"` // by join: the forks that are not joined yet
	Pending        []PendingMove       `json:"pending,omitempty"` // what goes on when the instance is retried
	NextActivation int                 `json:"nextActivation"`    // the number of the next activation
	NextEntry      int                 `json:"nextEntry"`         // the seq of the next history entry
	Moves          int                 `json:"moves"`             // edges taken so far
	Failure        *Failure            `json:"failure,omitempty"`
	// Stages are by branch the stages that it went through, each once, the latest last.
	// They begin anew behind a fork and behind a join, since no reject goes across one.
	Stages map[string][]string `json:"stages,omitempty"`
	// Rejections say by activation of a stage why it is asked again.
	Rejections map[string]Rejection `json:"rejections,omitempty"`
	// ServedEvents are by receive-event node the ids of the events that it took.
	ServedEvents map[string][]string `json:"servedEvents,omitempty"`
}

// Branch is one line of execution that waits in a node.
type Branch struct {
	BranchID string `json:"branchId"`
	// Level is the branch of the enclosing region that this branch goes on for, empty
	// outside of all regions. A join puts its own segment behind it.
	Level        string `json:"level,omitempty"`
	NodeID       string `json:"nodeId"`
	ActivationID string `json:"activationId"`
	// CorrelationKey is the key that an event must have, from the time of entering the
	// node; nil where the node has none, or has one that came out as null.
	CorrelationKey *string `json:"correlationKey,omitzero"`
}

// Rejection is why a later stage sent its branch back.
type Rejection struct {
	By     string   `json:"by"` // the node of the stage that rejected
	Reason string   `json:"reason,omitempty"`
	Fields []string `json:"fields,omitempty"` // the fields asked again, by name; none for all
}

// Region is a fork whose branches have not all arrived at its join.
type Region struct {
	ForkID   string `json:"forkId"`
	BranchID string `json:"branchId"` // the branch that forked
	Level    string `json:"level,omitempty"`
}

// PendingMove is what a branch was about to do when the instance failed.
type PendingMove struct {
	BranchID string      `json:"branchId"`
	Level    string      `json:"level,omitempty"`
	NodeID   string      `json:"nodeId"`
	EdgeID   string      `json:"edgeId,omitempty"` // for TakeEdge
	Step     PendingStep `json:"step"`
	// ActivationID is the activation that failed or that the branch comes from.
	ActivationID string `json:"activationId,omitempty"`
	// Failure is why the branch stopped; nil when it only waits for another that failed.
	Failure *Failure `json:"failure,omitzero"`
}

// PendingStep says what a pending move does.
type PendingStep string

// The steps a branch can be stopped at.
const (
	EnterNode PendingStep = "enter" // visit the node (again)
	LeaveNode PendingStep = "leave" // the node is done; choose the way on
	TakeEdge  PendingStep = "take"  // the way is chosen; take the edge
)

// Failure says why an instance failed: the first thing that went wrong.
type Failure struct {
	Code    FailureCode `json:"code"`
	NodeID  string      `json:"nodeId"`
	EdgeID  string      `json:"edgeId,omitempty"`
	Message string      `json:"message"`
}

// FailureCode is the stable code of a failure.
type FailureCode string

// The failures the engine itself finds. Fail brings codes of its own, see ActionFailed.
const (
	NoRoute          FailureCode = "NO_ROUTE"          // no edge applies and there is no default edge
	ExpressionError  FailureCode = "EXPRESSION_ERROR"  // a condition, an input or an event mapping failed
	TransitionBudget FailureCode = "TRANSITION_BUDGET" // one call would make too many moves
	StepLimit        FailureCode = "STEP_LIMIT"        // the instance made too many moves in all
	ActionFailed     FailureCode = "ACTION_FAILED"     // what callers of Fail use for an action's last failure
)

// Active gives the branch that waits under the activation.
func (i *Instance) Active(activationID string) (Branch, bool) {
	at := slices.IndexFunc(i.ActiveBranches, func(b Branch) bool { return b.ActivationID == activationID })
	if at < 0 {
		return Branch{}, false
	}
	return i.ActiveBranches[at], true
}

// clone copies the instance so far that the copy's parts may be changed. The lists in
// its maps are shared: they are replaced, never changed.
func (i *Instance) clone() *Instance {
	c := *i
	c.ActiveBranches = slices.Clone(i.ActiveBranches)
	c.JoinArrivals = copied(i.JoinArrivals)
	c.Regions = copied(i.Regions)
	c.Pending = slices.Clone(i.Pending)
	c.Stages = copied(i.Stages)
	c.Rejections = copied(i.Rejections)
	c.ServedEvents = copied(i.ServedEvents)
	return &c
}

// copied copies a map; an empty one becomes none, which with makes again when needed.
func copied[V any](from map[string]V) map[string]V {
	if len(from) == 0 {
		return nil
	}
	return maps.Clone(from)
}

// with puts a value into a map, or into a new one where there is none.
func with[V any](values map[string]V, key string, value V) map[string]V {
	if values == nil {
		values = make(map[string]V)
	}
	values[key] = value
	return values
}
