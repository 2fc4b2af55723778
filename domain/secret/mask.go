package secret

import (
	"cmp"
	"encoding/base64"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// shown stands in the place of a hidden value.
const shown = "•••"

// Mask hides values in texts: as they are, as JSON has them, in base64, and the lines of those that have several.
// A program that is set on telling a value can write it in another way; Mask is for those that tell it by accident.
// The nil mask hides nothing.
type Mask struct {
	// forms are what is looked for, by their first byte, the longest first.
	forms [256][]string
}

// NewMask makes a mask of values; nil if there are none.
func NewMask(values []string) *Mask {
	if len(values) == 0 {
		return nil
	}
	m := new(Mask)
	for _, value := range values {
		m.add(value)
		m.add(base64.StdEncoding.EncodeToString([]byte(value)))
		if quoted, err := jsontext.AppendQuote(nil, value); err == nil {
			m.add(string(quoted[1 : len(quoted)-1]))
		}
		for line := range strings.SplitSeq(value, "\n") {
			m.add(strings.TrimSpace(line))
		}
	}
	for first := range m.forms {
		slices.SortFunc(m.forms[first], func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	}
	return m
}

func (m *Mask) add(form string) {
	if len(form) >= MinValue && !slices.Contains(m.forms[form[0]], form) {
		m.forms[form[0]] = append(m.forms[form[0]], form)
	}
}

// Text gives a text with the values hidden.
func (m *Mask) Text(text string) string {
	if m == nil {
		return text
	}
	hidden, _ := m.hide(nil, []byte(text), true)
	return string(hidden)
}

// hide adds to hidden what the text is with the values hidden, and answers how much of the text that was. Unless the
// text ends here, its end is left out where it may be the beginning of a value.
func (m *Mask) hide(hidden, text []byte, ends bool) (with []byte, done int) {
	for done < len(text) {
		form, whole := m.formAt(text[done:], ends)
		switch {
		case form == "":
			hidden = append(hidden, text[done])
			done++
		case whole:
			hidden = append(hidden, shown...)
			done += len(form)
		default:
			return hidden, done
		}
	}
	return hidden, done
}

// formAt finds the longest form that the text begins with or, unless it ends, may begin with when more of it comes.
func (m *Mask) formAt(text []byte, ends bool) (form string, whole bool) {
	for _, form := range m.forms[text[0]] {
		begun := form[:min(len(form), len(text))]
		if string(text[:len(begun)]) == begun && (len(begun) == len(form) || !ends) {
			return form, len(begun) == len(form)
		}
	}
	return "", false
}

// Stream is a mask over a text that comes piece by piece, where a value may be spread over several.
type Stream struct {
	mask    *Mask
	to      func(text []byte)
	pending []byte
}

// Stream gives the text to a function, with the values hidden.
func (m *Mask) Stream(to func(text []byte)) *Stream { return &Stream{mask: m, to: to} }

// Write takes the next piece.
func (s *Stream) Write(text []byte) {
	if s.mask == nil {
		s.to(text)
		return
	}
	s.pass(append(s.pending, text...), false)
}

// Close gives what is left, when no more comes.
func (s *Stream) Close() { s.pass(s.pending, true) }

func (s *Stream) pass(text []byte, ends bool) {
	if len(text) == 0 {
		return
	}
	hidden, done := s.mask.hide(make([]byte, 0, len(text)), text, ends)
	s.pending = slices.Clone(text[done:])
	if len(hidden) > 0 {
		s.to(hidden)
	}
}
