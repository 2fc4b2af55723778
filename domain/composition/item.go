package composition

import (
	"strings"
	"time"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
)

// ItemType tells what a draft is of.
type ItemType string

// The item types.
const (
	WorkflowItem   ItemType = "workflow"
	ActionTypeItem ItemType = "action-type"
	ToolItem       ItemType = "tool"
)

// Author tells who made a revision.
type Author string

// The authors.
const (
	ByUser Author = "user"
	ByAI   Author = "ai"
)

// Item is one draft of a composition.
type Item struct {
	ID                  string
	CompositionID       string
	Type                ItemType
	Name                string
	BaseItemID          string            // the published object that it edits; empty for a new one
	BaseContentRevision revision.Revision // that object's revision when it was loaded or last published here
	Content             string            // JSON text, as it was given
	ContentRevision     revision.Revision
	LayoutSeq           int64 // counts saves that changed nothing but layout
	LastAuthor          Author
	LastTurnID          string
	PublishedAt         *time.Time
	PublishedRevision   revision.Revision
	RemovedTurnID       string // the turn that removed it, which can be undone; empty for an item that is there
	CreatedAt           time.Time
	UpdatedAt           time.Time
}

// Revision is one saved state of an item; revisions are only ever appended.
type Revision struct {
	ID              string
	ItemID          string
	Content         string
	ContentRevision revision.Revision
	Author          Author
	ActorID         string
	Origin          string // what made the edit, e.g. "restore" or an editor's undo label
	TurnID          string
	CreatedAt       time.Time
}

// Edit is new content for an item and who brings it.
type Edit struct {
	RevisionID      string
	Name            string
	Content         string
	ContentRevision revision.Revision
	Author          Author
	ActorID         string
	Origin          string
	TurnID          string
	At              time.Time
}

// NewItem makes a draft with its first revision.
func NewItem(id, compositionID string, itemType ItemType, first Edit) (Item, Revision) {
	item := Item{
		ID: id, CompositionID: compositionID, Type: itemType, Name: first.Name, Content: first.Content,
		ContentRevision: first.ContentRevision, LastAuthor: first.Author, LastTurnID: first.TurnID,
		CreatedAt: first.At, UpdatedAt: first.At,
	}
	return item, first.revisionOf(id)
}

// Save puts new content in the place of the revision base. Content that only differs in what the content revision
// does not cover (layout) is kept without a new revision; the answer is nil then.
func (i *Item) Save(base revision.Revision, edit Edit) (*Revision, error) {
	if base != i.ContentRevision {
		return nil, i.staleFault(base)
	}
	if edit.ContentRevision == i.ContentRevision {
		if edit.Content != i.Content {
			i.Content, i.UpdatedAt = edit.Content, edit.At
			i.LayoutSeq++
		}
		return nil, nil //nolint:nilnil // the same content makes no revision
	}
	i.replace(edit)
	saved := edit.revisionOf(i.ID)
	return &saved, nil
}

func (i *Item) replace(edit Edit) {
	if edit.Name != "" {
		i.Name = edit.Name
	}
	i.Content, i.ContentRevision = edit.Content, edit.ContentRevision
	i.LastAuthor, i.LastTurnID, i.UpdatedAt = edit.Author, edit.TurnID, edit.At
}

func (i *Item) staleFault(base revision.Revision) error {
	by := "a person"
	if i.LastAuthor == ByAI {
		by = "the AI"
	}
	return fault.New(fault.KindStale, "stale",
		"%s %q was changed by %s meanwhile: its revision is %s now, not %s; nothing was saved, load it again and repeat the change",
		i.Type, i.Name, by, i.ContentRevision, base).
		With("currentRevision", string(i.ContentRevision)).With("lastAuthor", string(i.LastAuthor))
}

// LockedBy tells whether the running turn of the composition holds the item: action types and tools that the turn
// touched are the AI's until it ends; the workflow never is.
func (i *Item) LockedBy(c *Composition) bool {
	return i.Type != WorkflowItem && c.TurnState == AIWorking && i.LastTurnID == c.CurrentTurnID
}

// RequireUnlocked answers a locked fault while the running turn holds the item.
func (i *Item) RequireUnlocked(c *Composition) error {
	if !i.LockedBy(c) {
		return nil
	}
	return fault.New(fault.KindLocked, "locked",
		"the AI is changing %s %q in the turn that runs; it is free again when the turn ends", i.Type, i.Name).
		With("turnId", c.CurrentTurnID)
}

// RequireEditable answers a fault unless a person may change the item now: action types and tools while no running turn
// holds them, the workflow with the editor lease (see RequireLease).
func (i *Item) RequireEditable(c *Composition, leaseID string, at time.Time) error {
	if i.Type == WorkflowItem {
		return c.RequireLease(leaseID, at)
	}
	return i.RequireUnlocked(c)
}

// Published notes that the current content is what the catalog holds now, under the given id.
func (i *Item) Published(objectID string, at time.Time) {
	i.BaseItemID, i.BaseContentRevision = objectID, i.ContentRevision
	i.PublishedAt, i.PublishedRevision, i.UpdatedAt = &at, i.ContentRevision, at
}

// Remove takes the item out of the composition but keeps it for the turn to be undone. Its name becomes free.
func (i *Item) Remove(turnID string, at time.Time) {
	i.Name, i.RemovedTurnID, i.UpdatedAt = i.ID, turnID, at
}

// BringBack is the inverse of Remove.
func (i *Item) BringBack(name string, at time.Time) {
	i.Name, i.RemovedTurnID, i.UpdatedAt = name, "", at
}

// Base is a published object that a draft is made of.
type Base struct {
	ObjectID    string
	Revision    revision.Revision
	PublishedAt time.Time
}

// BasedOn notes that the draft holds the content of a published object.
func (i *Item) BasedOn(b Base) {
	i.BaseItemID, i.BaseContentRevision = b.ObjectID, b.Revision
	i.PublishedAt, i.PublishedRevision = &b.PublishedAt, b.Revision
}

// Label names the item for people and lists: type and name.
func (i *Item) Label() string { return string(i.Type) + "/" + i.Name }

// SplitLabel is the inverse of Label.
func SplitLabel(label string) (ItemType, string) {
	itemType, name, _ := strings.Cut(label, "/")
	return ItemType(itemType), name
}

func (e Edit) revisionOf(itemID string) Revision {
	return Revision{
		ID: e.RevisionID, ItemID: itemID, Content: e.Content, ContentRevision: e.ContentRevision,
		Author: e.Author, ActorID: e.ActorID, Origin: e.Origin, TurnID: e.TurnID, CreatedAt: e.At,
	}
}
