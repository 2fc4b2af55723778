package modeltest

import (
	"net/http"

	"github.com/go-json-experiment/json"
)

// stream is the body of an answer, which may break on its way.
type stream struct {
	w    http.ResponseWriter
	left int // bytes until the connection breaks
	cuts bool
}

func (s *stream) begin(contentType string, status int) {
	s.w.Header().Set("Content-Type", contentType)
	s.w.WriteHeader(status)
	s.flush()
}

// text sends a piece at once.
func (s *stream) text(piece string) {
	if s.cuts && len(piece) >= s.left {
		_, _ = s.w.Write([]byte(piece[:s.left])) // to whoever still listens
		s.flush()
		panic(http.ErrAbortHandler) // which breaks the connection
	}
	s.left -= len(piece)
	_, _ = s.w.Write([]byte(piece)) // to whoever still listens
	s.flush()
}

func (s *stream) flush() {
	if flusher, ok := s.w.(http.Flusher); ok {
		flusher.Flush()
	}
}

// value sends a JSON value between two texts.
func (s *stream) value(before string, value any, after string) {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // the formats are made of what can be written
	}
	s.text(before + string(text) + after)
}

// pieces splits a text as a model writes it: a few characters at a time. Long ones get longer pieces, so that a text of
// megabytes takes no longer than it must.
func pieces(text string) []string {
	const least, most = 12, 40 // characters of a piece; number of pieces
	runes := []rune(text)
	size := max(least, (len(runes)+most-1)/most)
	var parts []string
	for len(runes) > size {
		parts = append(parts, string(runes[:size]))
		runes = runes[size:]
	}
	if len(runes) > 0 {
		parts = append(parts, string(runes))
	}
	return parts
}
