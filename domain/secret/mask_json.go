package secret

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// JSON gives a JSON text with the values hidden in its strings, however they are escaped there, in the names of members
// and in numbers. A text that holds none is answered as it is; one that is no JSON is hidden as Text does it.
func (m *Mask) JSON(text []byte) []byte {
	if m == nil {
		return text
	}
	alike := jsontext.AllowDuplicateNames(true) // two names may hide to the same
	var hidden bytes.Buffer
	in, out := jsontext.NewDecoder(bytes.NewReader(text), alike), jsontext.NewEncoder(&hidden, alike)
	changed := false
	for {
		token, err := in.ReadToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			token, changed = m.token(token, changed)
			err = out.WriteToken(token)
		}
		if err != nil {
			return []byte(m.Text(string(text)))
		}
	}
	if !changed {
		return text
	}
	return bytes.TrimSpace(hidden.Bytes())
}

func (m *Mask) token(token jsontext.Token, before bool) (hidden jsontext.Token, changed bool) {
	if kind := token.Kind(); kind != '"' && kind != '0' {
		return token, before
	}
	plain := token.String()
	if told := m.Text(plain); told != plain {
		return jsontext.String(told), true
	}
	return token, before
}
