package workflowinstance

import (
	"cmp"
	"slices"
	"strings"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/topology"
)

// Limits bound how far an instance moves. A move is one edge taken.
type Limits struct {
	MovesPerCall int // beyond it the instance fails with TransitionBudget
	Moves        int // in all; beyond it the instance fails with StepLimit
}

// DefaultLimits are the limits of a version that is not given others.
func DefaultLimits() Limits { return Limits{MovesPerCall: 100, Moves: 10_000} }

// Version is a document made ready to run: its expressions compiled, its edges in
// order, its joins known. It is immutable and safe for concurrent use.
type Version struct {
	start     *node
	nodes     map[string]*node
	numbers   map[string]expression.NumberType
	sensitive map[string]bool // by context key
	graph     *topology.Graph
	limits    Limits
	passWaits bool   // wait nodes pass at once
	trace     *Trace // of the one call that is observed; nil for all others
}

// CodeUnrunnable is the code of the fault of Compile.
const CodeUnrunnable = "unrunnable-document"

// Compile makes a document ready to run. Documents without validation errors always
// compile. An expression that doesn't compile is no error here: what it stands in
// fails when it is reached. The error is a fault of kind invalid.
func Compile(doc *document.Document, compiler expression.Compiler) (*Version, error) {
	version := &Version{
		nodes: make(map[string]*node), numbers: declaredNumbers(doc), sensitive: sensitiveKeys(doc),
		graph: topology.Of(doc), limits: DefaultLimits(),
	}
	for _, source := range doc.Nodes() {
		n := compileNode(source, compiler)
		version.nodes[n.id] = n
		if n.kind == document.StartNode {
			if version.start != nil {
				return nil, unrunnable("there are several start nodes, %q and %q", version.start.id, n.id)
			}
			version.start = n
		}
	}
	if version.start == nil {
		return nil, unrunnable("there is no start node")
	}
	if err := version.connect(doc, compiler); err != nil {
		return nil, err
	}
	return version, version.findJoins()
}

// WithLimits gives the version with other limits.
func (v *Version) WithLimits(limits Limits) *Version {
	c := *v
	c.limits = limits
	return &c
}

// WithoutWaits gives the version with wait nodes that pass at once, for simulations.
func (v *Version) WithoutWaits() *Version {
	c := *v
	c.passWaits = true
	return &c
}

func unrunnable(format string, args ...any) error {
	return fault.New(fault.KindInvalid, CodeUnrunnable, "the workflow can't run: "+format, args...)
}

// connect gives each node its edges, in the order they are tried.
func (v *Version) connect(doc *document.Document, compiler expression.Compiler) error {
	for _, source := range doc.Edges() {
		from, known := v.nodes[source.Source()]
		if !known {
			return unrunnable("edge %q comes from the node %q, which does not exist", source.ID(), source.Source())
		}
		to, known := v.nodes[source.Target()]
		if !known {
			return unrunnable("edge %q leads to the node %q, which does not exist", source.ID(), source.Target())
		}
		from.add(source, &edge{
			id:        source.ID(),
			condition: compileFormula(compiler, expression.EdgeCondition, source.Condition()),
			priority:  source.Priority(),
			target:    to,
		})
	}
	for _, n := range v.nodes {
		slices.SortStableFunc(n.edges, func(a, b *edge) int { return cmp.Compare(a.priority, b.priority) })
	}
	return nil
}

// findJoins gives each fork its join.
func (v *Version) findJoins() error {
	for id, fork := range v.nodes {
		if !v.graph.IsFork(id) {
			continue
		}
		joinID, met := v.graph.Join(id)
		if !met {
			return unrunnable("the branches that fork at node %q never meet again", id)
		}
		fork.join = v.nodes[joinID]
		fork.join.isJoin = true
	}
	return nil
}

// declaredNumbers gives the number types of context keys, where all that declare a
// key agree.
func declaredNumbers(doc *document.Document) map[string]expression.NumberType {
	numbers := make(map[string]expression.NumberType)
	for _, n := range doc.Nodes() {
		for _, field := range declaredFields(n) {
			declared := numberType(field.Type)
			if known, seen := numbers[field.Key()]; seen && known != declared {
				declared = expression.ByText
			}
			numbers[field.Key()] = declared
		}
	}
	return numbers
}

func declaredFields(n *document.Node) []document.Field {
	switch n.Type() {
	case document.StartNode:
		return n.Fields("inputs")
	case document.ActionNode, document.HumanTaskNode:
		return n.Fields("outputs")
	default:
		return nil
	}
}

func numberType(fieldType string) expression.NumberType {
	switch strings.TrimSpace(fieldType) {
	case "number":
		return expression.Double
	case "integer":
		return expression.Int
	default:
		return expression.ByText
	}
}

// HasNode tells whether the document has the node.
func (v *Version) HasNode(id string) bool {
	_, exists := v.nodes[id]
	return exists
}
