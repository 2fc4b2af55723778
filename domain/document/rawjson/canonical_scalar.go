package rawjson

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// string passes a string and tells whether it may have escapes, and where in the
// source it ends. Most have none and are canonical as they are.
func (c *canonicaliser) string() (escaped bool, end int) {
	for i := c.at + 1; ; i++ {
		switch c.source[i] {
		case '"':
			c.at = i + 1
			return false, c.at
		case '\\':
			start, end := c.at, skipString(c.source, c.at)
			c.pass(end)
			c.text = append(c.text, Quote(unquote(c.source[start:end]))...)
			return true, end
		}
	}
}

// number passes a number, or writes it as ECMAScript does, which RFC 8785 prescribes.
func (c *canonicaliser) number() {
	start, end := c.at, skipScalar(c.source, c.at)
	lexeme := c.source[start:end]
	if isCanonicalNumber(lexeme) {
		c.at = end
		return
	}
	c.pass(end)
	number, err := strconv.ParseFloat(string(lexeme), 64)
	switch {
	case err != nil:
		c.text = append(c.text, lexeme...) // not reached: the text passed Check
	case number == 0:
		c.text = append(c.text, '0') // minus zero too
	default:
		c.text = append(c.text, jsontext.Float(number).String()...)
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
