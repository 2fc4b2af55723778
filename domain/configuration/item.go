// Package configuration holds the draft configuration of an agent session: one JSON document for each thing that a pack
// can hold, under the path that an unpacked pack has it at. A person applies drafts, all of them as one import.
package configuration

import (
	"regexp"
	"time"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/domain/revision"
)

// The bounds of a session's drafts: bytes of one and of all together, and how many there may be.
const (
	LargestItem = 1 << 20
	LargestAll  = 8 << 20
	MostItems   = 200
)

// Author is who wrote what a draft holds.
type Author string

// The authors.
const (
	ByUser Author = "user"
	ByAI   Author = "ai"
)

// Key names a draft within its session.
type Key struct {
	Folder string // the kind, as unpacked packs name it: action-types, tools, …
	Name   string // the slug of a workflow
}

// Path is where an unpacked pack has the draft.
func (k Key) Path() string { return k.Folder + "/" + k.Name + ".json" }

var namePattern = regexp.MustCompile(`^[a-z0-9-]{1,64}$`)

// NewKey answers a fault for a folder that there is not, and for a name that nothing can have.
func NewKey(folder, name string) (Key, error) {
	if _, err := pack.FolderNamed(folder); err != nil {
		return Key{}, err
	}
	if !namePattern.MatchString(name) {
		return Key{}, fault.New(fault.KindInvalid, "invalid-name",
			"%q can't be the name of an item: lower-case letters, digits and hyphens only, 64 at most", name)
	}
	return Key{folder, name}, nil
}

// Item is one draft.
type Item struct {
	Key

	SessionID       string
	Content         string            // JSON text, as it was given; a workflow with its slug and settings, as packs have it
	ContentRevision revision.Revision // of the content
	// Base is the revision of what the catalog held when the draft was begun or last applied, empty for nothing. A
	// workflow's is that of its document.
	Base      revision.Revision
	Told      revision.Revision // the content whose problems the agent was told last; empty for none
	Author    Author
	TurnID    string // in which the agent wrote it; empty for a person's
	UpdatedBy string // user id: who wrote it, or started the turn in which the agent did
	UpdatedAt time.Time
}

// Edit is who writes a draft, and when.
type Edit struct {
	Author Author
	TurnID string
	By     string
	At     time.Time
}

// NewItem begins a draft. The base is what the catalog holds under its name, empty for nothing.
func NewItem(sessionID string, key Key, content string, base revision.Revision, edit Edit) (Item, error) {
	item := Item{SessionID: sessionID, Key: key, Base: base}
	_, err := item.Write(content, edit)
	return item, err
}

// Write puts other content into the draft; what the content is worth is for validation to say, but it is a JSON object
// of the draft's own name and no larger than LargestItem. It answers false where the content is what it was.
func (i *Item) Write(content string, edit Edit) (changed bool, err error) {
	if len(content) > LargestItem {
		return false, fault.New(fault.KindTooLarge, "item-too-large", "%s would have %d bytes; an item has at most %d",
			i.Path(), len(content), LargestItem)
	}
	rev, err := i.read(content)
	if err != nil {
		return false, err
	}
	if rev == i.ContentRevision {
		return false, nil
	}
	i.Content, i.ContentRevision = content, rev
	i.Author, i.TurnID, i.UpdatedBy, i.UpdatedAt = edit.Author, edit.TurnID, edit.By, edit.At
	return true, nil
}

func (i *Item) read(content string) (revision.Revision, error) {
	if err := fault.As(document.CheckText([]byte(content))); err != nil {
		return "", fault.New(fault.KindInvalid, "invalid-json", "%s can't hold this: %s", i.Path(), err.Message)
	}
	if _, isObject := rawjson.ParseObject([]byte(content)); !isObject {
		return "", fault.New(fault.KindInvalid, "invalid-json", "%s holds one JSON object, not %s", i.Path(), rawjson.Kind([]byte(content)))
	}
	folder, err := pack.FolderNamed(i.Folder)
	if err != nil {
		return "", err
	}
	if name := folder.NameIn([]byte(content)); name != i.Name {
		return "", fault.New(fault.KindInvalid, "name-mismatch", "%s says that its %s is %q; it has to be %q, as in the path",
			i.Path(), folder.NameKey(), name, i.Name)
	}
	return revision.OfContent([]byte(content))
}

// RequireRevision answers a stale fault, with the content there is, unless the draft is what whoever writes has seen.
func (i *Item) RequireRevision(seen revision.Revision) error {
	if seen == i.ContentRevision {
		return nil
	}
	return fault.New(fault.KindStale, "stale", "%s was changed meanwhile: its revision is %s now; nothing was changed", i.Path(), i.ContentRevision).
		With("currentRevision", string(i.ContentRevision)).With("currentContent", i.Content)
}

// RequireRoom answers a fault where a session's drafts would become too many, or too large together.
func RequireRoom(items []Item) error {
	size := 0
	for i := range items {
		size += len(items[i].Content)
	}
	switch {
	case len(items) > MostItems:
		return fault.New(fault.KindTooLarge, "too-many-items", "a session holds at most %d items; apply some and remove them first", MostItems)
	case size > LargestAll:
		return fault.New(fault.KindTooLarge, "items-too-large", "the items of a session have at most %d bytes together; apply some and remove them first", LargestAll)
	default:
		return nil
	}
}
