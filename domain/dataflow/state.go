package dataflow

import "heddle.dev/heddle/domain/expression"

// state is what is known of the context at one place.
type state struct {
	reached bool   // some path leads here
	open    bool   // on some path something undeclared was merged
	brought bitset // declarations that reach the place
	certain bitset // keys that exist on all paths
	notNull bitset // keys that are not null on all paths
}

// reset makes it the state of a place that no path is known to lead to.
func (s *state) reset() {
	s.reached, s.open = false, false
	clear(s.brought)
	clear(s.certain)
	clear(s.notNull)
}

func (s *state) copyFrom(other *state) {
	s.reached, s.open = other.reached, other.open
	copy(s.brought, other.brought)
	copy(s.certain, other.certain)
	copy(s.notNull, other.notNull)
}

func (s *state) equals(other *state) bool {
	return s.reached == other.reached && s.open == other.open &&
		equal(s.brought, other.brought) && equal(s.certain, other.certain) && equal(s.notNull, other.notNull)
}

func equal(a, b bitset) bool {
	for i, word := range a {
		if b[i] != word {
			return false
		}
	}
	return true
}

// meet makes it the state of a place where one of two paths comes from.
func (s *state) meet(other *state) {
	switch {
	case !other.reached:
	case !s.reached:
		s.copyFrom(other)
	default:
		s.open = s.open || other.open
		s.brought.unite(other.brought)
		s.certain.intersect(other.certain)
		s.notNull.intersect(other.notNull)
	}
}

// complete makes it the state behind a node.
func (s *state) complete(n *node, f *Flow) {
	if n.isOpen {
		s.open = true
		if !n.isStart { // whatever is missing may just have come
			s.certain.fill()
		}
	}
	for _, i := range n.declarations {
		if d := &f.declarations[i]; d.certain {
			s.brought.clearRange(f.spans[d.key].low, f.spans[d.key].high)
		}
	}
	for _, i := range n.declarations {
		d := &f.declarations[i]
		s.brought.set(i)
		switch {
		case d.nullable:
			s.notNull.clear(d.key)
		case d.certain:
			s.notNull.set(d.key)
		}
		if d.certain {
			s.certain.set(d.key)
		}
	}
}

// learn adds what is certain of a key.
func (s *state) learn(facts []keyFact) {
	for _, known := range facts {
		if known.fact&expression.Present != 0 {
			s.certain.set(known.key)
		}
		if known.fact&expression.NotNull != 0 {
			s.notNull.set(known.key)
		}
	}
}

// keyFact is what an edge makes certain of a key.
type keyFact struct {
	key  int
	fact expression.Fact
}
