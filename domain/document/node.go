package document

import (
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
)

// NodeType says what a node does.
type NodeType string

// The node types of the wire contract, version 1.
const (
	StartNode        NodeType = "start"
	ActionNode       NodeType = "action"
	HumanTaskNode    NodeType = "human-task"
	ReceiveEventNode NodeType = "receive-event"
	WaitNode         NodeType = "wait"
	EndNode          NodeType = "end"
)

// NodeTypes lists the node types there are.
func NodeTypes() []NodeType {
	return []NodeType{StartNode, ActionNode, HumanTaskNode, ReceiveEventNode, WaitNode, EndNode}
}

// Node is one node of a document. It is immutable. Members of the wrong JSON type
// read as absent; validation reports them.
type Node struct {
	text     jsontext.Value
	id       string
	name     string
	nodeType NodeType
	config   jsontext.Value

	configOnce  sync.Once // most nodes of a draft are never asked
	configIndex rawjson.Index
}

// parseNode gives nil for a value that is no object.
func parseNode(text jsontext.Value) *Node {
	if text.Kind() != jsontext.KindBeginObject {
		return nil
	}
	node := &Node{text: text}
	for name, value := range rawjson.Members(text) {
		switch string(name) {
		case "id":
			node.id, _ = rawjson.String(value)
		case "name":
			node.name, _ = rawjson.String(value)
		case "type":
			nodeType, _ := rawjson.String(value)
			node.nodeType = NodeType(nodeType)
		case "config":
			node.config = value
		}
	}
	return node
}

// Text is the node's JSON text.
func (n *Node) Text() jsontext.Value { return n.text }

// ID is the node's id.
func (n *Node) ID() string { return n.id }

// Type is the node's type as written, which may be one that does not exist.
func (n *Node) Type() NodeType { return n.nodeType }

// Name is what people call the node.
func (n *Node) Name() string { return n.name }

// Member gives a member of the node as it is written.
func (n *Node) Member(key string) (jsontext.Value, bool) { return rawjson.Get(n.text, key) }

// Config gives one key of the node's config; false when it is absent (an explicit
// null is there).
func (n *Node) Config(key string) (jsontext.Value, bool) {
	n.configOnce.Do(func() { n.configIndex = rawjson.NewIndex(n.config) })
	return n.configIndex.Get(key)
}

// ConfigText is the text of the whole config, nil when it is absent.
func (n *Node) ConfigText() jsontext.Value { return n.config }

// Position is where the node stands on the canvas, in pixels from the top left;
// ok is false unless both coordinates are numbers.
func (n *Node) Position() (x, y float64, ok bool) {
	position, _ := n.Member(positionKey)
	xText, _ := rawjson.Get(position, "x")
	yText, _ := rawjson.Get(position, "y")
	x, xOK := rawjson.Number(xText)
	y, yOK := rawjson.Number(yText)
	return x, y, xOK && yOK
}
