package opencode

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/adapters/process"
)

// callLimit bounds every call but the stream of events: the CLI never answers some requests.
const callLimit = 20 * time.Second

// client speaks with one process of the CLI.
type client struct {
	url       string
	password  string
	directory string // the project, in the CLI's words
	http      *http.Client
}

func newClient(address, password, directory string) *client {
	// No proxy of the environment: it is the machine's own.
	return &client{url: address, password: password, directory: directory, http: &http.Client{Transport: &http.Transport{}}}
}

func (c *client) request(ctx context.Context, method, path string, body any) (*http.Request, error) {
	var content io.Reader = http.NoBody
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(text)
	}
	address := c.url + path + "?directory=" + url.QueryEscape(c.directory)
	request, err := http.NewRequestWithContext(ctx, method, address, content)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.SetBasicAuth("opencode", c.password)
	return request, nil
}

// statusError is an answer that is none of success.
type statusError struct {
	path   string
	status int
	said   string
}

// Error implements error.
func (e *statusError) Error() string {
	return fmt.Sprintf("opencode answered %s with status %d: %s", e.path, e.status, process.Excerpt(e.said))
}

// call asks for something and reads the answer into result, if it is not nil.
func (c *client) call(ctx context.Context, method, path string, body, result any) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	request, err := c.request(ctx, method, path, body)
	if err != nil {
		return err
	}
	response, err := c.http.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }() // read already
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode/100 != 2 {
		return &statusError{path: path, status: response.StatusCode, said: string(text)}
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(text, result, jsontext.AllowInvalidUTF8(true))
}

// events opens the stream of events, which ends with the context.
func (c *client) events(ctx context.Context) (*stream, error) {
	request, err := c.request(ctx, http.MethodGet, "/event", nil)
	if err != nil {
		return nil, err
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		_ = response.Body.Close() // of no use
		return nil, &statusError{path: "/event", status: response.StatusCode}
	}
	return &stream{body: response.Body, lines: process.NewLineReader(response.Body)}, nil
}

// stream reads server-sent events, of which the CLI writes one a line.
type stream struct {
	body  io.Closer
	lines *process.LineReader
}

func (s *stream) close() { _ = s.body.Close() }

// next is the next event.
func (s *stream) next() (event, error) {
	for {
		line, err := s.lines.Next()
		if err != nil {
			return event{}, err
		}
		data, ok := bytes.CutPrefix(line, []byte("data:"))
		if !ok {
			continue
		}
		if e, ok := decodeEvent(data); ok {
			return e, nil
		}
	}
}
