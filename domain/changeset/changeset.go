// Package changeset applies ordered, atomic lists of operations to workflow
// documents.
package changeset

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/revision"
)

// ChangeSet is an ordered list of operations against the document with one content
// revision. It is immutable.
type ChangeSet struct {
	ID           string
	BaseRevision revision.Revision
	Author       string // "agent:<name>", "host" or "user"
	Summary      string

	object rawjson.Object
	ops    []Op
}

// Parse reads a change set. The error is that of document.CheckText, or an *Error
// with code Malformed for a set that is no object, has no list of ops, or whose
// other fields have the wrong type. An op that is malformed does not fail here: it
// is refused in its turn, since what comes before it may be refused first.
func Parse(text []byte) (*ChangeSet, error) {
	if err := document.CheckText(text); err != nil {
		return nil, err
	}
	object, ok := rawjson.ParseObject(append(jsontext.Value(nil), text...))
	if !ok {
		return nil, refuse(Malformed, "a change set is a JSON object, not a %s", rawjson.Kind(text))
	}
	value, _ := object.Get("ops")
	ops, ok := rawjson.ParseArray(value)
	if !ok {
		return nil, refuse(Malformed, "ops must be a list, not %s%s", rawjson.Kind(value), misspelt("ops", object))
	}
	set := &ChangeSet{object: object, ops: make([]Op, 0, ops.Len())}
	if err := set.readEnvelope(); err != nil {
		return nil, err
	}
	for _, text := range ops.Values() {
		set.ops = append(set.ops, parseOp(text))
	}
	return set, nil
}

// readEnvelope reads the text fields beside the ops.
func (c *ChangeSet) readEnvelope() error {
	var base string
	for name, field := range map[string]*string{
		"id": &c.ID, "baseRevision": &base, "author": &c.Author, "summary": &c.Summary,
	} {
		value, _ := c.object.Get(name)
		text, ok := rawjson.String(value)
		if !ok && !rawjson.IsNull(value) {
			return refuse(Malformed, "%s must be text, not %s", name, rawjson.Kind(value))
		}
		*field = text
	}
	c.BaseRevision = revision.Revision(base)
	return nil
}

// misspelt finds a key that was probably meant to be the wanted one.
func misspelt(wanted string, object rawjson.Object) string {
	var keys []string
	for key := range object.Members() {
		keys = append(keys, key)
	}
	if near, ok := spelling.Nearest(wanted, keys); ok && near != wanted {
		return "; the change set has " + `"` + near + `"`
	}
	return ""
}

// Ops lists the operations in order. Callers must not change the slice.
func (c *ChangeSet) Ops() []Op { return c.ops }

// Text is the change set as JSON: what was parsed, unknown fields included.
func (c *ChangeSet) Text() jsontext.Value { return c.object.Text() }

// WithBase returns the change set against another base.
func (c *ChangeSet) WithBase(base revision.Revision) *ChangeSet {
	rebased := *c
	rebased.BaseRevision = base
	rebased.object = c.object.With("baseRevision", rawjson.Quote(string(base)))
	return &rebased
}

// WithAuthor returns the change set as somebody else's, so that who stores a set decides whose it is.
func (c *ChangeSet) WithAuthor(author string) *ChangeSet {
	signed := *c
	signed.Author = author
	signed.object = c.object.With("author", rawjson.Quote(author))
	return &signed
}

// WithID returns the change set under another id.
func (c *ChangeSet) WithID(id string) *ChangeSet {
	named := *c
	named.ID = id
	named.object = c.object.With("id", rawjson.Quote(id))
	return &named
}

// withSummary returns the change set with another summary.
func (c *ChangeSet) withSummary(summary string) *ChangeSet {
	described := *c
	described.Summary = summary
	described.object = c.object.With("summary", rawjson.Quote(summary))
	return &described
}

// withOps returns the change set with other ops.
func (c *ChangeSet) withOps(ops []Op) *ChangeSet {
	changed := *c
	changed.ops = ops
	entries := make([]rawjson.Entry, len(ops))
	for i := range ops {
		entries[i] = rawjson.Entry{Value: ops[i].text, Origin: rawjson.New}
	}
	changed.object = c.object.With("ops", rawjson.Array{}.Edited(entries))
	return &changed
}

// Check gives the refusal of the first op that is malformed whatever the document
// is, or nil.
func (c *ChangeSet) Check() *Error {
	for i, op := range c.ops {
		if op.malformed != nil {
			return op.malformed.at(i)
		}
	}
	return nil
}

// Combine makes one change set of several that follow one another, such as those of
// a turn: the ops of all in order, with the id, base and author of the first. It
// returns nil for no sets.
func Combine(sets ...*ChangeSet) *ChangeSet {
	if len(sets) == 0 {
		return nil
	}
	var ops []Op
	var summaries []string
	for _, set := range sets {
		if set.Summary != "" {
			summaries = append(summaries, set.Summary)
		}
		ops = append(ops, set.ops...)
	}
	return sets[0].withSummary(strings.Join(summaries, "; ")).withOps(ops)
}
