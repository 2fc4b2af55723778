package changeset

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/revision"
)

// Difference is what leads from one document to another.
type Difference struct {
	ChangeSet *ChangeSet // based on the earlier document, by the author "host"
	Cosmetic  []string   // ids of the nodes whose position is all that changed; never nil
}

// Diff gives a change set that makes of before a document with the content revision
// of after. It changes no more than it must:
//
//   - Nodes and edges match by id. A node that vanished while another one appeared that
//     differs in nothing but its id was renamed; if there are several such, none was.
//   - A node of which more changed than name and config is removed and added again,
//     and its edges with it. So is an edge that lost a field that no op removes.
//   - What is added goes to the end of the list, so that whatever must come after it,
//     or has changed its place, is removed and added again too.
//
// Where no ops lead to after, the error is an *Error with code NotExpressible whose
// paths point into after, or into before for what vanished. Reasons are, for
// example, unknown fields of the document as a whole, a description that vanished,
// and an edge without priority that would have to be added.
func Diff(before, after *document.Document) (Difference, error) {
	d := &differ{before: before, after: after, editor: before.Edit()}
	d.compareMembers()
	d.compareGraph()
	result := d.editor.Document()
	if len(d.obstacles) == 0 && revision.OfDocument(result) != revision.OfDocument(after) {
		d.findRemains(result)
	}
	if len(d.obstacles) > 0 {
		return Difference{}, notExpressible(d.obstacles)
	}
	id := "diff-" + shortened(revision.OfDocument(after))
	set := newSet(id, revision.OfDocument(before), d.ops)
	return Difference{ChangeSet: set.withSummary(SummariseFor(set, before)), Cosmetic: d.cosmetic()}, nil
}

// differ collects ops and makes each change at once, so that it knows what is there.
type differ struct {
	before, after *document.Document
	editor        *document.Editor
	ops           []Op
	obstacles     []obstacle
	unmoved       []string // ids of the nodes that stay as they are, but for their position
}

// obstacle is something that no op can say.
type obstacle struct{ path, reason string }

func (d *differ) obstruct(path, format string, args ...any) {
	d.obstacles = append(d.obstacles, obstacle{path, fmt.Sprintf(format, args...)})
}

func notExpressible(obstacles []obstacle) *Error {
	err := refuse(NotExpressible, "%s", obstacles[0].reason)
	if more := len(obstacles) - 1; more > 0 {
		err.Reason += fmt.Sprintf(" (and %d more)", more)
	}
	for _, o := range obstacles {
		if !slices.Contains(err.Paths, o.path) {
			err.Paths = append(err.Paths, o.path)
		}
	}
	return err
}

// compareMembers compares the document's own fields.
func (d *differ) compareMembers() {
	changes := differenceOf(withoutGraph(d.before), withoutGraph(d.after))
	var patch []entry
	for _, member := range changes.set {
		op := composeMetadata(member)
		if op.malformed != nil {
			d.obstruct(rootPointer(member.name), "%q of the workflow can't be changed: %s", member.name, op.malformed.Reason)
			continue
		}
		patch = append(patch, member)
	}
	for _, name := range changes.unset {
		d.obstruct(rootPointer(name), "%q of the workflow can't be removed, only changed", name)
	}
	if len(patch) > 0 {
		if refused := d.do(composeMetadata(patch...)); refused != nil {
			d.obstruct("", "the workflow's fields can't be changed: %s", refused.Reason)
		}
	}
}

func withoutGraph(d *document.Document) jsontext.Value { return without(d.Text(), "nodes", "edges") }

func rootPointer(name string) string { return string(jsontext.Pointer("").AppendToken(name)) }

// compareGraph compares nodes and edges.
func (d *differ) compareGraph() {
	nodesBefore, nodesAfter := elementsOf(d.before, "nodes"), elementsOf(d.after, "nodes")
	edgesBefore, edgesAfter := elementsOf(d.before, "edges"), elementsOf(d.after, "edges")
	if !d.comparable(nodesBefore, nodesAfter) || !d.comparable(edgesBefore, edgesAfter) {
		return
	}
	nodes := d.planNodes(nodesBefore, nodesAfter)
	edges := d.planEdges(edgesBefore, edgesAfter, nodes)
	d.rename(nodes)
	d.update(nodes, false)
	d.update(edges, true)
	d.remove(nodes, RemoveNode)
	d.remove(edges, RemoveEdge)
	if d.add(nodes, "node", composeAddNode) {
		d.update(edges, false)
		d.add(edges, "edge", composeAddEdge)
	}
}

// comparable tells whether both lists are lists, or one is absent for want of elements.
func (d *differ) comparable(before, after elements) bool {
	switch {
	case before.isList && after.isList, !before.exists && after.isList && len(after.all) > 0:
		return true
	case before.exists == after.exists && !before.isList && !after.isList:
		old, _ := d.before.Member(before.key)
		current, _ := d.after.Member(after.key)
		if rawjson.Equal(old, current) {
			return true
		}
	}
	d.obstruct("/"+before.key, "%q of the workflow can only change as a list of elements with ids", before.key)
	return false
}

// cosmetic lists the nodes that were moved and nothing else.
func (d *differ) cosmetic() []string {
	moved := []string{}
	for _, id := range d.unmoved {
		was, wasThere := d.before.Node(id)
		is, isThere := d.after.Node(id)
		if !wasThere || !isThere {
			continue
		}
		old, _ := was.Member("position")
		current, _ := is.Member("position")
		if !rawjson.Equal(old, current) {
			moved = append(moved, id)
		}
	}
	return moved
}

// findRemains names the members in which the result of all ops differs from after.
// That happens to malformed documents only.
func (d *differ) findRemains(result *document.Document) {
	content := func(d *document.Document) jsontext.Value { return d.CanonicalContent() }
	for _, name := range differenceOf(content(result), content(d.after)).names() {
		d.obstruct(rootPointer(name), "no ops lead to %q of the workflow as it is afterwards", name)
	}
}
