package dataflow

import (
	"slices"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/topology"
)

// usualFacts is how many facts most conditions give at most.
const usualFacts = 8

// maxRefused bounds how many conditions that were not true an edge learns from.
const maxRefused = 16

// edgeFacts is what is certain of keys by edge; most edges have nothing to say.
type edgeFacts map[*document.Edge][]keyFact

func (f edgeFacts) set(e *document.Edge, facts []keyFact) {
	if len(facts) > 0 {
		f[e] = slices.Clip(facts)
	}
}

// learnFromEdges finds out what is certain behind each edge: its condition was true,
// and those that are asked before it were not, which is also certain when it is asked.
func (f *Flow) learnFromEdges() edgeFacts {
	learned := make(edgeFacts, len(f.nodes))
	f.refused = make(edgeFacts, len(f.nodes))
	if f.analyst == nil {
		return learned
	}
	for _, n := range f.nodes {
		var refused []keyFact
		for i, route := range f.graph.Routes(n.id) {
			if !topology.IsConditional(route) {
				learned.set(route, refused)
				break // what comes behind it is never taken, or it is a fork
			}
			analysis, err := f.analyst.Analyze(expression.EdgeCondition, route.Condition(), nil)
			if err != nil {
				continue
			}
			f.refused.set(route, refused)
			learned.set(route, f.appendFacts(slices.Clip(refused), analysis.WhenTrue))
			if analysis.CanBeOnlyBoolean && i < maxRefused {
				refused = f.appendFacts(refused, analysis.WhenFalse)
			}
		}
		for _, other := range f.graph.Outgoing(n.id) {
			if other.IsDefault() && !other.IsTimeout() {
				learned.set(other, refused)
			}
		}
	}
	return learned
}

// appendFacts adds facts by the keys' numbers, in the order of their names.
func (f *Flow) appendFacts(known []keyFact, facts expression.Facts) []keyFact {
	names := make([]string, 0, usualFacts)
	for name := range facts {
		names = append(names, name)
	}
	slices.Sort(names)
	known = slices.Grow(known, len(names))
	for _, name := range names {
		known = append(known, keyFact{f.keyOf(name), facts[name]})
	}
	return known
}

// connect gives each node the edges that enter it.
func (f *Flow) connect(learned edgeFacts) {
	entering := make(map[*document.Edge]*branch)
	for _, r := range f.regions {
		found, _ := f.graph.Region(r.fork)
		for i, edge := range found.Branches() {
			entering[edge] = r.branches[i]
		}
	}
	closing := f.closingBranches(entering)
	for i, n := range f.nodes {
		incoming := f.graph.Incoming(n.id)
		n.incoming = make([]edge, 0, len(incoming))
		for _, e := range incoming {
			from := f.nodes[f.index[e.Source()]]
			from.outgoing = append(from.outgoing, i)
			n.incoming = append(n.incoming, edge{
				from: f.index[e.Source()], timeout: e.IsTimeout(), facts: learned[e], enters: entering[e], closes: closing[e],
			})
		}
	}
}

// closingBranches finds for the edges that enter joins which branch each closes.
func (f *Flow) closingBranches(entering map[*document.Edge]*branch) map[*document.Edge]*branch {
	closing := make(map[*document.Edge]*branch)
	for _, r := range f.regions {
		found, _ := f.graph.Region(r.fork)
		branchOf := make(map[string]*branch)
		for inside, number := range found.Inside() {
			if number == topology.SharedBranch {
				continue
			}
			branchOf[inside.ID()] = r.branches[number]
		}
		for _, e := range f.graph.Incoming(found.Join) {
			if b := entering[e]; b != nil && b.region == r {
				closing[e] = b
			} else if b := branchOf[e.Source()]; b != nil {
				closing[e] = b
			}
		}
	}
	return closing
}
