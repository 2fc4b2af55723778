package dataflow

import (
	"slices"
	"strings"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
)

// Place is what is known of the context at one place of a document.
type Place struct {
	flow  *Flow
	state *state // nil: nothing is known
}

var _ expression.Environment = (*Place)(nil)

// At gives what the expressions of a node find: its inputs, its title, and what it
// makes of an event. Of a node that no path leads to nothing is known.
func (f *Flow) At(nodeID string) *Place {
	i, known := f.index[nodeID]
	if !known {
		return &Place{flow: f}
	}
	return f.at(i)
}

func (f *Flow) at(i int) *Place {
	if !f.solved || !f.states[i].reached {
		return &Place{flow: f}
	}
	return &Place{flow: f, state: &f.states[i]}
}

// Leaving gives what the condition of an edge finds: the node it leaves has brought its
// keys, and the conditions asked before it were not true.
func (f *Flow) Leaving(e *document.Edge) *Place {
	i, known := f.index[e.Source()]
	if !known || !f.solved || !f.states[i].reached {
		return &Place{flow: f}
	}
	s := f.newState()
	s.copyFrom(&f.states[i])
	s.complete(f.nodes[i], f)
	s.learn(f.refused[e])
	return &Place{flow: f, state: &s}
}

// IsKnown tells whether anything is known of the context: some path leads here, and
// the document is not too large to tell.
func (p *Place) IsKnown() bool { return p.state != nil }

// Open tells whether the context may hold keys that nobody declared.
func (p *Place) Open() bool { return p.state == nil || p.state.open }

// Key gives what is known about a key; false when no path brings it here.
func (p *Place) Key(name string) (expression.Key, bool) {
	i, known := p.flow.keyIndex[name]
	if !known || p.state == nil {
		return expression.Key{}, false
	}
	return p.key(i)
}

func (p *Place) key(i int) (expression.Key, bool) {
	key := expression.Key{Name: p.flow.keys[i], Certain: p.state.certain.has(i)}
	several := false
	where := p.flow.spans[i]
	for k := range p.state.brought.inRange(where.low, where.high) {
		d := &p.flow.declarations[k]
		several = several || key.Kinds != 0 && key.Declared != d.declared
		key.Declared = d.declared
		key.Kinds |= d.kinds
		key.Nullable = key.Nullable || d.nullable
		if where.isUniform {
			break
		}
	}
	if key.Kinds == 0 { // nobody declares it, but a condition made it certain
		key.Kinds = expression.AnyKind
		return key, key.Certain
	}
	if several {
		key.Declared = ""
	}
	key.Nullable = key.Nullable && !p.state.notNull.has(i)
	switch {
	case key.Nullable:
		key.Kinds |= expression.NullKind
	case key.Kinds == expression.NullKind: // nothing is, so that nothing is wrong with it
		key.Kinds = expression.AnyKind
	case key.Kinds != expression.AnyKind:
		key.Kinds &^= expression.NullKind
	}
	return key, true
}

// Keys lists the keys that some path brings here, by name.
func (p *Place) Keys() []expression.Key {
	if p.state == nil {
		return nil
	}
	var keys []expression.Key
	for i := range p.flow.keys {
		if s := p.flow.spans[i]; !p.state.brought.overlaps(s.low, s.high) {
			continue
		}
		key, _ := p.key(i)
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b expression.Key) int { return strings.Compare(a.Name, b.Name) })
	return keys
}
