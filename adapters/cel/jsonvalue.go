package cel

import (
	"bytes"
	"fmt"
	"reflect"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"

	"heddle.dev/heddle/domain/expression"
)

// valueOf gives the CEL value of a JSON value, converted when it is first read.
func valueOf(value *expression.Value) ref.Val {
	return value.Convert(func(text jsontext.Value) any { return convert(text) }).(ref.Val)
}

// convert makes a CEL value of JSON text. Objects stay text until a key is read.
func convert(text jsontext.Value) ref.Val {
	switch text.Kind() {
	case jsontext.KindNull:
		return types.NullValue
	case jsontext.KindTrue:
		return types.True
	case jsontext.KindFalse:
		return types.False
	case jsontext.KindString:
		unquoted, err := jsontext.AppendUnquote(nil, text)
		if err != nil {
			return types.WrapErr(err)
		}
		return types.String(unquoted)
	case jsontext.KindNumber:
		return number(text)
	case jsontext.KindBeginArray:
		return list(text)
	default:
		return &jsonMap{text: text, parse: sync.OnceValues(func() (*expression.Object, error) {
			return expression.ParseObject(text)
		})}
	}
}

// number goes by the text: digits only make an int, a point or an exponent a
// double. Digits that an int cannot hold make a double too.
func number(text jsontext.Value) ref.Val {
	if bytes.ContainsAny(text, ".eE") {
		return double(text)
	}
	integer, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil {
		return double(text)
	}
	return types.Int(integer)
}

func double(text jsontext.Value) ref.Val {
	value, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return types.WrapErr(fmt.Errorf("%s is no number that can be held: %w", text, err))
	}
	return types.Double(value)
}

func list(text jsontext.Value) ref.Val {
	decoder := jsontext.NewDecoder(bytes.NewReader(text))
	if _, err := decoder.ReadToken(); err != nil {
		return types.WrapErr(err)
	}
	var elements []ref.Val
	for decoder.PeekKind() != jsontext.KindEndArray {
		element, err := decoder.ReadValue()
		if err != nil {
			return types.WrapErr(err)
		}
		elements = append(elements, convert(element.Clone()))
	}
	return &weighedList{Lister: types.NewRefValList(types.DefaultTypeAdapter, elements), weight: len(text)}
}

// jsonMap is a JSON object as a CEL map. Only the keys that are read are converted.
type jsonMap struct {
	text    jsontext.Value // nil for a variable, whose text is seldom needed as a whole
	parse   func() (*expression.Object, error)
	numbers map[string]expression.NumberType // of a variable: the declared types of its keys
}

// variable makes the value of a variable.
func variable(object *expression.Object, numbers map[string]expression.NumberType) *jsonMap {
	return &jsonMap{parse: func() (*expression.Object, error) { return object, nil }, numbers: numbers}
}

var (
	_ traits.Mapper   = (*jsonMap)(nil)
	_ traits.Foldable = (*jsonMap)(nil)
)

// object gives the parsed object. Its text was checked when it was read first, so
// that an error cannot occur; an empty object then stands in.
func (m *jsonMap) object() *expression.Object {
	object, err := m.parse()
	if err != nil {
		return nil
	}
	return object
}

// raw gives the object's JSON text.
func (m *jsonMap) raw() jsontext.Value {
	if m.text != nil {
		return m.text
	}
	return m.object().Text()
}

// Find gives the value under key, and whether there is one.
func (m *jsonMap) Find(key ref.Val) (ref.Val, bool) {
	name, isText := key.(types.String)
	if !isText {
		return nil, false
	}
	value, found := m.object().Lookup(string(name))
	if !found {
		return nil, false
	}
	converted := declared(valueOf(value), m.numbers[string(name)])
	return converted, !types.IsError(converted)
}

// declared makes a number one of its declared type, where that loses nothing.
func declared(value ref.Val, as expression.NumberType) ref.Val {
	switch as {
	case expression.Double:
		if integer, isInt := value.(types.Int); isInt {
			return types.Double(integer)
		}
	case expression.Int:
		if float, isDouble := value.(types.Double); isDouble && float == types.Double(types.Int(float)) {
			return types.Int(float)
		}
	case expression.ByText:
	}
	return value
}

// Get gives the value under key or an error.
func (m *jsonMap) Get(key ref.Val) ref.Val {
	value, found := m.Find(key)
	if !found {
		return types.ValOrErr(value, "no such key: %v", key)
	}
	return value
}

// Contains tells whether the key exists.
func (m *jsonMap) Contains(key ref.Val) ref.Val {
	_, found := m.Find(key)
	return types.Bool(found)
}

// Size gives the number of keys.
func (m *jsonMap) Size() ref.Val { return types.Int(m.object().Len()) }

// IsZeroValue tells whether there are no keys.
func (m *jsonMap) IsZeroValue() bool { return m.object().Len() == 0 }

// Iterator walks over the keys in the object's order.
func (m *jsonMap) Iterator() traits.Iterator { return newKeyIterator(m.keys()) }

// Fold walks over keys and values in the object's order.
func (m *jsonMap) Fold(folder traits.Folder) { foldInOrder(m, m.keys(), folder) }

func (m *jsonMap) keys() []ref.Val {
	names := m.object().Names()
	keys := make([]ref.Val, len(names))
	for i, name := range names {
		keys[i] = types.String(name)
	}
	return keys
}

// converted gives the object as an ordinary CEL map, for what needs all of it.
func (m *jsonMap) converted() traits.Mapper {
	values := make(map[ref.Val]ref.Val, m.object().Len())
	for _, key := range m.keys() {
		values[key], _ = m.Find(key)
	}
	return types.NewRefValMap(types.DefaultTypeAdapter, values)
}

// ConvertToNative makes a Go value of the object.
func (m *jsonMap) ConvertToNative(to reflect.Type) (any, error) {
	return m.converted().ConvertToNative(to)
}

// ConvertToType makes a value of another CEL type of the object.
func (m *jsonMap) ConvertToType(to ref.Type) ref.Val {
	switch to {
	case types.MapType:
		return m
	case types.TypeType:
		return types.MapType
	default:
		return types.NewErr("type conversion error from map to %q", to.TypeName())
	}
}

// Equal compares with any other map.
func (m *jsonMap) Equal(other ref.Val) ref.Val { return m.converted().Equal(other) }

// Type gives the type map.
func (m *jsonMap) Type() ref.Type { return types.MapType }

// Value gives the underlying object.
func (m *jsonMap) Value() any { return m.object() }
