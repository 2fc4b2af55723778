package cel

import (
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// keyIterator walks over keys in a fixed order, so that evaluation is deterministic.
type keyIterator struct {
	traits.Iterator // what an iterator needs as a value; never called
	keys            []ref.Val
}

func newKeyIterator(keys []ref.Val) traits.Iterator {
	return &keyIterator{Iterator: types.NewRefValList(types.DefaultTypeAdapter, nil).Iterator(), keys: keys}
}

// HasNext tells whether keys are left.
func (i *keyIterator) HasNext() ref.Val { return types.Bool(len(i.keys) > 0) }

// Next gives the next key.
func (i *keyIterator) Next() ref.Val {
	next := i.keys[0]
	i.keys = i.keys[1:]
	return next
}

func foldInOrder(m traits.Mapper, keys []ref.Val, folder traits.Folder) {
	for _, key := range keys {
		value, _ := m.Find(key)
		if !folder.FoldEntry(key, value) {
			return
		}
	}
}
