package cel

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"

	"heddle.dev/heddle/domain/expression"
)

// encode writes a result as JSON text; see expression.Result for the forms.
func encode(value ref.Val) (jsontext.Value, error) {
	if weigh(value, maxWeight) > maxWeight {
		return nil, tooCostly()
	}
	return appendValue(nil, value)
}

func appendValue(to []byte, value ref.Val) ([]byte, error) {
	switch v := value.(type) {
	case types.Null:
		return append(to, "null"...), nil
	case types.Bool:
		return strconv.AppendBool(to, bool(v)), nil
	case types.Int, types.Uint, types.Double:
		text, err := numberText(v)
		return append(to, text...), err
	case types.String:
		if !utf8.ValidString(string(v)) {
			return nil, errors.New("the text is not valid UTF-8")
		}
		return append(to, expression.Quote(string(v))...), nil
	case types.Bytes:
		return append(to, expression.Quote(base64.StdEncoding.EncodeToString(v))...), nil
	case types.Timestamp:
		return append(to, expression.Quote(v.UTC().Format(time.RFC3339Nano))...), nil
	case types.Duration:
		return append(to, expression.Quote(isoDuration(v.Duration))...), nil
	case *types.Optional:
		if !v.HasValue() {
			return append(to, "null"...), nil
		}
		return appendValue(to, v.GetValue())
	case *jsonMap:
		return appendJSON(to, v.raw())
	case traits.Mapper:
		return appendMap(to, v)
	case traits.Lister:
		return appendList(to, v)
	default:
		return nil, fmt.Errorf("JSON cannot hold a value of type %s", typeName(value))
	}
}

// appendJSON writes text that came from JSON, its numbers in canonical form and
// its keys in their order.
func appendJSON(to []byte, text jsontext.Value) ([]byte, error) {
	return jsontext.AppendFormat(to, text,
		jsontext.CanonicalizeRawInts(true), jsontext.CanonicalizeRawFloats(true))
}

func appendList(to []byte, list traits.Lister) ([]byte, error) {
	to = append(to, '[')
	first := true
	for it := list.Iterator(); it.HasNext() == types.True; first = false {
		if !first {
			to = append(to, ',')
		}
		var err error
		if to, err = appendValue(to, it.Next()); err != nil {
			return nil, err
		}
	}
	return append(to, ']'), nil
}

func appendMap(to []byte, m traits.Mapper) ([]byte, error) {
	to = append(to, '{')
	written := make(map[string]bool)
	for it := m.Iterator(); it.HasNext() == types.True; {
		key := it.Next()
		name := keyText(key)
		if written[name] {
			return nil, fmt.Errorf("JSON cannot hold a map with two keys written %q", name)
		}
		if len(written) > 0 {
			to = append(to, ',')
		}
		written[name] = true
		to = append(append(to, expression.Quote(name)...), ':')
		value, _ := m.Find(key)
		var err error
		if to, err = appendValue(to, value); err != nil {
			return nil, err
		}
	}
	return append(to, '}'), nil
}

// keyText gives a map's key as JSON names it.
func keyText(key ref.Val) string {
	if text, err := numberText(key); err == nil {
		return text
	}
	return fmt.Sprint(key.Value())
}

// numberText gives a number in the canonical form of RFC 8785. Numbers that an
// IEEE 754 double cannot hold exactly are refused, since JSON readers would alter them.
func numberText(value ref.Val) (string, error) {
	switch v := value.(type) {
	case types.Int:
		if float := float64(v); float >= math.MaxInt64 || types.Int(float) != v {
			return "", fmt.Errorf("JSON cannot hold the number %d exactly", v)
		}
		return doubleText(float64(v)), nil
	case types.Uint:
		if float := float64(v); float >= math.MaxUint64 || types.Uint(float) != v {
			return "", fmt.Errorf("JSON cannot hold the number %d exactly", v)
		}
		return doubleText(float64(v)), nil
	case types.Double:
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return "", fmt.Errorf("JSON cannot hold the number %v", float64(v))
		}
		return doubleText(float64(v)), nil
	default:
		return "", fmt.Errorf("%s is no number", typeName(value))
	}
}

// doubleText gives a finite double in the canonical form of RFC 8785, section 3.2.2.3.
func doubleText(value float64) string {
	if value == 0 {
		return "0" // a negative zero too
	}
	return string(jsontext.AppendFloat(nil, value, 64))
}

// isoDuration gives a duration as ISO 8601 writes it, for instance PT1H30M or -PT0.5S.
func isoDuration(duration time.Duration) string {
	if duration == 0 {
		return "PT0S"
	}
	var text strings.Builder
	rest := uint64(duration)
	if duration < 0 {
		text.WriteByte('-')
		rest = -rest // well defined for the smallest duration too
	}
	text.WriteString("PT")
	if hours := rest / uint64(time.Hour); hours > 0 {
		fmt.Fprintf(&text, "%dH", hours)
	}
	if minutes := rest % uint64(time.Hour) / uint64(time.Minute); minutes > 0 {
		fmt.Fprintf(&text, "%dM", minutes)
	}
	if nanoseconds := rest % uint64(time.Minute); nanoseconds > 0 {
		seconds := fmt.Sprintf("%d.%09d", nanoseconds/uint64(time.Second), nanoseconds%uint64(time.Second))
		text.WriteString(strings.TrimRight(strings.TrimRight(seconds, "0"), ".") + "S")
	}
	return text.String()
}
