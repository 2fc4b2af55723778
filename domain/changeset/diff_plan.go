package changeset

// plan is how one list of elements changes. Elements are kept in place as far as the
// order allows: the later list must begin with the kept ones, in the order in which
// the earlier list has them, and everything behind them is added.
type plan struct {
	before, after elements
	renamed       map[string]string // old ids by new ones; only of nodes that are kept
	newIDs        map[string]string // the other way round
	updates       []update
	removed       []string
	isRemoved     map[string]bool
	added         []int // indexes in after
	isAdded       map[string]bool
}

// update is a change of an element that is kept.
type update struct {
	op    Op
	path  string
	early bool // before any node is removed
}

// keep decides which elements stay. Partner finds the element that a later one was
// (its index in before), and change says what must be done to it, which it tells by
// ok it can do. Both are asked in the order of the later list.
func (d *differ) keep(p *plan, change func(was, is element, path string) (update, bool)) {
	next := 0 // the first index in before that may still be kept
	kept := make(map[int]bool, len(p.before.all))
	end := 0
	for ; end < len(p.after.all); end++ {
		is := p.after.all[end]
		at := p.partner(is, next)
		if at < next {
			break
		}
		todo, ok := change(p.before.all[at], is, p.after.pointer(end))
		if !ok {
			break
		}
		if todo.op.body != nil {
			p.updates = append(p.updates, todo)
		} else if is.id != "" && is.id == p.before.all[at].id && p.after.key == "nodes" {
			d.unmoved = append(d.unmoved, is.id)
		}
		kept[at] = true
		next = at + 1
	}
	p.settle(kept, end)
}

// partner is the index of the element that a later one was, or -1. Anonymous elements
// keep their order.
func (p *plan) partner(is element, next int) int {
	if is.id == "" {
		for i := next; i < len(p.before.all); i++ {
			if p.before.all[i].id == "" {
				return i
			}
		}
		return -1
	}
	id := is.id
	if old, ok := p.renamed[id]; ok {
		id = old
	}
	if i, ok := p.before.byID[id]; ok {
		return i
	}
	return -1
}

// settle notes what is removed and what is added (from an index on). Nothing removes
// an anonymous element, except that it goes with a node; what is left of those shows
// in the result.
func (p *plan) settle(kept map[int]bool, end int) {
	p.isRemoved, p.isAdded = map[string]bool{}, map[string]bool{}
	for i, was := range p.before.all {
		if !kept[i] && was.id != "" {
			p.removed = append(p.removed, was.id)
			p.isRemoved[was.id] = true
		}
	}
	for i := end; i < len(p.after.all); i++ {
		p.added = append(p.added, i)
		p.isAdded[p.after.all[i].id] = true
		delete(p.renamed, p.after.all[i].id)
	}
	p.newIDs = make(map[string]string, len(p.renamed))
	for id, old := range p.renamed {
		p.newIDs[old] = id
	}
}

// planNodes plans the nodes.
func (d *differ) planNodes(before, after elements) *plan {
	p := &plan{before: before, after: after, renamed: renamedNodes(before, after)}
	d.keep(p, changeNode)
	return p
}

// planEdges plans the edges of a document whose nodes change as planned.
func (d *differ) planEdges(before, after elements, nodes *plan) *plan {
	p := &plan{before: before, after: after}
	d.keep(p, func(was, is element, path string) (update, bool) { return changeEdge(was, is, path, nodes) })
	return p
}
