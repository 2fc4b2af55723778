package rawjson

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// string writes the string at the present offset and tells whether it may have
// escapes; most have none and are canonical as they are.
func (c *canonicaliser) string() bool {
	for i := c.at + 1; ; i++ {
		switch c.source[i] {
		case '"':
			c.text = append(c.text, c.source[c.at:i+1]...)
			c.at = i + 1
			return false
		case '\\':
			end := skipString(c.source, c.at)
			c.text = append(c.text, Quote(unquote(c.source[c.at:end]))...)
			c.at = end
			return true
		}
	}
}

// appendNumber appends a number as ECMAScript writes it, which RFC 8785 prescribes.
func appendNumber(text, lexeme []byte) []byte {
	if isCanonicalNumber(lexeme) {
		return append(text, lexeme...)
	}
	number, err := strconv.ParseFloat(string(lexeme), 64)
	switch {
	case err != nil:
		return append(text, lexeme...) // not reached: the text passed Check
	case number == 0:
		return append(text, '0') // minus zero too
	default:
		return append(text, jsontext.Float(number).String()...)
	}
}

// isCanonicalNumber recognises the common numbers that need no conversion: up to 15
// digits (no two such numbers are the same double, so none is written with fewer
// digits), no exponent, no zeros at the end of the fraction, and not so small that
// ECMAScript writes an exponent, which it does below 0.000001.
func isCanonicalNumber(lexeme []byte) bool {
	digits := bytes.TrimPrefix(lexeme, []byte{'-'})
	if len(digits) > exactDigits || bytes.ContainsAny(digits, "eE") {
		return false
	}
	whole, fraction, hasFraction := bytes.Cut(digits, []byte{'.'})
	if !hasFraction {
		return len(digits) == len(lexeme) || whole[0] != '0' // "-0" is written "0"
	}
	isTiny := whole[0] == '0' && bytes.HasPrefix(fraction, []byte("000000"))
	return fraction[len(fraction)-1] != '0' && !isTiny
}

// compareUTF16 compares two texts in UTF-8 by the code units that they have in
// UTF-16, as RFC 8785 sorts names. That differs from the order of the bytes only
// where a character beyond U+FFFF (lead byte F0 and up; its surrogates come first)
// meets one from U+E000 to U+FFFF (lead bytes EE and EF).
func compareUTF16(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			continue
		}
		if a[i] >= 0xEE && b[i] >= 0xEE && (a[i] >= 0xF0) != (b[i] >= 0xF0) {
			return int(b[i]) - int(a[i])
		}
		return int(a[i]) - int(b[i])
	}
	return len(a) - len(b)
}

// Equal tells whether two checked values are the same content, however they are
// written. An absent value equals only another.
func Equal(a, b jsontext.Value) bool {
	if bytes.Equal(a, b) {
		return true
	}
	return len(a) > 0 && len(b) > 0 && a.Kind() == b.Kind() && bytes.Equal(Canonical(a), Canonical(b))
}
