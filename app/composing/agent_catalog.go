package composing

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/domain/sessiontemplate"
	"heddle.dev/heddle/ports"
)

// CatalogEntry is something published as an agent discovers it.
type CatalogEntry struct {
	Kind            composition.ItemType
	Name            string // of a workflow: its slug
	Label           string // of a workflow: its name
	Description     string
	Scope           string // the team's slug, or access.GlobalScope
	Version         int64  // of a workflow: what new instances run; else 0
	Inputs, Outputs []FieldBrief
	Content         string // JSON text, as it was published
	ContentRevision revision.Revision
}

// FieldBrief is a declared input or output in brief.
type FieldBrief struct {
	Name     string
	Type     string
	Required bool
}

// ListCatalogForAgent lists what of a kind the composition's team sees, by name, behind the given one.
func (s *Service) ListCatalogForAgent(
	ctx context.Context, agent Agent, kind composition.ItemType, after string, limit int,
) (entries []CatalogEntry, err error) {
	err = s.view(ctx, agent, func(ctx context.Context, tx ports.Tx, c composition.Composition) error {
		entries, err = ListEntries(ctx, tx, kind, c.TeamID, after, limit)
		return err
	})
	return entries, err
}

// CatalogEntryForAgent reads one. The fault of an unknown name lists what there is, the nearest names first.
func (s *Service) CatalogEntryForAgent(
	ctx context.Context, agent Agent, kind composition.ItemType, name string,
) (entry CatalogEntry, err error) {
	err = s.view(ctx, agent, func(ctx context.Context, tx ports.Tx, c composition.Composition) error {
		entry, err = EntryNamed(ctx, tx, kind, c.TeamID, name)
		return err
	})
	return entry, err
}

// EntryNamed reads what is published under a name as a team sees it. The fault of an unknown name lists what there is.
func EntryNamed(ctx context.Context, tx ports.Tx, kind composition.ItemType, teamID, name string) (CatalogEntry, error) {
	entry, err := entryByName(ctx, tx, kind, teamID, name)
	if fault.KindOf(err) == fault.KindNotFound && err != nil {
		return entry, publishedInstead(ctx, tx, kind, teamID, name)
	}
	return entry, err
}

// comparedNames bounds how many names an unknown one is compared with.
const comparedNames = 500

func publishedInstead(ctx context.Context, tx ports.Tx, kind composition.ItemType, teamID, name string) error {
	entries, err := ListEntries(ctx, tx, kind, teamID, "", comparedNames)
	if err != nil {
		return err
	}
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = entry.Name
	}
	return fault.New(fault.KindNotFound, "not-found", "there is no published %s %q; %s",
		kind, name, spelling.Listing("published ones", spelling.NearestFirst(name, names)))
}

// ListEntries lists what is published as a team sees it, by name, behind the given one: its own and global ones, and of
// one name its own.
func ListEntries(
	ctx context.Context, tx ports.Tx, kind composition.ItemType, teamID, after string, limit int,
) ([]CatalogEntry, error) {
	global, err := entriesOf(ctx, tx, kind, "", access.GlobalScope, after, limit)
	if err != nil || teamID == "" {
		return global, err
	}
	team, err := tx.TeamByID(ctx, teamID)
	if err != nil {
		return nil, err
	}
	own, err := entriesOf(ctx, tx, kind, teamID, team.Slug, after, limit)
	if err != nil {
		return nil, err
	}
	entries := slices.Concat(own, global)
	slices.SortStableFunc(entries, func(a, b CatalogEntry) int { return strings.Compare(a.Name, b.Name) })
	entries = slices.CompactFunc(entries, func(a, b CatalogEntry) bool { return a.Name == b.Name })
	return entries[:min(limit, len(entries))], nil
}

// entriesOf lists those of exactly one scope.
func entriesOf(
	ctx context.Context, tx ports.Tx, kind composition.ItemType, teamID, scope, after string, limit int,
) (entries []CatalogEntry, err error) {
	if kind == composition.WorkflowItem {
		found, err := tx.ListDefinitionsOf(ctx, teamID, after, limit)
		for _, d := range found {
			entries = append(entries, workflowEntry(d, scope))
		}
		return entries, err
	}
	found, err := tx.ListObjectsOf(ctx, kindOf(kind), teamID, after, limit)
	if teamID == "" {
		found = cataloguing.WithBuiltIns(kindOf(kind), found, after, limit)
	}
	for _, o := range found {
		entries = append(entries, objectEntry(o, scope))
	}
	return entries, err
}

