package validation

import (
	"iter"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
)

// checkShape checks JSON types, down to the fields and options of forms.
func checkShape(r *report, d *document.Document) {
	for _, key := range []string{"id", "name"} { // absent ones belong to structure
		if value, _ := d.Member(key); !isTextOrNull(value) {
			r.add(InvalidWorkflow, "the workflow's %s must be text, not %s", key, rawjson.Kind(value)).Field = key
		}
	}
	if value, _ := d.Member("description"); !isTextOrNull(value) {
		r.add(InvalidWorkflowDescription, "the workflow's description must be text, not %s", rawjson.Kind(value)).Field = "description"
	}
	if value, _ := d.Member("version"); !isInt32OrNull(value) {
		r.add(InvalidWorkflowVersion, "the workflow's version must be a whole number of 32 bits, not %s", value).Field = "version"
	}
	checkElements(r, d, "nodes", d.StrayNodes(), InvalidNodes, InvalidNode)
	for _, node := range d.Nodes() {
		checkNodeShape(r, node)
	}
	checkElements(r, d, "edges", d.StrayEdges(), InvalidEdges, InvalidEdge)
	for _, edge := range d.Edges() {
		checkEdgeShape(r, edge)
	}
}

// checkElements checks that nodes or edges are a list of objects.
func checkElements(
	r *report, d *document.Document, key string, strays iter.Seq2[int, jsontext.Value], notAList, notAnObject Code,
) {
	value, _ := d.Member(key)
	if value.Kind() != jsontext.KindBeginArray {
		r.add(notAList, "%s must be a list, not %s", key, rawjson.Kind(value)).Field = key
		return
	}
	for i, stray := range strays {
		path := elementPath{key, i}.String()
		r.add(notAnObject, "%s must be an object, not %s", path, rawjson.Kind(stray)).Field = path
	}
}

// checkNodeShape walks through the members once, as checkEdgeShape does: looking up
// each of them anew would make up much of what validation costs.
func checkNodeShape(r *report, node *document.Node) {
	if id, _ := node.Member("id"); id.Kind() != jsontext.KindString {
		r.node(InvalidNode, node, "id", "a node needs an id that is text, not %s", rawjson.Kind(id))
	}
	for key, value := range rawjson.Members(node.Text()) {
		switch string(key) {
		case "name":
			if !isTextOrNull(value) {
				r.node(InvalidNodeName, node, "name", "the name must be text, not %s", rawjson.Kind(value))
			}
		case "position":
			checkPosition(r, node, value)
		}
	}
	checkNodeType(r, node)
	config := node.ConfigText()
	if !isNullOr(jsontext.KindBeginObject, config) {
		r.node(InvalidNodeConfig, node, "config", "the config must be an object, not %s", rawjson.Kind(config))
		return
	}
	checkConfigShape(r, node)
}

func checkNodeType(r *report, node *document.Node) {
	var known []string
	for _, nodeType := range document.NodeTypes() {
		if node.Type() == nodeType {
			return
		}
		known = append(known, string(nodeType))
	}
	written, ok := node.Member("type")
	if text, isText := textOf(written); isText {
		problem := r.node(InvalidNodeType, node, "type", "there is no node type %q%s", text, spelling.DidYouMean(text, "types", known))
		problem.Suggestion, _ = spelling.Nearest(text, known)
		return
	}
	what := "is missing"
	if ok {
		what = "must be text, not " + rawjson.Kind(written)
	}
	r.node(InvalidNodeType, node, "type", "the type %s; %s", what, spelling.Listing("types", known))
}

// checkPosition: JSON can't write numbers that are not finite, so that a number is enough.
func checkPosition(r *report, node *document.Node, position jsontext.Value) {
	if rawjson.IsNull(position) {
		return
	}
	x, _ := rawjson.Get(position, "x")
	y, _ := rawjson.Get(position, "y")
	if x.Kind() != jsontext.KindNumber || y.Kind() != jsontext.KindNumber {
		r.node(InvalidNodePosition, node, "position", "the position must have the numbers x and y")
	}
}

func checkEdgeShape(r *report, edge *document.Edge) {
	if id, _ := edge.Member("id"); id.Kind() != jsontext.KindString {
		r.edge(InvalidEdge, edge, "id", "an edge needs an id that is text, not %s", rawjson.Kind(id))
	}
	for key, value := range rawjson.Members(edge.Text()) {
		switch string(key) {
		case "source", "target", "condition", "label": // absent ends belong to structure
			if !isTextOrNull(value) {
				r.edge(InvalidEdge, edge, string(key), "%s must be text, not %s", key, rawjson.Kind(value))
			}
		case "priority":
			if !isInt32OrNull(value) {
				r.edge(InvalidEdge, edge, "priority", "priority must be a whole number of 32 bits, not %s", value)
			}
		case "isDefault", "isTimeout":
			if !isBoolOrNull(value) {
				r.edge(InvalidEdge, edge, string(key), "%s must be true or false, not %s", key, rawjson.Kind(value))
			}
		}
	}
}

// The predicates below accept absent values, as the wire contract does.

func isNullOr(kind jsontext.Kind, value jsontext.Value) bool {
	return rawjson.IsNull(value) || value.Kind() == kind
}

func isTextOrNull(value jsontext.Value) bool { return isNullOr(jsontext.KindString, value) }

func isBoolOrNull(value jsontext.Value) bool {
	_, ok := rawjson.Bool(value)
	return ok || rawjson.IsNull(value)
}

func isInt32OrNull(value jsontext.Value) bool {
	_, ok := rawjson.Int32(value)
	return ok || rawjson.IsNull(value)
}
