package changeset

import (
	"slices"
	"strings"

	"heddle.dev/heddle/domain/document"
)

// verb is what a change set does to an element, all in all.
type verb string

const (
	nothing  verb = ""
	adds     verb = "adds"
	replaces verb = "replaces" // removed and added again
	changes  verb = "changes"
	renames  verb = "renames"
	removes  verb = "removes"
)

// account adds up what the ops of a change set do.
type account struct {
	before       *document.Document // nil when it is not known
	nodes, edges *roll
	metadata     []string
	unreadable   int
}

// roll is what happens to the elements of one kind.
type roll struct {
	order []string
	fates map[string]fate // by the id that the element has in the end
}

// fate is what happens to one element.
type fate struct {
	verb  verb
	title string   // what a person calls it
	newID string   // when it is renamed
	keys  []string // what of it changes
}

// String is the element with what there is to say about it.
func (f fate) String() string {
	switch {
	case f.verb == renames:
		return f.title + " to " + quoted(f.newID)
	case f.verb == changes && len(f.keys) > 0 && len(f.keys) <= maxNamed:
		return f.title + " (" + strings.Join(f.keys, ", ") + ")"
	default:
		return f.title
	}
}

func newAccount(before *document.Document) *account {
	return &account{before: before, nodes: newRoll(), edges: newRoll()}
}

func newRoll() *roll { return &roll{fates: map[string]fate{}} }

// set notes a fate.
func (r *roll) set(id string, f fate) {
	if _, known := r.fates[id]; !known {
		r.order = append(r.order, id)
	}
	r.fates[id] = f
}

// add notes that an element is added.
func (r *roll) add(id, title string) {
	if r.fates[id].verb == removes {
		r.set(id, fate{verb: replaces, title: title})
		return
	}
	r.set(id, fate{verb: adds, title: title})
}

// change notes that an element changes, unless more than that happens to it.
func (r *roll) change(id, title string, keys []string) {
	f := r.fates[id]
	if f.verb == nothing {
		f = fate{verb: changes, title: title}
	}
	for _, key := range keys {
		if key = cut(oneLine(key), maxTitle); !slices.Contains(f.keys, key) {
			f.keys = append(slices.Clip(f.keys), key)
		}
	}
	r.set(id, f)
}

// remove notes that an element is removed; one that the set has added leaves no trace.
func (r *roll) remove(id, title string) {
	switch f := r.fates[id]; f.verb {
	case adds:
		r.set(id, fate{})
	case nothing:
		r.set(id, fate{verb: removes, title: title})
	default:
		r.set(id, fate{verb: removes, title: f.title})
	}
}

// keys lists what the update names.
func (o updateNode) keys() []string {
	var keys []string
	if o.name != nil {
		keys = append(keys, "name")
	}
	for key := range o.config.Members() {
		keys = append(keys, key)
	}
	return append(keys, o.unset...)
}

func (o updateEdge) keys() []string {
	var keys []string
	for key := range o.patch.Members() {
		keys = append(keys, key)
	}
	return append(keys, o.unset...)
}

// record adds an op to the account.
func (a *account) record(op Op) {
	switch body := op.body.(type) {
	case addNode:
		a.nodes.add(body.id, titleOr(textMember(body.text, "name"), body.id))
	case updateNode:
		a.nodes.change(body.id, a.nodeTitle(body.id), body.keys())
	case renameNode:
		a.rename(body)
	case removeNode:
		a.nodes.remove(body.id, a.nodeTitle(body.id))
	case addEdge:
		a.edges.add(body.id, a.between(body.id, body.source, body.target))
	case updateEdge:
		a.edges.change(body.id, a.edgeTitle(body.id), body.keys())
	case removeEdge:
		a.edges.remove(body.id, a.edgeTitle(body.id))
	case metadata:
		for name := range body.patch.Members() {
			if !slices.Contains(a.metadata, name) {
				a.metadata = append(a.metadata, name)
			}
		}
	default:
		a.unreadable++
	}
}

// rename moves what is known of a node to its new id.
func (a *account) rename(op renameNode) {
	if op.id == op.newID {
		return
	}
	f := a.nodes.fates[op.id]
	switch f.verb {
	case nothing, removes:
		f = fate{verb: renames, title: a.nodeTitle(op.id)}
	default:
		a.nodes.set(op.id, fate{})
	}
	f.newID = op.newID
	a.nodes.set(op.newID, f)
}

// nodeTitle is what a person calls the node, as the document or the set has it.
func (a *account) nodeTitle(id string) string {
	if f, ok := a.nodes.fates[id]; ok && f.verb == adds {
		return f.title
	}
	if a.before != nil {
		if node, ok := a.before.Node(id); ok {
			return titleOr(node.Name(), id)
		}
	}
	return quoted(id)
}

func titleOr(name, id string) string {
	if strings.TrimSpace(name) == "" {
		return quoted(id)
	}
	return quoted(name)
}

func (a *account) edgeTitle(id string) string {
	if a.before != nil {
		if edge, ok := a.before.Edge(id); ok {
			return a.between(id, edge.Source(), edge.Target())
		}
	}
	return quoted(id)
}

// between names an edge by its ends, where the document is known.
func (a *account) between(id, source, target string) string {
	if a.before == nil {
		return quoted(id)
	}
	return "from " + a.nodeTitle(source) + " to " + a.nodeTitle(target)
}
