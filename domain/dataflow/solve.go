package dataflow

import "slices"

// maxWork bounds how many words of sets solving may look at. Where it does not
// suffice, which takes thousands of cycles inside each other, nothing is said about
// the context.
const maxWork = 1 << 27

// solve finds the state before each node: the least that is consistent with the
// states behind all nodes that lead to it.
func (f *Flow) solve() {
	f.solved = false
	f.states = f.newStates(len(f.nodes))
	s := &solver{Flow: f, found: f.newState(), along: f.newState(), joined: f.newState()}
	s.stale = slices.Repeat([]bool{true}, len(f.nodes))
	for s.changed = true; s.changed; {
		s.changed = false
		for i := range f.nodes {
			if s.stale[i] {
				s.refresh(i)
			}
			if s.work > maxWork {
				return
			}
		}
	}
	f.solved = true
}

// newStates makes states whose sets lie in one piece of memory.
func (f *Flow) newStates(count int) []state {
	declarations, keys := wordsFor(len(f.declarations)), wordsFor(len(f.keys))
	words := make(bitset, count*(declarations+2*keys))
	take := func(n int) bitset {
		taken := words[:n:n]
		words = words[n:]
		return taken
	}
	states := make([]state, count)
	for i := range states {
		states[i] = state{brought: take(declarations), certain: take(keys), notNull: take(keys)}
	}
	return states
}

func (f *Flow) newState() state { return f.newStates(1)[0] }

// solver holds the states that solving needs besides those of the nodes.
type solver struct {
	*Flow
	found   state // before the node that is looked at
	along   state // behind one edge
	joined  state // of the branches that a join has seen
	work    int
	stale   []bool // by node: what leads to it has changed
	changed bool
}

// refresh finds the state before a node anew.
func (s *solver) refresh(i int) {
	s.stale[i] = false
	s.visit(s.nodes[i])
	if s.found.equals(&s.states[i]) {
		return
	}
	s.states[i].copyFrom(&s.found)
	s.changed = true
	for _, next := range s.nodes[i].outgoing {
		s.stale[next] = true
	}
}

// visit finds the state before a node from those of the nodes that lead to it.
func (s *solver) visit(n *node) {
	s.found.reset()
	if n.isStart {
		s.found.reached = true
		return
	}
	s.joined.reset()
	var seen *join
	for i := range n.incoming {
		e := &n.incoming[i]
		s.follow(e)
		switch {
		case !s.along.reached:
		case e.closes != nil:
			if seen == nil {
				seen = newJoin(s.Flow)
			}
			seen.add(&s.joined, &s.along, e.closes)
		default:
			s.found.meet(&s.along)
		}
	}
	if seen != nil {
		seen.finish(&s.joined)
		s.found.meet(&s.joined)
	}
}

// follow finds the state behind an edge.
func (s *solver) follow(e *edge) {
	s.work += 1 + len(s.along.brought) + 2*len(s.along.certain)
	s.along.copyFrom(&s.states[e.from])
	if !s.along.reached {
		return
	}
	if !e.timeout {
		s.along.complete(s.nodes[e.from], s.Flow)
	}
	s.along.learn(e.facts)
	if e.enters != nil {
		s.along.enter(e.enters)
	}
}

// join puts together what the branches of a region bring. A key that branches write
// is what one of these left it as; the other branches hold what was before the fork.
type join struct {
	written bitset // keys that branches write
	spread  bitset // the declarations of these keys
	kept    bitset // keys that are not null behind each branch that writes them
	left    bitset // declarations of these keys, as the branches that write them leave it
}

func newJoin(f *Flow) *join {
	j := &join{
		written: newBitset(len(f.keys)), kept: newBitset(len(f.keys)),
		spread: newBitset(len(f.declarations)), left: newBitset(len(f.declarations)),
	}
	j.kept.fill()
	return j
}

// add adds the state at the end of a branch. Until finish, the state has what the keys
// would be if no branch wrote them.
func (j *join) add(joined, end *state, b *branch) {
	joined.reached = true
	joined.open = joined.open || end.open
	joined.certain.unite(end.certain)
	for i, word := range b.written {
		j.written[i] |= word
		j.kept[i] &= ^word | end.notNull[i]
		joined.notNull[i] |= end.notNull[i]
	}
	for i, word := range b.spread {
		j.spread[i] |= word
		j.left[i] |= word & end.brought[i]
		joined.brought[i] |= end.brought[i]
	}
}

func (j *join) finish(joined *state) {
	for i, word := range j.written {
		joined.notNull[i] = joined.notNull[i]&^word | word&j.kept[i]
	}
	for i, word := range j.spread {
		joined.brought[i] = joined.brought[i]&^word | j.left[i]
	}
}
