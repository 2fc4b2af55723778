package document

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
)

// slots is a list of nodes or edges during an edit. An element keeps its slot while
// it lives; a removed one leaves its slot empty, so that removal costs no shifting.
type slots[T any] struct {
	list    list[T] // as it was before the edit
	entries []slotEntry[T]
	byID    map[string][]int // more than one in malformed drafts only
	parse   func(jsontext.Value) *T
	id      func(*T) string
	changed bool
}

type slotEntry[T any] struct {
	text    jsontext.Value // nil when removed
	element *T             // nil when removed or no object
	origin  int            // as in rawjson.Entry
}

func newSlots[T any](before list[T], parse func(jsontext.Value) *T, id func(*T) string) *slots[T] {
	s := &slots[T]{
		list: before, parse: parse, id: id,
		entries: make([]slotEntry[T], 0, len(before.elements)),
		byID:    make(map[string][]int, len(before.elements)),
	}
	for i, element := range before.elements {
		s.entries = append(s.entries, slotEntry[T]{text: element.text, element: element.parsed, origin: i})
		s.index(i)
	}
	return s
}

func (s *slots[T]) index(slot int) {
	if element := s.entries[slot].element; element != nil && s.id(element) != "" {
		s.byID[s.id(element)] = append(s.byID[s.id(element)], slot)
	}
}

func (s *slots[T]) unindex(slot int) {
	element := s.entries[slot].element
	if element == nil {
		return
	}
	id := s.id(element)
	rest := slices.DeleteFunc(s.byID[id], func(other int) bool { return other == slot })
	if s.byID[id] = rest; len(rest) == 0 {
		delete(s.byID, id)
	}
}

// slot finds the first element with the id.
func (s *slots[T]) slot(id string) (int, bool) {
	found, ok := s.byID[id]
	if !ok {
		return 0, false
	}
	return found[0], true
}

func (s *slots[T]) find(id string) (*T, bool) {
	slot, ok := s.slot(id)
	if !ok {
		return nil, false
	}
	return s.entries[slot].element, true
}

func (s *slots[T]) ids() []string {
	ids := make([]string, 0, len(s.entries))
	for _, entry := range s.entries {
		if entry.element != nil && s.id(entry.element) != "" {
			ids = append(ids, s.id(entry.element))
		}
	}
	return ids
}

func (s *slots[T]) add(text jsontext.Value) int {
	s.changed = true
	s.entries = append(s.entries, slotEntry[T]{text: text, element: s.parse(text), origin: rawjson.New})
	s.index(len(s.entries) - 1)
	return len(s.entries) - 1
}

func (s *slots[T]) replace(slot int, text jsontext.Value) {
	s.changed = true
	s.unindex(slot)
	s.entries[slot].text = text
	s.entries[slot].element = s.parse(text)
	s.index(slot)
}

func (s *slots[T]) remove(slot int) {
	s.changed = true
	s.unindex(slot)
	s.entries[slot].text, s.entries[slot].element = nil, nil
}

// finish gives the list as it is now; the second result is false when it is the one before the edit.
func (s *slots[T]) finish() (list[T], bool) {
	if !s.changed {
		return s.list, false
	}
	entries := make([]rawjson.Entry, 0, len(s.entries))
	result := list[T]{elements: make([]listed[T], 0, len(s.entries)), objects: make([]*T, 0, len(s.entries))}
	for _, entry := range s.entries {
		if entry.text == nil {
			continue
		}
		entries = append(entries, rawjson.Entry{Value: entry.text, Origin: entry.origin})
		result.add(entry.text, entry.element)
	}
	array, _ := rawjson.ParseArray(s.list.text)
	result.text = array.Edited(entries)
	return result, true
}
