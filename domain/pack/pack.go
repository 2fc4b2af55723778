// Package pack holds configuration packs: one JSON document with action types, tools, session templates and workflows, which
// moves them from one installation to another. Publishing writes through packs too, so there is one set of rules about what may be
// written to a catalog, what depends on what, and what conflicts.
//
// What a pack leaves out keeps its value, and nothing is ever deleted by an import.
package pack

import (
	"cmp"
	"slices"

	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/revision"
)

// Format is the number of the form that Text writes and Parse reads.
const Format = 1

// Workflow is the kind of the items that are workflows, beside the kinds of catalog objects.
const Workflow catalog.Kind = "workflow"

// Key names an item of a pack.
type Key struct {
	Kind catalog.Kind
	Name string // the slug of a workflow
}

// String is the key as messages and lists write it: kind/name.
func (k Key) String() string { return string(k.Kind) + "/" + k.Name }

// Item is one action type, tool, session template or workflow.
type Item struct {
	Key
	Content  string                   // JSON text, as it was given; of a workflow its document
	Revision revision.Revision        // of the content
	Settings definition.SettingsPatch // of a workflow: what the pack sets

	// Base is the revision of what the target held when the item was made from it, empty for nothing. Nil: nobody knows,
	// and whatever is there is replaced.
	Base *revision.Revision
	// ObjectID is the object that the item replaces, under whatever name it has now. Empty: the one of its name.
	ObjectID string
	// Label is what messages call the item; empty: its key.
	Label string
	// Warnings are what reading the pack found.
	Warnings []string
}

// Called is what messages call the item.
func (i *Item) Called() string {
	if i.Label != "" {
		return i.Label
	}
	return i.Key.String()
}

// Pack is a list of items, each of another key. The zero value is the empty pack.
type Pack struct {
	items []Item
	index map[Key]int

	// Left is what was left behind where the pack was made. Nil: nobody knows, so that whatever is missing may have been.
	Left map[Key]bool
}

// Add puts an item behind the others; false, and nothing, if the pack has one of its key.
func (p *Pack) Add(item Item) bool {
	if _, taken := p.index[item.Key]; taken {
		return false
	}
	if p.index == nil {
		p.index = map[Key]int{}
	}
	p.index[item.Key] = len(p.items)
	p.items = append(p.items, item)
	return true
}

// Items lists the items in the order in which they were added. They may be changed, but for their keys.
func (p *Pack) Items() []Item { return p.items }

// Item finds an item; nil if there is none.
func (p *Pack) Item(key Key) *Item {
	i, known := p.index[key]
	if !known {
		return nil
	}
	return &p.items[i]
}

// Sorted is the pack with its items in the order of their names.
func (p *Pack) Sorted() *Pack {
	sorted := &Pack{Left: p.Left}
	for _, item := range slices.SortedFunc(slices.Values(p.items), func(a, b Item) int { return cmp.Compare(a.Name, b.Name) }) {
		sorted.Add(item)
	}
	return sorted
}

// NoteBases says of each item that it was made from what it is now.
func (p *Pack) NoteBases() {
	for i := range p.items {
		base := p.items[i].Revision
		p.items[i].Base = &base
	}
}
