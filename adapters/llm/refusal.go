package llm

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// refusalBytes is how much is read of what a provider says about a refusal.
const refusalBytes = 64 << 10

// Refuse is a middleware of both clients: it makes an answer that is none of the model's a RefusalError, also where a proxy
// on the way answers in a format of its own.
func Refuse(request *http.Request, next func(*http.Request) (*http.Response, error)) (*http.Response, error) {
	response, err := next(request)
	if err != nil || response.StatusCode < http.StatusBadRequest {
		return response, err
	}
	defer func() { _ = response.Body.Close() }()
	body, _ := io.ReadAll(io.LimitReader(response.Body, refusalBytes)) // what came is enough
	return nil, &RefusalError{Status: response.StatusCode, Message: MessageIn(body), RetryAfter: response.Header.Get("Retry-After")}
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
