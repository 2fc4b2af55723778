package llm

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"strings"
)

// refusalBytes is how much is read of what a provider says about a refusal.
const refusalBytes = 64 << 10

// Reply is what comes back for one attempt, as it looks below the client's library.
type Reply struct {
	first byte // that came, blanks aside; zero where none did
}

// Check is a middleware of both clients: it makes an answer that is none of the model's a RefusalError, also where a proxy
// on the way answers in a format of its own, or ErrNotAPI.
func (r *Reply) Check(request *http.Request, next func(*http.Request) (*http.Response, error)) (*http.Response, error) {
	response, err := next(request)
	if err != nil {
		return response, err
	}
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")) // which is empty where it is none
	if response.StatusCode < http.StatusBadRequest && kind != "application/json" && kind != "text/html" {
		response.Body = &seen{response.Body, r}
		return response, nil
	}
	defer func() { _ = response.Body.Close() }()
	body, _ := io.ReadAll(io.LimitReader(response.Body, refusalBytes)) // what came is enough
	if response.StatusCode < http.StatusBadRequest && !hasError(body) {
		return nil, ErrNotAPI
	}
	return nil, &RefusalError{Status: response.StatusCode, Message: MessageIn(body), RetryAfter: response.Header.Get("Retry-After")}
}

// Ended says what to think of an answer that ended although the model did not say so. Understood tells whether there was
// anything of the format in it. Where nothing came, or nothing but comments that keep the connection alive, the provider
// may have broken down.
func (r *Reply) Ended(understood bool) error {
	if r.first == 0 || r.first == ':' || understood {
		return ErrCut
	}
	return ErrNotAPI
}

// seen is a body that a reply sees the beginning of.
type seen struct {
	io.ReadCloser

	reply *Reply
}

func (s *seen) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	if begin := bytes.TrimSpace(p[:n]); s.reply.first == 0 && len(begin) > 0 {
		s.reply.first = begin[0]
	}
	return n, err
}

// hasError tells whether a body is about an error, as some proxies say one with a status of success.
func hasError(body []byte) bool {
	var said struct {
		Error json.RawMessage `json:"error"`
	}
	return json.Unmarshal(body, &said) == nil && len(said.Error) > 0 && string(said.Error) != "null"
}

// MessageIn finds what a provider says in the body of a refusal, or in an event about an error; empty if it says nothing
// that a person could read.
func MessageIn(body []byte) string {
	var said struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
		Detail  json.RawMessage `json:"detail"`
	}
	if json.Unmarshal(body, &said) != nil {
		if text := strings.TrimSpace(string(body)); !strings.HasPrefix(text, "<") && !strings.HasPrefix(text, "{") {
			return text
		}
		return ""
	}
	var inside struct {
		Message string `json:"message"`
	}
	for _, raw := range []json.RawMessage{said.Error, said.Detail} {
		if text := ""; json.Unmarshal(raw, &text) == nil && text != "" {
			return text
		}
		if json.Unmarshal(raw, &inside) == nil && inside.Message != "" {
			return inside.Message
		}
	}
	return said.Message
}
