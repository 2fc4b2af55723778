// Package modeltest serves a scripted language model over the wire formats that agents speak, for tests that need no
// account and always get the same answer: it streams, calls tools, and fails in all the ways that real servers do.
package modeltest

import (
	"cmp"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"
)

// Play is what the model says to a request. It may be called from several goroutines at once.
type Play func(Request) Answer

// Server is a model server on the loopback interface.
type Server struct {
	URL string // without a slash at its end; OpenAI's paths begin with /v1 below it, and so do Anthropic's

	play    Play
	stopped chan struct{} // closed when the test ends, so that what stalls does not hold it up

	mu       sync.Mutex
	requests []Request
	strays   []string
	used     int64
}

// wire is one of the formats: how a request is read and an answer is written.
type wire interface {
	read(header http.Header, body []byte) (Request, error)
	write(out *stream, request Request, answer Answer)
	refuse(out *stream, answer Answer) // an answer with a status
}

// wires are the formats by the path that is asked.
var wires = map[string]wire{
	"/v1/chat/completions": openAI{},
	"/v1/messages":         anthropic{},
}

// Start serves until the test ends.
func Start(t testing.TB, play Play) *Server {
	t.Helper()
	s := &Server{play: play, stopped: make(chan struct{})}
	server := httptest.NewServer(s)
	s.URL = server.URL
	t.Cleanup(func() {
		close(s.stopped)
		server.CloseClientConnections()
		server.Close()
	})
	return s
}

// Used is how many tokens all answers so far had by their own account, those asked and those answered.
func (s *Server) Used() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.used
}

func (s *Server) count(answer Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.used += int64(answer.InputTokens + answer.OutputTokens)
}

// Requests are those that came so far, in their order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Strays are the requests that asked for something else than an answer of the model, as "METHOD /path". A program whose
// proxy the server is shows here what else it asks the world, as "CONNECT host:port".
func (s *Server) Strays() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.strays)
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	wire, known := wires[r.URL.Path]
	if !known || r.Method != http.MethodPost {
		s.stray(r)
		http.NotFound(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // whoever asked has gone
	}
	request, err := wire.read(r.Header, body)
	if err != nil {
		http.Error(w, "modeltest: "+err.Error(), http.StatusBadRequest)
		return
	}
	request.Raw = body
	s.mu.Lock()
	request.number = len(s.requests)
	s.requests = append(s.requests, request)
	s.mu.Unlock()
	s.answer(w, r, wire, request)
}

func (s *Server) stray(r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	asked := r.URL.Path
	if r.Method == http.MethodConnect {
		asked = r.Host
	}
	s.strays = append(s.strays, r.Method+" "+asked)
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request, wire wire, request Request) {
	answer := s.play(request)
	select {
	case <-time.After(answer.Delay):
	case <-r.Context().Done():
		return
	}
	out := &stream{w: w, left: answer.CutAfter, cuts: answer.CutAfter > 0}
	switch {
	case answer.Status != 0 && answer.Status != http.StatusOK:
		if answer.RetryAfter != "" {
			w.Header().Set("Retry-After", answer.RetryAfter)
		}
		wire.refuse(out, answer)
	case answer.Garbage != "":
		out.begin(cmp.Or(answer.GarbageType, request.contentType()), http.StatusOK)
		out.text(answer.Garbage)
	default:
		s.count(answer)
		wire.write(out, request, answer)
	}
	if answer.Stall {
		select {
		case <-s.stopped:
		case <-r.Context().Done():
		}
	}
}
