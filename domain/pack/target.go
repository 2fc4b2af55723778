package pack

import (
	"time"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/domain/validation"
)

// Target is what an installation holds that matters to a pack, as the team that the pack is for sees it.
type Target struct {
	Occupants map[Key]Occupant // what is where the items would go
	// Others are what the items name beyond the pack: objects by key, with content and id.
	Others map[Key]Occupant
	Teams  []string // slugs
}

// Occupant is what stands where an item would go.
type Occupant struct {
	ID          string
	Name        string // of an object; the slug of a workflow
	Content     string // of a workflow its document
	Revision    revision.Revision
	PublishedBy string    // user id; empty where that was not noted
	PublishedAt time.Time // when the content was published, as far as that is known

	// Foreign tells that the object is a global one with the very content of the item, so that the team needs none of its
	// own.
	Foreign bool
	// NameTaken tells that another object has the item's name, which this one does not have.
	NameTaken bool
	Uses      []catalog.Use       // the workflows whose current version uses the object
	Settings  definition.Settings // of a workflow
	Version   int64               // of a workflow: the last number there is
	Snapshot  definition.Snapshot // of a workflow: its current version
}

// References lists what the items name beyond the pack, each once, as far as their own texts say.
func (p *Pack) References() (keys []Key) {
	seen := map[Key]bool{}
	for i := range p.items {
		for _, key := range references(p.items[i].Kind, p.items[i].Content) {
			if p.Item(key) == nil && !seen[key] {
				seen[key] = true
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// References lists what an item of this kind and content names: the action types that a workflow calls, the tools that an
// action type allows.
func References(kind catalog.Kind, content string) []Key { return references(kind, content) }

func references(kind catalog.Kind, content string) (keys []Key) {
	switch kind {
	case Workflow:
		d, err := document.Parse([]byte(content))
		if err != nil {
			return nil // validation says what is wrong
		}
		for _, name := range ActionTypesOf(d) {
			keys = append(keys, Key{catalog.ActionType, name})
		}
	case catalog.ActionType:
		if read, _ := action.ParseActionType([]byte(content)); read != nil {
			for _, name := range read.AllowedTools() {
				keys = append(keys, Key{catalog.Tool, name})
			}
		}
	case catalog.Tool, catalog.SessionTemplate:
	}
	return keys
}

// ActionTypesOf lists the names of the action types that a document calls, each once, in document order.
func ActionTypesOf(d *document.Document) (names []string) {
	seen := map[string]bool{}
	for _, node := range d.Nodes() {
		name, ok := validation.ActionTypeOf(node)
		if ok && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}
