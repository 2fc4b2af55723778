package document

import "slices"

// attachments knows during an edit which edges are attached to which node. Renaming a
// node costs the same however many edges it has: they share an anchor that gets the
// new id, and their texts follow when somebody asks for them.
type attachments struct {
	anchors map[string]*anchor // by id
	ends    []ends             // by edge slot
	renamed bool               // texts may be behind
}

// anchor is a node id that edges name as source or target.
type anchor struct {
	id    string
	slots []int // of the edges that named it at some time
}

// ends are the anchors of one edge.
type ends struct{ source, target *anchor }

func (e ends) include(a *anchor) bool { return e.source == a || e.target == a }

// set notes the ends of the edge in a slot; slots are added in order.
func (a *attachments) set(slot int, edge *Edge) {
	if slot == len(a.ends) {
		a.ends = append(a.ends, ends{})
	}
	if edge != nil {
		a.ends[slot] = ends{source: a.anchor(edge.Source(), slot), target: a.anchor(edge.Target(), slot)}
	}
}

// anchor gives the anchor for an id after noting that the edge in the slot is attached to it.
func (a *attachments) anchor(id string, slot int) *anchor {
	found, ok := a.anchors[id]
	if !ok {
		found = &anchor{id: id}
		a.anchors[id] = found
	}
	if n := len(found.slots); n == 0 || found.slots[n-1] != slot {
		found.slots = append(found.slots, slot)
	}
	return found
}

// rename gives an anchor another id. Edges that name the new id already (of a node
// that did not exist) join them; of two anchors the smaller one is dissolved.
func (a *attachments) rename(id, newID string) {
	moved, ok := a.anchors[id]
	if !ok {
		return
	}
	a.renamed = true
	delete(a.anchors, id)
	if waiting, exists := a.anchors[newID]; exists {
		if len(waiting.slots) > len(moved.slots) {
			moved, waiting = waiting, moved
		}
		for _, slot := range waiting.slots {
			a.ends[slot] = a.ends[slot].with(waiting, moved)
		}
		moved.slots = append(moved.slots, waiting.slots...)
	}
	moved.id = newID
	a.anchors[newID] = moved
}

// with replaces an anchor.
func (e ends) with(old, replacement *anchor) ends {
	if e.source == old {
		e.source = replacement
	}
	if e.target == old {
		e.target = replacement
	}
	return e
}

// attachedTo lists the slots of the edges that start or end at the node in document
// order, removed edges included.
func (a *attachments) attachedTo(id string) []int {
	found, ok := a.anchors[id]
	if !ok {
		return nil
	}
	var slots []int
	seen := make(map[int]bool, len(found.slots))
	for _, slot := range found.slots {
		if !seen[slot] && a.ends[slot].include(found) {
			seen[slot] = true
			slots = append(slots, slot)
		}
	}
	slices.Sort(slots)
	return slots
}

// forget drops the anchor of a node whose edges are gone.
func (a *attachments) forget(id string) { delete(a.anchors, id) }
