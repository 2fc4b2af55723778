package rawjson

import (
	"bytes"
	"strconv"
)

// exactDigits is how many decimal digits a double holds whatever they are.
const exactDigits = 15

// checkNumbers refuses numbers that RFC 8785 would alter beyond their notation.
// The text is valid JSON.
func checkNumbers(text []byte) error {
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '"':
			i = skipString(text, i)
		case c == '-' || c >= '0' && c <= '9':
			end := skipScalar(text, i)
			if code, message := checkNumber(text[i:end]); code != "" {
				return problemAt(text, i, "", code, message)
			}
			i = end
		default:
			i++
		}
	}
	return nil
}

// checkNumber judges one number lexeme; an empty code means that it is fine.
func checkNumber(lexeme []byte) (code, message string) {
	exponent := bytes.ContainsAny(lexeme, "eE")
	if len(lexeme) <= exactDigits && !exponent {
		return "", ""
	}
	text := string(lexeme)
	number, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		return CodeNumberRange, "the number " + text + " is too large for IEEE 754 double precision"
	case number == 0 && hasNonZeroDigit(lexeme):
		return CodeNumberRange, "the number " + text + " is too small for IEEE 754 double precision"
	case !exponent && bytes.IndexByte(lexeme, '.') < 0 && strconv.FormatFloat(number, 'f', 0, 64) != text:
		return CodeNumberInexact, "the integer " + text + " is not exact in IEEE 754 double precision; write it as text"
	default:
		return "", ""
	}
}

// hasNonZeroDigit looks at the digits before the exponent.
func hasNonZeroDigit(lexeme []byte) bool {
	for _, c := range lexeme {
		switch {
		case c == 'e' || c == 'E':
			return false
		case c >= '1' && c <= '9':
			return true
		}
	}
	return false
}
