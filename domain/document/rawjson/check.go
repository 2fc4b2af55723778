package rawjson

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/fault"
)

// MaxDepth is the deepest nesting of objects and arrays that Check accepts.
const MaxDepth = 1000

// The codes of the faults that Check returns, all of fault.KindInvalid. The fault's
// details "line" and "column" (in characters) count from 1; "offset" counts bytes.
const (
	CodeSyntax        = "invalid-json"        // the text is not JSON (RFC 8259), or nothing at all
	CodeUTF8          = "invalid-utf8"        // a byte sequence that is not UTF-8
	CodeSurrogate     = "lone-surrogate"      // an escape of half a surrogate pair
	CodeDuplicateKey  = "duplicate-key"       // an object names a key twice
	CodeNumberRange   = "number-out-of-range" // a number that IEEE 754 double can't hold
	CodeNumberInexact = "number-not-exact"    // an integer written in digits that double would round
	CodeDepth         = "nesting-too-deep"    // more than MaxDepth levels
)

// Check tells whether the text is one JSON value that the JSON Canonicalization
// Scheme (RFC 8785) represents without altering it. The error is a *fault.Error
// with one of the codes above.
func Check(text []byte) error {
	if utf8.Valid(text) && isPlain(text) {
		return nil
	}
	return checkThoroughly(text)
}

// checkThoroughly judges texts that need a closer look, and says what is wrong with them.
func checkThoroughly(text []byte) error {
	if !utf8.Valid(text) {
		return problemAt(text, invalidUTF8Offset(text), "", CodeUTF8, "a byte here is not valid UTF-8")
	}
	if offset, ok := tooDeep(text); ok {
		return problemAt(text, offset, "", CodeDepth, "objects and lists are nested more than "+strconv.Itoa(MaxDepth)+" levels deep")
	}
	if err := checkSyntax(text); err != nil {
		return err
	}
	return checkNumbers(text)
}

// checkSyntax lets the JSON library judge grammar, escapes and duplicate keys.
func checkSyntax(text []byte) error {
	if skipSpace(text, 0) == len(text) {
		return problemAt(text, len(text), "", CodeSyntax, "the text is empty; a JSON value is expected")
	}
	decoder := jsontext.NewDecoder(bytes.NewBuffer(text))
	_, err := decoder.ReadValue()
	end := int(decoder.InputOffset())
	if err == nil {
		if _, err = decoder.ReadToken(); errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			return problemAt(text, skipSpace(text, end), "", CodeSyntax, "there is more text after the JSON value")
		}
	}
	return describeSyntax(text, err)
}

// describeSyntax turns the JSON library's error into a fault.
func describeSyntax(text []byte, err error) error {
	syntactic := new(jsontext.SyntacticError)
	if !errors.As(err, &syntactic) {
		return problemAt(text, len(text), "", CodeSyntax, "the text ends before the JSON value does")
	}
	offset := int(syntactic.ByteOffset)
	pointer := string(syntactic.JSONPointer)
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		return problemAt(text, offset, pointer, CodeDuplicateKey,
			"the key "+strconv.Quote(syntactic.JSONPointer.LastToken())+" appears twice in one object")
	case isSurrogateEscape(text, offset):
		return problemAt(text, offset, pointer, CodeSurrogate, "the escape stands for half a surrogate pair, which is no character")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return problemAt(text, len(text), pointer, CodeSyntax, "the text ends before the JSON value does")
	default:
		return problemAt(text, offset, pointer, CodeSyntax, syntactic.Err.Error())
	}
}

// isSurrogateEscape tells whether a well-formed escape \uD800 … \uDFFF is at offset.
func isSurrogateEscape(text []byte, offset int) bool {
	const length = len(`\uXXXX`)
	if offset+length > len(text) || text[offset] != '\\' || text[offset+1] != 'u' {
		return false
	}
	unit, err := strconv.ParseUint(string(text[offset+2:offset+length]), 16, 16)
	return err == nil && unit >= 0xD800 && unit <= 0xDFFF
}

// invalidUTF8Offset finds the first byte that is not part of a UTF-8 sequence.
func invalidUTF8Offset(text []byte) int {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(text)
}

// tooDeep finds the bracket that opens one level too many.
func tooDeep(text []byte) (offset int, ok bool) {
	depth := 0
	for i := 0; i < len(text); {
		switch text[i] {
		case '"':
			i = skipString(text, i)
			continue
		case '{', '[':
			if depth++; depth > MaxDepth {
				return i, true
			}
		case '}', ']':
			depth--
		}
		i++
	}
	return 0, false
}

// problemAt makes the fault for what is wrong at a byte offset. Pointer is the RFC
// 6901 path of the value concerned, if known.
func problemAt(text []byte, offset int, pointer, code, message string) error {
	line, column := position(text, offset)
	where := ""
	if pointer != "" {
		where = " (at " + pointer + ")"
	}
	return fault.New(fault.KindInvalid, code, "line %d, column %d: %s%s", line, column, message, where).
		With("line", strconv.Itoa(line)).With("column", strconv.Itoa(column)).With("offset", strconv.Itoa(offset))
}

// position converts a byte offset to a line and a column in characters, both from 1.
func position(text []byte, offset int) (line, column int) {
	before := text[:min(offset, len(text))]
	line = bytes.Count(before, []byte{'\n'}) + 1
	return line, utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
}
