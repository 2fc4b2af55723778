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
	attached *attachments // nil until somebody asks
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
func (e *Editor) Edge(id string) (*Edge, bool) {
	slot, ok := e.edges.slot(id)
	if !ok {
		return nil, false
	}
	return e.edge(slot), true
}

// AttachedEdges lists the edges that start or end at the node in document order, as
// the edits so far left them.
func (e *Editor) AttachedEdges(nodeID string) []*Edge {
	var edges []*Edge
	for _, slot := range e.attachments().attachedTo(nodeID) {
		if edge := e.edge(slot); edge != nil {
			edges = append(edges, edge)
		}
	}
	return edges
}

// NodeIDs lists the ids of the nodes there are now, in document order.
func (e *Editor) NodeIDs() []string { return e.nodes.ids() }

// EdgeIDs lists the ids of the edges there are now, in document order.
func (e *Editor) EdgeIDs() []string { return e.edges.ids() }

// CanAddNode tells whether there is a list of nodes to add to. A document without
// the key gets one; a document whose "nodes" is something else is not repaired.
func (e *Editor) CanAddNode() bool { return e.canAdd(nodesKey, e.nodes.list.isArray()) }

// CanAddEdge is CanAddNode for edges.
func (e *Editor) CanAddEdge() bool { return e.canAdd(edgesKey, e.edges.list.isArray()) }

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
	for _, slot := range e.attachments().attachedTo(id) {
		e.edges.remove(slot)
	}
	e.attached.forget(id)
}

// RenameNode changes the node's id and the ends of the edges attached to it.
func (e *Editor) RenameNode(id, newID string) {
	slot, ok := e.nodes.slot(id)
	if !ok || id == newID {
		return
	}
	e.nodes.replace(slot, with(e.nodes.entries[slot].text, "id", newID))
	e.attachments().rename(id, newID)
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

// Member gives a top-level member other than "nodes" and "edges", as the edits so far
// left it.
func (e *Editor) Member(key string) (jsontext.Value, bool) {
	if key == nodesKey || key == edgesKey {
		return nil, false
	}
	return e.root.Get(key)
}

// SetMember sets a top-level member other than "nodes" and "edges".
func (e *Editor) SetMember(key string, value jsontext.Value) {
	if key != nodesKey && key != edgesKey {
		e.root = e.root.With(key, value)
	}
}

// RemoveMember removes a top-level member other than "nodes" and "edges".
func (e *Editor) RemoveMember(key string) {
	if key != nodesKey && key != edgesKey {
		e.root = e.root.Edited(rawjson.Object{}, []string{key})
	}
}

// Document is the edited document. The editor can go on afterwards.
func (e *Editor) Document() *Document {
	root := e.root
	nodes, nodesChanged := e.nodes.finish()
	if nodesChanged {
		root = root.With(nodesKey, nodes.text)
	}
	e.settle()
	edges, edgesChanged := e.edges.finish()
	if edgesChanged {
		root = root.With(edgesKey, edges.text)
	}
	return assemble(root.Text(), root, nodes, edges)
}

// attachments gives the notes about who is attached to whom.
func (e *Editor) attachments() *attachments {
	if e.attached == nil {
		e.attached = &attachments{anchors: make(map[string]*anchor, len(e.nodes.entries))}
		for slot := range e.edges.entries {
			e.attached.set(slot, e.edges.entries[slot].element)
		}
	}
	return e.attached
}

// attach notes the ends of an edge, once there are notes at all.
func (e *Editor) attach(slot int) {
	if e.attached != nil {
		e.attached.set(slot, e.edges.entries[slot].element)
	}
}

// edge gives the edge in a slot, nil when there is none, with its text brought up to
// the ids that its nodes have by now.
func (e *Editor) edge(slot int) *Edge {
	edge := e.edges.entries[slot].element
	if edge == nil || e.attached == nil || !e.attached.renamed {
		return edge
	}
	source, target := e.attached.ends[slot].source.id, e.attached.ends[slot].target.id
	if edge.Source() == source && edge.Target() == target {
		return edge
	}
	text := edge.text
	if edge.Source() != source {
		text = with(text, "source", source)
	}
	if edge.Target() != target {
		text = with(text, "target", target)
	}
	e.edges.replace(slot, text)
	return e.edges.entries[slot].element
}

// settle brings the texts of all edges up to date.
func (e *Editor) settle() {
	if e.attached == nil || !e.attached.renamed {
		return
	}
	for slot := range e.edges.entries {
		e.edge(slot)
	}
	e.attached.renamed = false
}

// with sets one text member of an element.
func with(text jsontext.Value, key, value string) jsontext.Value {
	object, _ := rawjson.ParseObject(text)
	return object.With(key, rawjson.Quote(value)).Text()
}
