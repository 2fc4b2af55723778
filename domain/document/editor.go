package document

import (
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
)

// Editor collects edits of one document. It rewrites the text of the elements that
// are edited and of nothing else, at a cost linear in the document and the edits.
// The document it started from does not change. An Editor is for one goroutine.
//
// Its methods expect checked JSON text and do not judge what it means; rules such
// as unique ids belong to package changeset.
type Editor struct {
	root     rawjson.Object
	nodes    *slots[Node]
	edges    *slots[Edge]
	attached map[string][]int // edge slots by the node ids they name, or named once
}

// Edit starts an edit of the document.
func (d *Document) Edit() *Editor {
	return &Editor{
		root:  d.root,
		nodes: newSlots(d.nodes, parseNode, (*Node).ID),
		edges: newSlots(d.edges, parseEdge, (*Edge).ID),
	}
}

// Node finds a node by its id, as the edits so far left it.
func (e *Editor) Node(id string) (*Node, bool) { return e.nodes.find(id) }

// Edge finds an edge by its id, as the edits so far left it.
func (e *Editor) Edge(id string) (*Edge, bool) { return e.edges.find(id) }

// NodeIDs lists the ids of the nodes there are now, in document order.
func (e *Editor) NodeIDs() []string { return e.nodes.ids() }

// EdgeIDs lists the ids of the edges there are now, in document order.
func (e *Editor) EdgeIDs() []string { return e.edges.ids() }

// CanAddNode tells whether there is a list of nodes to add to. A document without
// the key gets one; a document whose "nodes" is something else is not repaired.
func (e *Editor) CanAddNode() bool { return e.canAdd(nodesKey, e.nodes.list.isArray) }

// CanAddEdge is CanAddNode for edges.
func (e *Editor) CanAddEdge() bool { return e.canAdd(edgesKey, e.edges.list.isArray) }

func (e *Editor) canAdd(key string, isArray bool) bool {
	_, exists := e.root.Get(key)
	return isArray || !exists
}

// AddNode appends a node.
func (e *Editor) AddNode(text jsontext.Value) { e.nodes.add(text) }

// ReplaceNode gives the node another text.
func (e *Editor) ReplaceNode(id string, text jsontext.Value) {
	if slot, ok := e.nodes.slot(id); ok {
		e.nodes.replace(slot, text)
	}
}

// RemoveNode removes the node and every edge attached to it.
func (e *Editor) RemoveNode(id string) {
	if slot, ok := e.nodes.slot(id); ok {
		e.nodes.remove(slot)
	}
	for _, slot := range e.attachedTo(id) {
		e.edges.remove(slot)
	}
	delete(e.attached, id)
}

// RenameNode changes the node's id and the ends of the edges attached to it.
func (e *Editor) RenameNode(id, newID string) {
	slot, ok := e.nodes.slot(id)
	if !ok || id == newID {
		return
	}
	e.nodes.replace(slot, with(e.nodes.entries[slot].text, "id", newID))
	for _, slot := range e.attachedTo(id) {
		edge := e.edges.entries[slot]
		text := edge.text
		if edge.element.Source() == id {
			text = with(text, "source", newID)
		}
		if edge.element.Target() == id {
			text = with(text, "target", newID)
		}
		e.edges.replace(slot, text)
		e.attached[newID] = append(e.attached[newID], slot)
	}
	delete(e.attached, id)
}

// AddEdge appends an edge.
func (e *Editor) AddEdge(text jsontext.Value) { e.attach(e.edges.add(text)) }

// ReplaceEdge gives the edge another text.
func (e *Editor) ReplaceEdge(id string, text jsontext.Value) {
	if slot, ok := e.edges.slot(id); ok {
		e.edges.replace(slot, text)
		e.attach(slot)
	}
}

// RemoveEdge removes the edge.
func (e *Editor) RemoveEdge(id string) {
	if slot, ok := e.edges.slot(id); ok {
		e.edges.remove(slot)
	}
}

// SetMember sets a top-level member other than "nodes" and "edges".
func (e *Editor) SetMember(key string, value jsontext.Value) {
	if key != nodesKey && key != edgesKey {
		e.root = e.root.With(key, value)
	}
}

// Document is the edited document. The editor can go on afterwards.
func (e *Editor) Document() *Document {
	root := e.root
	nodes, nodesChanged := e.nodes.finish()
	if nodesChanged {
		root = root.With(nodesKey, nodes.array.Text())
	}
	edges, edgesChanged := e.edges.finish()
	if edgesChanged {
		root = root.With(edgesKey, edges.array.Text())
	}
	return assemble(root.Text(), root, nodes, edges)
}

// attachedTo lists the slots of the live edges that start or end at the node.
func (e *Editor) attachedTo(nodeID string) []int {
	if e.attached == nil {
		e.attached = make(map[string][]int, len(e.nodes.entries))
		for slot := range e.edges.entries {
			e.attach(slot)
		}
	}
	var live []int
	seen := make(map[int]bool, len(e.attached[nodeID]))
	for _, slot := range e.attached[nodeID] {
		edge := e.edges.entries[slot].element
		if edge != nil && !seen[slot] && (edge.Source() == nodeID || edge.Target() == nodeID) {
			seen[slot] = true
			live = append(live, slot)
		}
	}
	return live
}

// attach notes the ends of an edge, once the notes exist at all. Ends that the edge
// had before stay noted; attachedTo leaves them out.
func (e *Editor) attach(slot int) {
	edge := e.edges.entries[slot].element
	if e.attached == nil || edge == nil {
		return
	}
	e.attached[edge.Source()] = append(e.attached[edge.Source()], slot)
	if edge.Target() != edge.Source() {
		e.attached[edge.Target()] = append(e.attached[edge.Target()], slot)
	}
}

// with sets one text member of an element.
func with(text jsontext.Value, key, value string) jsontext.Value {
	object, _ := rawjson.ParseObject(text)
	return object.With(key, rawjson.Quote(value)).Text()
}
