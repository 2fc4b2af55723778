package dataflow

import (
	"strings"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/expression"
)

// declaration is one key that one node brings into the context.
type declaration struct {
	node     int
	key      int
	kinds    expression.Kinds
	declared string // type of the field; empty for an event's mapping
	certain  bool   // the node always writes the key
	nullable bool
	mapping  string // the expression of an event's mapping
}

// brought is what a node brings into the context.
type brought struct {
	names        []string // keys of the declarations
	declarations []declaration
	isOpen       bool // it merges what nobody declared
}

func (b *brought) add(key string, d declaration) {
	b.names = append(b.names, key)
	b.declarations = append(b.declarations, d)
}

// broughtBy reads what a node declares.
func (s Source) broughtBy(node *document.Node) brought {
	switch node.Type() {
	case document.StartNode:
		return broughtByFields(s.Fields(node, "inputs"))
	case document.HumanTaskNode:
		return broughtByFields(s.Fields(node, "outputs"))
	case document.ActionNode:
		called, known := s.calledBy(node)
		fields := s.Fields(node, "outputs")
		switch {
		case !known:
			return broughtByFields(fields)
		case len(fields) == 0:
			return broughtByAction(called)
		default:
			return broughtByFields(typedBy(called, fields))
		}
	case document.ReceiveEventNode:
		return broughtByEvent(node)
	default:
		return brought{}
	}
}

func (s Source) calledBy(node *document.Node) (*action.ActionType, bool) {
	if s.ActionType == nil {
		return nil, false
	}
	value, _ := node.Config("actionType")
	name, _ := rawjson.String(value)
	return s.ActionType(name)
}

func broughtByFields(fields []document.Field) brought {
	b := brought{
		names: make([]string, 0, len(fields)), declarations: make([]declaration, 0, len(fields)), isOpen: len(fields) == 0,
	}
	for _, field := range fields {
		d := declarationOf(field)
		d.certain = true
		b.add(field.Key(), d)
	}
	return b
}

// broughtByAction is for a node that leaves it to the action type what it gives. The
// output is merged as it comes, so that an optional one may be missing.
func broughtByAction(called *action.ActionType) brought {
	b := brought{isOpen: len(called.Outputs) == 0}
	for _, field := range called.Outputs {
		d := declarationOf(field)
		d.certain = field.Required
		b.add(field.Name, d)
	}
	return b
}

// typedBy gives a node's outputs the types that the action type declares for them.
func typedBy(called *action.ActionType, fields []document.Field) []document.Field {
	typed := make([]document.Field, len(fields))
	for i, field := range fields {
		if declared, known := called.Output(field.Name); known {
			field.Type = declared.Type
		}
		typed[i] = field
	}
	return typed
}

// declarationOf is for a field: one that is optional and has no default may be null.
func declarationOf(field document.Field) declaration {
	return declaration{
		kinds:    expression.KindsOfField(field.Type),
		declared: field.Type,
		nullable: !field.Required && rawjson.IsNull(field.DefaultValue),
	}
}

// broughtByEvent reads an event's mappings. Their kinds are found out later.
func broughtByEvent(node *document.Node) brought {
	var b brought
	value, _ := node.Config("outputs")
	list, _ := rawjson.ParseArray(value)
	for _, output := range list.Values() {
		key, source := memberText(output, "contextKey"), memberText(output, "expression")
		if strings.TrimSpace(key) != "" && strings.TrimSpace(source) != "" {
			b.add(key, declaration{kinds: expression.AnyKind, certain: true, mapping: source})
		}
	}
	b.isOpen = len(b.names) == 0
	return b
}

func memberText(object []byte, key string) string {
	value, _ := rawjson.Get(object, key)
	text, _ := rawjson.String(value)
	return text
}
