package examining

import (
	"heddle.dev/heddle/domain/dataflow"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/validation"
)

// Variable is something that an expression may read.
type Variable struct {
	Name     string
	Type     string // as fields are typed; empty if it is not known
	Certain  bool   // it exists on every path that leads here
	Nullable bool
}

// Variables are what an expression finds at one place of a document.
type Variables struct {
	Open     bool // the context may hold keys that nobody declared
	Context  []Variable
	Instance []Variable
}

// VariablesAt lists what the expressions of a node can read, or with an edge's id the condition of that edge, which
// leaves the node.
func (s *Service) VariablesAt(text []byte, nodeID, edgeID string, catalog *validation.Catalog) (Variables, error) {
	d, err := document.Parse(text)
	if err != nil {
		return Variables{}, err
	}
	if _, ok := d.Node(nodeID); !ok {
		return Variables{}, fault.New(fault.KindNotFound, "not-found", "the document has no node %q", nodeID)
	}
	flow := validation.Validator{Expressions: s.expressions}.Flow(d, catalog)
	place := flow.At(nodeID)
	if edgeID != "" {
		if place, err = leaving(d, flow, nodeID, edgeID); err != nil {
			return Variables{}, err
		}
	}
	return Variables{Open: place.Open(), Context: variablesOf(place.Keys()), Instance: variablesOf(expression.InstanceKeys())}, nil
}

func leaving(d *document.Document, flow *dataflow.Flow, nodeID, edgeID string) (*dataflow.Place, error) {
	edge, ok := d.Edge(edgeID)
	if !ok || edge.Source() != nodeID {
		return nil, fault.New(fault.KindNotFound, "not-found", "no edge %q leaves the node %q", edgeID, nodeID)
	}
	return flow.Leaving(edge), nil
}

func variablesOf(keys []expression.Key) []Variable {
	variables := make([]Variable, len(keys))
	for i, key := range keys {
		variables[i] = Variable{Name: key.Name, Type: typeOf(key), Certain: key.Certain, Nullable: key.Nullable}
	}
	return variables
}

// typeOf is the declared type, or else the one that all values of the key share.
func typeOf(key expression.Key) string {
	if key.Declared != "" {
		return key.Declared
	}
	switch key.Kinds &^ expression.NullKind {
	case expression.BooleanKind:
		return "boolean"
	case expression.NumberKind:
		return "number"
	case expression.TextKind:
		return "string"
	case expression.ListKind:
		return "array"
	case expression.ObjectKind:
		return "object"
	default:
		return ""
	}
}
