package validation

import (
	"slices"
	"strings"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
)

// Catalog is what the names in a document are checked against: the drafts beside it
// together with what is published. A list that is nil is not known, and nothing is
// checked against it; one that is empty says that there are none.
type Catalog struct {
	ActionTypes []*action.ActionType // of several with one name the first
	Tools       []string
	Personas    []string // slugs
	Teams       []string // slugs
}

// shelf is a catalog made ready for looking up.
type shelf struct {
	*Catalog
	actionTypes map[string]*action.ActionType
}

func newShelf(catalog *Catalog) *shelf {
	if catalog == nil {
		return nil
	}
	s := &shelf{Catalog: catalog, actionTypes: make(map[string]*action.ActionType, len(catalog.ActionTypes))}
	for _, a := range catalog.ActionTypes {
		if _, taken := s.actionTypes[a.Name]; !taken {
			s.actionTypes[a.Name] = a
		}
	}
	return s
}

func (s *shelf) knowsActionTypes() bool { return s != nil && s.ActionTypes != nil }

// ActionTypeOf gives the name of the action type that a node calls; false if the node is no action or names none.
func ActionTypeOf(node *document.Node) (string, bool) {
	if node.Type() != document.ActionNode {
		return "", false
	}
	value, _ := node.Config("actionType")
	name, ok := rawjson.String(value)
	return name, ok && strings.TrimSpace(name) != ""
}

// UnknownTools lists the tools that an action type allows and that do not exist.
func UnknownTools(a *action.ActionType, tools []string) []string {
	return slices.DeleteFunc(a.AllowedTools(), func(name string) bool { return slices.Contains(tools, name) })
}

// checkCatalog checks the names that the document takes from the catalog.
func (c *context) checkCatalog() {
	if c.catalog == nil {
		return
	}
	for _, node := range c.document.Nodes() {
		switch node.Type() {
		case document.ActionNode:
			c.checkCall(node)
		case document.HumanTaskNode:
			settings, _ := node.Config(stageKey)
			c.checkSlug(node, settings, "persona", UnknownPersona, c.catalog.Personas)
			c.checkSlug(node, settings, "team", UnknownTeam, c.catalog.Teams)
		default:
		}
	}
}

// checkSlug checks a stage setting that names something of the catalog.
func (c *context) checkSlug(node *document.Node, settings []byte, key string, unknown Code, known []string) {
	value, _ := rawjson.Get(settings, key)
	slug, isText := rawjson.String(value)
	if !isText || known == nil || slices.Contains(known, slug) {
		return
	}
	problem := c.node(unknown, node, stageKey+"."+key, "there is no %s %q", key, slug)
	c.guess(problem, slug, key+"s", func() []string { return known })
}

// checkCall checks how an action calls its action type.
func (c *context) checkCall(node *document.Node) {
	name, ok := ActionTypeOf(node)
	if !ok || !c.catalog.knowsActionTypes() {
		return
	}
	called, known := c.catalog.actionTypes[name]
	if !known {
		problem := c.node(UnknownActionType, node, "actionType", "there is no action type %q, neither as a draft here nor in the catalog", name)
		c.guess(problem, name, "action types", c.catalog.actionTypeNames)
		return
	}
	c.checkCallInputs(node, called)
	c.checkCallOutputs(node, called)
	if c.catalog.Tools == nil {
		return
	}
	for _, tool := range UnknownTools(called, c.catalog.Tools) {
		problem := c.node(UnknownTool, node, "actionType", "the action type %q allows the tool %q, which does not exist", name, tool)
		c.guess(problem, tool, "tools", func() []string { return c.catalog.Tools })
	}
}

func (s *shelf) actionTypeNames() []string {
	names := make([]string, len(s.ActionTypes))
	for i, a := range s.ActionTypes {
		names[i] = a.Name
	}
	return names
}

func (c *context) checkCallOutputs(node *document.Node, called *action.ActionType) {
	if !declares(called, "outputs") {
		return
	}
	for i, field := range c.fieldsOf(node, "outputs") {
		if _, declared := called.Output(field.Name); declared {
			continue
		}
		problem := c.node(UnknownActionOutput, node, elementPath{"outputs", i}.String(), "the action type %q has no output %q", called.Name, field.Name)
		c.guess(problem, field.Name, "outputs", func() []string { return fieldNames(called.Outputs) })
	}
}

// declares tells whether an action type says what its inputs or outputs are. One that
// is silent takes and gives anything.
func declares(a *action.ActionType, key string) bool {
	value, _ := rawjson.Get(a.Text(), key)
	return !rawjson.IsNull(value)
}

func fieldNames(fields []document.Field) []string {
	names := make([]string, len(fields))
	for i, field := range fields {
		names[i] = field.Name
	}
	return names
}