func entryByName(ctx context.Context, tx ports.Tx, kind composition.ItemType, teamID, name string) (CatalogEntry, error) {
	scope, err := scopeName(ctx, tx, teamID)
	if err != nil {
		return CatalogEntry{}, err
	}
	if builtIn, found := cataloguing.BuiltInObject(kindOf(kind), name); found {
		return objectEntry(builtIn, scope), nil
	}
	if kind != composition.WorkflowItem {
		o, err := cataloguing.LookUp(ctx, tx, kindOf(kind), teamID, name)
		return objectEntry(o, scope), err
	}
	d, err := tx.DefinitionBySlug(ctx, teamID, name)
	if teamID != "" && err != nil && fault.KindOf(err) == fault.KindNotFound {
		d, err = tx.DefinitionBySlug(ctx, "", name)
	}
	return workflowEntry(d, scope), err
}

// scopeName is what the scope of a team's own objects is called.
func scopeName(ctx context.Context, tx ports.Tx, teamID string) (string, error) {
	if teamID == "" {
		return access.GlobalScope, nil
	}
	team, err := tx.TeamByID(ctx, teamID)
	return team.Slug, err
}

func workflowEntry(d definition.Definition, ownScope string) CatalogEntry {
	entry := CatalogEntry{
		Kind: composition.WorkflowItem, Name: d.Slug, Label: d.Name, Description: d.Description, Scope: scopeOf(d.TeamID, ownScope),
		Version: d.Version, Content: d.Document, ContentRevision: d.ContentRevision,
	}
	if parsed, err := document.Parse([]byte(d.Document)); err == nil {
		for _, node := range parsed.Nodes() {
			if node.Type() == document.StartNode {
				entry.Inputs = append(entry.Inputs, briefFields(node.Fields("inputs"))...)
			}
		}
	}
	return entry
}

func objectEntry(o catalog.Object, ownScope string) CatalogEntry {
	entry := CatalogEntry{
		Kind: composition.ItemType(o.Kind), Name: o.Name, Scope: scopeOf(o.TeamID, ownScope), Content: o.Content, ContentRevision: o.ContentRevision,
	}
	switch o.Kind {
	case catalog.Tool:
		if tool, _ := action.ParseTool([]byte(o.Content)); tool != nil {
			entry.Description, entry.Inputs = tool.Description, briefParameters(tool.Parameters)
		}
	case catalog.SessionTemplate:
		if template, _ := sessiontemplate.Parse([]byte(o.Content)); template != nil {
			entry.Label, entry.Description = template.Label, template.Description
		}
	default:
		if actionType, _ := action.ParseActionType([]byte(o.Content)); actionType != nil {
			entry.Label, entry.Description = actionType.Label, actionType.Description
			entry.Inputs, entry.Outputs = briefFields(actionType.Inputs), briefFields(actionType.Outputs)
		}
	}
	return entry
}

func scopeOf(teamID, ownScope string) string {
	if teamID == "" {
		return access.GlobalScope
	}
	return ownScope
}

func briefFields(fields []document.Field) []FieldBrief {
	briefs := make([]FieldBrief, len(fields))
	for i, field := range fields {
		briefs[i] = FieldBrief{Name: field.Name, Type: field.Type, Required: field.Required}
	}
	return briefs
}

// briefParameters reads the properties of a tool's JSON Schema.
func briefParameters(schema jsontext.Value) (briefs []FieldBrief) {
	properties, _ := rawjson.Get(schema, "properties")
	required, _ := rawjson.Get(schema, "required")
	var names []string
	list, _ := rawjson.ParseArray(required)
	for _, element := range list.Values() {
		name, _ := rawjson.String(element)
		names = append(names, name)
	}
	for key, property := range rawjson.Members(properties) {
		value, _ := rawjson.Get(property, "type")
		typeName, _ := rawjson.String(value)
		briefs = append(briefs, FieldBrief{Name: string(key), Type: cmp.Or(typeName, "any"), Required: slices.Contains(names, string(key))})
	}
	return briefs
}
