package rawjson

import "bytes"

// isPlain tells whether a text, which is valid UTF-8, is one JSON value without
// anything that needs a closer look. If it says no, the text may still be acceptable.
// It exists because nearly all texts are, and finding so is all that most of them cost.
func isPlain(text []byte) bool {
	q := quickCheck{text: text}
	return q.value(0) && q.at == len(text)
}

// quickCheck walks through a text once. Its methods expect at before what they read
// and leave it behind that and the white space that follows.
type quickCheck struct {
	text  []byte
	at    int
	names []nameSpan // of the objects that are open
}

// nameSpan is where a name stands, quotes included.
type nameSpan struct{ start, end uint32 }

// next is the byte at the present offset; 0, which is no JSON, at the end.
func (q *quickCheck) next() byte {
	if q.at < len(q.text) {
		return q.text[q.at]
	}
	return 0
}

// take passes a byte and the white space behind it, if it is the one expected.
func (q *quickCheck) take(expected byte) bool {
	if q.next() != expected {
		return false
	}
	q.at = skipSpace(q.text, q.at+1)
	return true
}

func (q *quickCheck) value(depth int) bool {
	q.at = skipSpace(q.text, q.at)
	var ok bool
	switch first := q.next(); {
	case first == '{':
		ok = depth < MaxDepth && q.object(depth+1)
	case first == '[':
		ok = depth < MaxDepth && q.array(depth+1)
	case first == '"':
		ok, _ = q.string()
	case first == '-' || first >= '0' && first <= '9':
		ok = q.number()
	default:
		ok = q.literal()
	}
	q.at = skipSpace(q.text, q.at)
	return ok
}

func (q *quickCheck) array(depth int) bool {
	q.take('[')
	if q.take(']') {
		return true
	}
	for q.value(depth) {
		if !q.take(',') {
			return q.take(']')
		}
	}
	return false
}

func (q *quickCheck) object(depth int) bool {
	q.take('{')
	if q.take('}') {
		return true
	}
	first := len(q.names)
	for q.name() && q.value(depth) {
		if !q.take(',') {
			distinct := q.areDistinct(q.names[first:])
			q.names = q.names[:first]
			return distinct && q.take('}')
		}
	}
	return false
}

// name reads a member's name and the colon. An escaped name may equal another one.
func (q *quickCheck) name() bool {
	start := q.at
	if q.next() != '"' {
		return false
	}
	ok, escaped := q.string()
	q.names = append(q.names, nameSpan{uint32(start), uint32(q.at)})
	q.at = skipSpace(q.text, q.at)
	return ok && !escaped && q.take(':')
}

// fewNames is up to how many names are compared each with each.
const fewNames = 16

func (q *quickCheck) nameAt(span nameSpan) []byte { return q.text[span.start:span.end] }

func (q *quickCheck) areDistinct(names []nameSpan) bool {
	if len(names) > fewNames {
		seen := make(map[string]struct{}, len(names))
		for _, name := range names {
			seen[string(q.nameAt(name))] = struct{}{}
		}
		return len(seen) == len(names)
	}
	for i, name := range names {
		for _, other := range names[:i] {
			if name.end-name.start == other.end-other.start && bytes.Equal(q.nameAt(name), q.nameAt(other)) {
				return false
			}
		}
	}
	return true
}

// string accepts the escapes of one character and \u escapes that are no surrogates.
func (q *quickCheck) string() (ok, escaped bool) {
	for i := q.at + 1; i < len(q.text); i++ {
		switch c := q.text[i]; {
		case c == '"':
			q.at = i + 1
			return true, escaped
		case c < ' ':
			return false, escaped
		case c == '\\':
			length := escapeLength(q.text[i:])
			if length == 0 {
				return false, true
			}
			i += length - 1
			escaped = true
		}
	}
	return false, escaped
}

// escapeLength is the length of the escape that the text begins with; 0 for one that
// is none or a surrogate.
func escapeLength(text []byte) int {
	const unicode = len(`\uXXXX`)
	switch {
	case len(text) < 2:
		return 0
	case text[1] != 'u':
		if bytes.IndexByte([]byte(`"\/bfnrt`), text[1]) < 0 {
			return 0
		}
		return 2
	case len(text) < unicode || text[2]|0x20 == 'd' && text[3] >= '8': // D800 and up
		return 0
	}
	for _, c := range text[2:unicode] {
		if isHex := c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'; !isHex {
			return 0
		}
	}
	return unicode
}

func (q *quickCheck) number() bool {
	start := q.at
	q.at = skipScalar(q.text, start)
	lexeme := q.text[start:q.at]
	if !isNumber(lexeme) {
		return false
	}
	code, _ := checkNumber(lexeme)
	return code == ""
}

// isNumber tells whether a text that begins with a digit or a minus is a JSON number.
func isNumber(lexeme []byte) bool {
	rest := bytes.TrimPrefix(lexeme, []byte{'-'})
	whole := digits(rest)
	if whole == 0 || whole > 1 && rest[0] == '0' {
		return false
	}
	rest = rest[whole:]
	if len(rest) > 0 && rest[0] == '.' {
		fraction := digits(rest[1:])
		if fraction == 0 {
			return false
		}
		rest = rest[1+fraction:]
	}
	if len(rest) > 0 && rest[0]|0x20 == 'e' {
		rest = rest[1:]
		if len(rest) > 0 && (rest[0] == '+' || rest[0] == '-') {
			rest = rest[1:]
		}
		exponent := digits(rest)
		return exponent > 0 && exponent == len(rest)
	}
	return len(rest) == 0
}

// digits counts the digits that the text begins with.
func digits(text []byte) int {
	for i, c := range text {
		if c < '0' || c > '9' {
			return i
		}
	}
	return len(text)
}

func (q *quickCheck) literal() bool {
	start := q.at
	q.at = skipScalar(q.text, start)
	switch string(q.text[start:q.at]) {
	case "true", "false", "null":
		return true
	default:
		return false
	}
}
