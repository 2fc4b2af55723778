package workflowinstance

import (
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
)

// node is a document's node made ready to run.
type node struct {
	id, name    string
	kind        document.NodeType
	fields      []document.Field // start: inputs; action and human task: outputs
	actionType  string
	title       *formula // nil for none
	description string
	inputs      []input
	duration    time.Duration // wait
	event       eventConfig   // receive-event
	isStage     bool          // a human task with stage settings
	asks        string        // what the world was told of the node, to see whether a version changed it

	edges    []*edge // without default and timeout edges, in the order they are tried
	fallback *edge   // the default edge
	expiry   *edge   // the timeout edge
	join     *node   // of a fork: where its branches meet
	isJoin   bool    // some fork's branches meet here
}

// edge is a document's edge made ready to run.
type edge struct {
	id        string
	priority  int
	condition *formula // nil for none, which counts as true
	target    *node
}

// input is one input of an action or a human task: a formula, else a literal.
type input struct {
	name    string
	formula *formula
	literal jsontext.Value
}

// eventConfig is what a receive-event node waits for and what it keeps.
type eventConfig struct {
	eventType       string
	correlated      bool
	subscriptionKey *formula
	eventKey        *formula
	match           []*formula
	lookback        lookback
	mappings        []mapping
	timeout         time.Duration // 0 for none
}

// lookback is how far back an event may have come before the wait.
type lookback struct {
	sinceStart bool // since the run started; else
	within     time.Duration
}

// mapping stores the result of a formula under a context key.
type mapping struct {
	contextKey string
	formula    *formula
}

// formula is an expression with its program, or with the reason why it has none.
type formula struct {
	text    string
	program expression.Program
	broken  error
	// namesInstance tells that the variable `instance` may be read; it is not made for
	// the many formulas that don't.
	namesInstance bool
}

func compileFormula(compiler expression.Compiler, scope expression.Scope, text string) *formula {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	program, err := compiler.Compile(scope, text)
	return &formula{
		text: text, program: program, broken: err, namesInstance: strings.Contains(text, expression.InstanceVariable),
	}
}

func (f *formula) evaluate(variables expression.Variables) (expression.Result, error) {
	if f.broken != nil {
		return expression.Result{}, f.broken
	}
	return f.program.Evaluate(variables)
}

// expressionFailure says which expression failed, where it stands, and why.
func (n *node) expressionFailure(f *formula, err error, where string, args ...any) *Failure {
	return &Failure{Code: ExpressionError, NodeID: n.id, Message: fmt.Sprintf(where, args...) + fmt.Sprintf(" (%s): %v", f.text, err)}
}

// add puts an edge where it belongs; of several default or timeout edges the first counts.
func (n *node) add(source *document.Edge, e *edge) {
	switch {
	case source.IsTimeout(): // taken when a wait for an event times out, never on leaving
		if n.expiry == nil {
			n.expiry = e
		}
	case !source.IsDefault():
		n.edges = append(n.edges, e)
	case n.fallback == nil:
		n.fallback = e
	}
}

// edge finds one of the node's edges; nil if it has no such edge.
func (n *node) edge(id string) *edge {
	for e := range n.outgoing() {
		if e.id == id {
			return e
		}
	}
	return nil
}

// outgoing goes through the node's edges in the order they are tried, then the default
// edge and the timeout edge.
func (n *node) outgoing() iter.Seq[*edge] {
	return func(yield func(*edge) bool) {
		for _, e := range n.edges {
			if !yield(e) {
				return
			}
		}
		if n.fallback != nil && !yield(n.fallback) {
			return
		}
		if n.expiry != nil {
			yield(n.expiry)
		}
	}
}
