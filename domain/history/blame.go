package history

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
)

// Blame follows a document through its saved states and knows which of them put each value where it is. The zero value
// has seen none. Taking a state costs as much as what differs from the one before.
type Blame struct {
	root    *place
	current string // the revision that is being taken
}

// Line is the origin of one place.
type Line struct {
	Path  string
	Since string // the revision that last changed the value, or anything in it
	Added string // the revision since which the place has existed
}

// place is a node of the tree of all places.
type place struct {
	value jsontext.Value
	since string
	added string
	parts []*place // nil for a value as a whole
	key   string
}

// Take goes on to the next saved state: a checked JSON text, and the id of the revision that holds it.
func (b *Blame) Take(revision string, content jsontext.Value) {
	b.current = revision
	if b.root == nil {
		b.root = b.discover("", "", content)
		return
	}
	b.follow("", b.root, content)
}

// Lines lists the origin of every place of the state that was taken last, in the order of the document. Below narrows
// the list to one place and what is in it; empty for all.
func (b *Blame) Lines(below string) []Line {
	if b.root == nil {
		return nil
	}
	return b.root.lines("", jsontext.Pointer(below), nil)
}

func (p *place) lines(path string, wanted jsontext.Pointer, found []Line) []Line {
	here := jsontext.Pointer(path)
	if path != "" && wanted.Contains(here) {
		found = append(found, Line{path, p.since, p.added})
	}
	for _, part := range p.parts {
		inside := jsontext.Pointer(below(path, part.key))
		if wanted.Contains(inside) || inside.Contains(wanted) {
			found = part.lines(string(inside), wanted, found)
		}
	}
	return found
}

// discover makes the place of a value that is new.
func (b *Blame) discover(path, key string, value jsontext.Value) *place {
	made := &place{key: key, value: value, since: b.current, added: b.current}
	parts, _ := partsOf(path, value)
	for _, p := range parts {
		made.parts = append(made.parts, b.discover(below(path, p.key), p.key, p.value))
	}
	return made
}

// follow brings a place up to date; it tells whether anything in it changed.
func (b *Blame) follow(path string, p *place, value jsontext.Value) bool {
	if bytes.Equal(p.value, value) {
		return false
	}
	before := p.value
	p.value = value
	parts, apart := partsOf(path, value)
	if !apart || p.parts == nil || before.Kind() != value.Kind() {
		return b.replace(path, p, before, parts)
	}
	if b.followParts(path, p, parts) {
		p.since = b.current
		return true
	}
	return false
}

// replace gives a place a value that can't be compared part by part.
func (b *Blame) replace(path string, p *place, before jsontext.Value, parts []part) bool {
	if rawjson.Equal(before, p.value) {
		return false
	}
	p.since, p.parts = b.current, nil
	for _, found := range parts {
		p.parts = append(p.parts, b.discover(below(path, found.key), found.key, found.value))
	}
	return true
}

func (b *Blame) followParts(path string, p *place, parts []part) (changed bool) {
	known := make(map[string]*place, len(p.parts))
	for _, old := range p.parts {
		known[old.key] = old
	}
	renamed := renames(path, known, parts)
	now := make([]*place, len(parts))
	for i, found := range parts {
		old := known[found.key]
		if old == nil {
			old = renamed[found.key]
		}
		if old == nil {
			now[i], changed = b.discover(below(path, found.key), found.key, found.value), true
			continue
		}
		delete(known, old.key)
		old.key = found.key
		now[i] = old
		changed = b.follow(below(path, found.key), old, found.value) || changed
	}
	p.parts = now
	return changed || len(known) > 0
}

// renames finds the nodes that have another id now and are else what they were, by their new ids. Where several would
// fit, none was renamed.
func renames(path string, known map[string]*place, parts []part) map[string]*place {
	if path != "/nodes" {
		return nil
	}
	gone := byContent[*place]{}
	came := byContent[string]{}
	present := make(map[string]bool, len(parts))
	for _, p := range parts {
		present[p.key] = true
		if known[p.key] == nil {
			came.note(p.value, p.key)
		}
	}
	if len(came) == 0 {
		return nil
	}
	for key, old := range known {
		if !present[key] {
			gone.note(old.value, old)
		}
	}
	found := map[string]*place{}
	for content, keys := range came {
		if fits := gone[content]; len(fits) == 1 && len(keys) == 1 {
			found[keys[0]] = fits[0]
		}
	}
	return found
}

// byContent groups nodes by what they are apart from id and position.
type byContent[T any] map[string][]T

func (g byContent[T]) note(node jsontext.Value, item T) {
	object, _ := rawjson.ParseObject(node)
	content := string(rawjson.Canonical(object.Edited(rawjson.Object{}, []string{"id", "position"}).Text()))
	g[content] = append(g[content], item)
}
