package workflowinstance

// EdgeOutcome says how an edge came out when its source was left.
type EdgeOutcome string

// The outcomes.
const (
	EdgeTaken   EdgeOutcome = "taken"
	EdgeFalse   EdgeOutcome = "false"   // its condition was not exactly true
	EdgeSkipped EdgeOutcome = "skipped" // nobody asked it
	EdgeError   EdgeOutcome = "error"   // its condition failed, or the limits forbade to take it
)

// EdgeEvaluation is how one edge came out, once.
type EdgeEvaluation struct {
	EdgeID  string      `json:"edgeId"`
	Outcome EdgeOutcome `json:"outcome"`
	Error   string      `json:"error,omitempty"`
}

// Trace is what a call went through, for those who want to see it.
type Trace struct {
	// Edges are those out of each node that was left, in the order they were tried;
	// default and timeout edges come last.
	Edges []EdgeEvaluation
}

// Observe makes a call as Apply does, and tells how each edge came out.
func Observe(version *Version, instance *Instance, call Call) (Step, Trace, error) {
	var trace Trace
	observed := *version
	observed.trace = &trace
	step, err := Apply(&observed, instance, call)
	return step, trace, err
}

// trace is nil unless somebody observes the call.
func (r *run) trace() *Trace { return r.version.trace }

func (t *Trace) add(e *edge, outcome EdgeOutcome, message string) {
	if t != nil {
		t.Edges = append(t.Edges, EdgeEvaluation{EdgeID: e.id, Outcome: outcome, Error: message})
	}
}

// mark is where the edges of the node that is left next will begin.
func (t *Trace) mark() int {
	if t == nil {
		return 0
	}
	return len(t.Edges)
}

// skipRest adds those of a node's edges that came up nowhere behind the mark.
func (t *Trace) skipRest(n *node, mark int) {
	if t == nil {
		return
	}
	seen := make(map[string]bool)
	for _, evaluation := range t.Edges[mark:] {
		seen[evaluation.EdgeID] = true
	}
	for e := range n.outgoing() {
		if !seen[e.id] {
			t.add(e, EdgeSkipped, "")
		}
	}
}
