package cel

import "sync"

// memory remembers what was made of expressions, within bounds: when it is full it
// forgets everything, since whoever is at work then will fill it again with what
// matters. It is safe for concurrent use.
type memory[V any] struct {
	mu   sync.Mutex
	made map[source]V
	size int // of the expressions' texts in bytes
}

// The bounds of a memory. Documents hold at most a few thousand short expressions; what
// is remembered of one takes some seventy times the space of its text.
const (
	rememberedExpressions = 16384
	rememberedBytes       = 3 << 19
)

func newMemory[V any]() *memory[V] { return &memory[V]{made: make(map[source]V)} }

func (m *memory[V]) recall(of source) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	known, found := m.made[of]
	return known, found
}

func (m *memory[V]) remember(of source, made V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.made) >= rememberedExpressions || m.size+len(of.text) > rememberedBytes {
		clear(m.made)
		m.size = 0
	}
	if _, known := m.made[of]; !known {
		m.size += len(of.text)
	}
	m.made[of] = made
}
