package dataflow

import (
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/topology"
)

// Race is a key that two branches of one region use at once, so that what becomes of
// it depends on which is faster.
type Race struct {
	Fork  string
	Key   string
	First string // the node where the first branch begins
	Other string // the node where the other one begins
}

// Collisions lists the keys that several branches of a fork's region write.
func (f *Flow) Collisions(forkID string) []Race {
	r, known := f.regions[forkID]
	if !known {
		return nil
	}
	var races []Race
	met := newBitset(len(f.keys))
	for _, b := range r.branches {
		for key := range b.written.all() {
			if b.foreign.has(key) && !met.has(key) {
				met.set(key)
				races = append(races, Race{forkID, f.keys[key], b.target, r.otherWriter(b, key)})
			}
		}
	}
	return races
}

// otherWriter names a branch other than b that writes the key.
func (r *region) otherWriter(b *branch, key int) string {
	for _, other := range r.branches {
		if other != b && other.written.has(key) {
			return other.target
		}
	}
	return ""
}

// SiblingReads lists for each fork the keys that one branch reads (First) and another
// writes (Other). Reads are what the expressions of each node read, with those of the
// conditions that are asked when it is left.
func (f *Flow) SiblingReads(reads map[string][]expression.Read) map[string][]Race {
	races := make(map[string][]Race)
	inside := make(map[string]bitset)        // what is read in a fork's region
	for i := len(f.nodes) - 1; i >= 0; i-- { // regions inside others first
		r, isFork := f.regions[f.nodes[i].id]
		if !isFork {
			continue
		}
		all, met := newBitset(len(f.keys)), newBitset(len(f.keys))
		for k, read := range f.readsOf(r, reads, inside) {
			all.unite(read)
			b := r.branches[k]
			for key := range read.all() {
				if b.foreign.has(key) && !met.has(key) {
					met.set(key)
					races[r.fork] = append(races[r.fork], Race{r.fork, f.keys[key], b.target, r.otherWriter(b, key)})
				}
			}
		}
		inside[r.fork] = all
	}
	return races
}

// readsOf gives the keys that each branch of a region reads.
func (f *Flow) readsOf(r *region, reads map[string][]expression.Read, inside map[string]bitset) []bitset {
	of := make([]bitset, len(r.branches))
	for i := range of {
		of[i] = newBitset(len(f.keys))
	}
	found, _ := f.graph.Region(r.fork)
	for n, number := range found.Inside() {
		if number == topology.SharedBranch {
			continue
		}
		for _, read := range reads[n.ID()] {
			if key, known := f.keyIndex[read.Key]; known {
				of[number].set(key)
			}
		}
		of[number].unite(inside[n.ID()])
	}
	return of
}
