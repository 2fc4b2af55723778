package cel

import (
	"cmp"
	"slices"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// maxWeight bounds any list or map an expression builds. A value weighs about as
// many units as its JSON text has bytes, parts that occur twice counting twice:
// [x, x] costs little to make but twice as much to compare or write as x, and
// repeating it thirty times makes a value no machine can walk through.
const maxWeight = 4 << 20

// weighedList is a list that knows its weight.
type weighedList struct {
	traits.Lister
	weight int
}

// weighedMap is a map that knows its weight and walks over its keys in order.
type weighedMap struct {
	traits.Mapper
	keys   []ref.Val
	weight int
}

// Iterator walks over the keys in order.
func (m *weighedMap) Iterator() traits.Iterator { return newKeyIterator(m.keys) }

// Fold walks over keys and values in order.
func (m *weighedMap) Fold(folder traits.Folder) { foldInOrder(m.Mapper, m.keys, folder) }

// weigh gives the value's weight, or something above limit as soon as it is clear
// that it weighs more.
func weigh(value ref.Val, limit int) int {
	switch v := value.(type) {
	case types.String:
		return len(v) + 1
	case types.Bytes:
		return len(v) + 1
	case *weighedList:
		return v.weight
	case *weighedMap:
		return v.weight
	case *jsonMap:
		return len(v.raw())
	case *types.Optional:
		if v.HasValue() {
			return weigh(v.GetValue(), limit)
		}
		return 1
	case traits.Mapper:
		return weighAll(v.Iterator(), limit, func(key ref.Val, limit int) int {
			value, _ := v.Find(key)
			return weigh(key, limit) + weigh(value, limit)
		})
	case traits.Lister:
		return weighAll(v.Iterator(), limit, weigh)
	default:
		return 1
	}
}

func weighAll(it traits.Iterator, limit int, each func(ref.Val, int) int) int {
	total := 1
	for it.HasNext() == types.True && total <= limit {
		total += each(it.Next(), limit-total)
	}
	return total
}

// weighed gives the value in a form that knows its weight, and its parts likewise,
// so that nothing is ever weighed twice. A value too heavy becomes an error.
func weighed(value ref.Val) ref.Val {
	switch v := value.(type) {
	case *weighedList, *weighedMap, *jsonMap, traits.MutableLister, traits.MutableMapper:
		return value
	case *types.Optional:
		if !v.HasValue() {
			return v
		}
		inner := weighed(v.GetValue())
		if types.IsError(inner) {
			return inner
		}
		return types.OptionalOf(inner)
	case traits.Mapper:
		return weighedMapOf(v)
	case traits.Lister:
		return weighedListOf(v)
	default:
		return value
	}
}

func weighedListOf(list traits.Lister) ref.Val {
	var elements []ref.Val
	weight := 1
	for it := list.Iterator(); it.HasNext() == types.True; {
		element := weighed(it.Next())
		if types.IsError(element) {
			return element
		}
		elements = append(elements, element)
		if weight += weigh(element, maxWeight); weight > maxWeight {
			return types.WrapErr(tooCostly())
		}
	}
	return &weighedList{Lister: types.NewRefValList(types.DefaultTypeAdapter, elements), weight: weight}
}

func weighedMapOf(m traits.Mapper) ref.Val {
	var keys []ref.Val
	values := make(map[ref.Val]ref.Val)
	weight := 1
	for it := m.Iterator(); it.HasNext() == types.True; {
		key := it.Next()
		found, _ := m.Find(key)
		value := weighed(found)
		if types.IsError(value) {
			return value
		}
		keys = append(keys, key)
		values[key] = value
		if weight += weigh(key, maxWeight) + weigh(value, maxWeight); weight > maxWeight {
			return types.WrapErr(tooCostly())
		}
	}
	slices.SortFunc(keys, compareKeys)
	return &weighedMap{Mapper: types.NewRefValMap(types.DefaultTypeAdapter, values), keys: keys, weight: weight}
}

func compareKeys(a, b ref.Val) int {
	return cmp.Or(cmp.Compare(keyText(a), keyText(b)), cmp.Compare(typeName(a), typeName(b)))
}

// unweighedSize is the number of elements that weighing the value has to look at.
func unweighedSize(value ref.Val) int {
	switch v := value.(type) {
	case *weighedList, *weighedMap, *jsonMap:
		return 0
	case traits.Lister:
		return size(v)
	default:
		return 0
	}
}
