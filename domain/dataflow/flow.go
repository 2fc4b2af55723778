package dataflow

import (
	"slices"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/topology"
)

// Source is what a flow is worked out from.
type Source struct {
	Graph *topology.Graph
	// Analyst says what conditions make certain and of what kinds mapped values are; nil
	// if nobody can.
	Analyst expression.Analyst
	// ActionType finds an action type of the catalog; nil if none is given.
	ActionType func(name string) (*action.ActionType, bool)
	// Fields gives the fields under a key of a node's config, where they are decoded
	// already; nil if they are not.
	Fields func(node *document.Node, key string) []document.Field
}

// Flow is what the context holds at every place of a document. It is immutable and
// safe for concurrent use.
type Flow struct {
	graph        *topology.Graph
	analyst      expression.Analyst
	nodes        []*node // such that edges lead forward, except where there are cycles
	index        map[string]int
	keys         []string // in the order they are first declared
	keyIndex     map[string]int
	declarations []declaration // those of one key together
	spans        []span        // where those of a key are
	regions      map[string]*region
	refused      edgeFacts // what is certain when an edge's condition is asked
	states       []state   // before each node
	solved       bool
}

// node is a node of the document with what it does to the context.
type node struct {
	id           string
	isStart      bool
	isOpen       bool
	declarations []int
	incoming     []edge
	outgoing     []int // the nodes that its edges lead to
}

// edge is an edge on its way to a node.
type edge struct {
	from    int
	timeout bool // what the node it leaves would bring does not come
	facts   []keyFact
	enters  *branch // the branch that begins with it
	closes  *branch // the branch that ends with it
}

// span is where the declarations of one key are.
type span struct {
	low, high int
	isUniform bool // they are all alike, so that one speaks for all
}

// Of works out the flow of a document that has one start node and whose parallel
// regions are well formed. Of any other it says little, but nothing that is too sure.
func Of(source Source) *Flow {
	f := &Flow{graph: source.Graph, analyst: source.Analyst}
	if source.Fields == nil {
		source.Fields = (*document.Node).Fields
	}
	f.readNodes(source)
	f.readMappings(nil)
	learned := f.learnFromEdges()
	f.spans = append(f.spans, slices.Repeat([]span{{}}, len(f.keys)-len(f.spans))...)
	if !f.fits() {
		return f
	}
	f.findRegions()
	f.connect(learned)
	f.solve()
	if f.solved && f.readMappings(f) { // now that it is known what they read
		f.solve()
	}
	f.markUniform()
	return f
}

func (f *Flow) markUniform() {
	for i := range f.spans {
		s := &f.spans[i]
		s.isUniform = true
		for k := s.low + 1; k < s.high; k++ {
			a, b := &f.declarations[k-1], &f.declarations[k]
			s.isUniform = s.isUniform && a.kinds == b.kinds && a.declared == b.declared && a.nullable == b.nullable
		}
	}
}

// maxWords bounds the memory of a flow: beyond 64 MB nothing is said about the
// context. Ten thousand nodes that each declare a key of their own need half of it.
const maxWords = 8 << 20

// fits tells whether the states of all places fit into the memory allowed.
func (f *Flow) fits() bool {
	keys, declarations := wordsFor(len(f.keys)), wordsFor(len(f.declarations))
	branches := 0
	for _, n := range f.nodes {
		if f.graph.IsFork(n.id) {
			branches += len(f.graph.Routes(n.id)) + 1
		}
	}
	return len(f.nodes)*(2*keys+declarations)+branches*(4*keys+2*declarations) <= maxWords
}

// readNodes reads what each node declares.
func (f *Flow) readNodes(source Source) {
	order := f.graph.Forward()
	f.index = make(map[string]int, len(order))
	f.nodes = make([]*node, len(order))
	all, nodes := make([]brought, len(order)), make([]node, len(order))
	for i, id := range order {
		written, _ := f.graph.Node(id)
		all[i] = source.broughtBy(written)
		nodes[i] = node{id: id, isStart: written.Type() == document.StartNode, isOpen: all[i].isOpen}
		f.nodes[i] = &nodes[i]
		f.index[id] = i
	}
	f.number(all)
}

// number gives the declarations of all nodes their numbers, those of one key in a row.
func (f *Flow) number(all []brought) {
	count := 0
	for _, b := range all {
		count += len(b.names)
	}
	f.keyIndex = make(map[string]int, count)
	f.declarations = make([]declaration, 0, count)
	for i, b := range all {
		f.nodes[i].declarations = make([]int, 0, len(b.names))
		for k, name := range b.names {
			d := b.declarations[k]
			d.node, d.key = i, f.keyOf(name)
			f.declarations = append(f.declarations, d)
		}
	}
	slices.SortStableFunc(f.declarations, func(a, b declaration) int { return a.key - b.key })
	f.spans = make([]span, len(f.keys))
	for i := range f.declarations {
		d := &f.declarations[i]
		f.nodes[d.node].declarations = append(f.nodes[d.node].declarations, i)
		if i == 0 || f.declarations[i-1].key != d.key {
			f.spans[d.key].low = i
		}
		f.spans[d.key].high = i + 1
	}
}

func (f *Flow) keyOf(name string) int {
	i, known := f.keyIndex[name]
	if !known {
		i = len(f.keys)
		f.keyIndex[name] = i
		f.keys = append(f.keys, name)
	}
	return i
}

// readMappings finds out of what kinds the values are that events bring, and whether
// it is news that one of them may be null. At first nothing is known of the context
// that their expressions read.
func (f *Flow) readMappings(known *Flow) (news bool) {
	if f.analyst == nil {
		return false
	}
	for i := range f.declarations {
		d := &f.declarations[i]
		if d.mapping == "" {
			continue
		}
		var in expression.Environment
		if known != nil {
			in = known.at(d.node)
		}
		analysis, err := f.analyst.Analyze(expression.ReceiveEventOutput, d.mapping, in)
		if err != nil {
			continue // validation reports it
		}
		d.kinds = analysis.Kinds
		nullable := d.kinds != expression.AnyKind && d.kinds.Overlaps(expression.NullKind)
		news = news || nullable != d.nullable
		d.nullable = nullable
	}
	return news
}

// Written lists the keys that a node brings into the context, in the order of their declaration.
func (f *Flow) Written(nodeID string) []string {
	i, known := f.index[nodeID]
	if !known {
		return nil
	}
	var names []string
	for _, d := range f.nodes[i].declarations {
		names = append(names, f.keys[f.declarations[d].key])
	}
	return names
}
