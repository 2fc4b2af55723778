package changeset

import "github.com/go-json-experiment/json/jsontext"

// do makes a change, or says why it is refused.
func (d *differ) do(op Op) *Error {
	refused := op.malformed
	if refused == nil {
		refused = op.body.apply(d.editor)
	}
	if refused == nil {
		d.ops = append(d.ops, op)
	}
	return refused
}

// rename gives the kept nodes their new ids, in document order.
func (d *differ) rename(nodes *plan) {
	for _, was := range nodes.before.all {
		if id, ok := nodes.newIDs[was.id]; ok {
			if refused := d.do(composeRename(was.id, id)); refused != nil {
				d.obstruct(nodes.before.pointerTo(was.id, "id"), "node %q can't be renamed: %s", was.id, refused.Reason)
			}
		}
	}
}

// update changes the kept elements; early are the edges that are taken off nodes
// which are going to be removed.
func (d *differ) update(p *plan, early bool) {
	for _, todo := range p.updates {
		if todo.early != early {
			continue
		}
		if refused := d.do(todo.op); refused != nil {
			d.obstruct(todo.path, "%q can't be changed: %s", todo.op.ElementID(), refused.Reason)
		}
	}
}

// remove removes what is neither kept nor gone with a node.
func (d *differ) remove(p *plan, kind OpKind) {
	for _, id := range p.removed {
		if _, isThere := d.editor.Edge(id); !isThere && kind == RemoveEdge {
			continue
		}
		if refused := d.do(composeOn(kind, id)); refused != nil {
			d.obstruct(p.before.pointerTo(id), "%q can't be removed: %s", id, refused.Reason)
		}
	}
}

// add adds everything behind the kept elements; false when something can't be added.
func (d *differ) add(p *plan, what string, compose func(jsontext.Value) Op) bool {
	ok := true
	for _, index := range p.added {
		if refused := d.do(compose(p.after.all[index].text)); refused != nil {
			ok = false
			d.obstruct(p.after.pointer(index), "%s %q, at %s, would have to be added, but can't be: %s",
				what, textMember(p.after.all[index].text, "id"), p.after.pointer(index), refused.Reason)
		}
	}
	return ok
}
