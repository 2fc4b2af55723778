package dataflow

import "heddle.dev/heddle/domain/topology"

// region is a well-formed parallel region.
type region struct {
	fork     string
	branches []*branch
	own      bitset // declarations made inside
	isOpen   bool
}

// branch is one branch of a region.
type branch struct {
	region     *region
	own        bitset // declarations made in it
	written    bitset // their keys
	spread     bitset // all declarations of these keys, wherever they are made
	foreign    bitset // keys that other branches write
	nulled     bitset // keys that other branches may set to null
	target     string // where it begins
	isOpen     bool
	othersOpen bool
}

// findRegions makes the regions, those inside others first.
func (f *Flow) findRegions() {
	f.regions = make(map[string]*region)
	for i := len(f.nodes) - 1; i >= 0; i-- {
		id := f.nodes[i].id
		if found, isFork := f.graph.Region(id); isFork && found.IsWellFormed() {
			f.regions[id] = f.newRegion(found)
		}
	}
}

func (f *Flow) newRegion(of *topology.Region) *region {
	r := &region{fork: of.Fork, own: newBitset(len(f.declarations))}
	for _, edge := range of.Branches() {
		r.branches = append(r.branches, &branch{
			region: r, target: edge.Target(),
			own: newBitset(len(f.declarations)), spread: newBitset(len(f.declarations)), written: newBitset(len(f.keys)),
			foreign: newBitset(len(f.keys)), nulled: newBitset(len(f.keys)),
		})
	}
	for inside, number := range of.Inside() {
		if number != topology.SharedBranch { // it would lead nowhere
			f.gather(r.branches[number], inside.ID())
		}
	}
	for _, b := range r.branches {
		r.own.unite(b.own)
		r.isOpen = r.isOpen || b.isOpen
		for i := range b.own.all() {
			d := &f.declarations[i]
			b.written.set(d.key)
			b.spread.setRange(f.spans[d.key].low, f.spans[d.key].high)
			if d.nullable {
				b.nulled.set(d.key)
			}
		}
	}
	f.compareBranches(r)
	return r
}

// gather adds to a branch what a node in it declares, with the region that begins there.
func (f *Flow) gather(b *branch, nodeID string) {
	n := f.nodes[f.index[nodeID]]
	for _, i := range n.declarations {
		b.own.set(i)
	}
	b.isOpen = b.isOpen || n.isOpen
	if inner, isFork := f.regions[nodeID]; isFork {
		b.own.unite(inner.own)
		b.isOpen = b.isOpen || inner.isOpen
	}
}

// compareBranches finds out what each branch may see of the others.
func (f *Flow) compareBranches(r *region) {
	written, nulled := newTally(len(f.keys)), newTally(len(f.keys))
	openBranches := 0
	for _, b := range r.branches {
		written.add(b.written)
		nulled.add(b.nulled) // so far those of its own
		if b.isOpen {
			openBranches++
		}
	}
	for _, b := range r.branches {
		written.others(b.foreign, b.written)
		nulled.others(b.nulled, b.nulled)
		b.othersOpen = openBranches > 1 || openBranches == 1 && !b.isOpen
	}
}

// tally counts in how many sets a number is: in one at least, or in several.
type tally struct{ once, several bitset }

func newTally(n int) tally { return tally{newBitset(n), newBitset(n)} }

func (t tally) add(set bitset) {
	for i, word := range set {
		t.several[i] |= t.once[i] & word
		t.once[i] |= word
	}
}

// others makes of result what is in a set other than own, which was added. They may
// be the same.
func (t tally) others(result, own bitset) {
	for i, word := range own {
		result[i] = t.several[i] | t.once[i]&^word
	}
}

// enter makes it the state at the beginning of a branch: what the others write may be
// there or not.
func (s *state) enter(b *branch) {
	for i, word := range b.region.own {
		s.brought[i] |= word &^ b.own[i]
	}
	s.notNull.remove(b.nulled)
	s.open = s.open || b.othersOpen
}
