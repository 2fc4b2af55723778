package heddletest

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// Event is one server-sent event.
type Event struct {
	ID, Kind, Data string
}

// Listener follows a stream of events and keeps all that it got.
type Listener struct {
	t      testing.TB
	cancel context.CancelFunc
	ended  chan struct{}

	mu     sync.Mutex
	events []Event
	lastID string
}

// Listen opens a stream with a query such as "composition=<id>", from behind the event lastID, or from now on if that
// is empty. It returns when the stream has begun.
func (s *Server) Listen(query, lastID string) *Listener {
	s.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+"/api/v1/events?"+query, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	if lastID != "" {
		request.Header.Set("Last-Event-ID", lastID)
	}
	streaming := &http.Client{Transport: s.client.Transport} // without the limit of time
	response, err := streaming.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		s.t.Fatalf("the stream was refused: %s", response.Status)
	}
	l := &Listener{t: s.t, cancel: cancel, ended: make(chan struct{})}
	go l.follow(response)
	s.t.Cleanup(l.Close)
	Until(s.t, "the stream begins", func() bool { return l.LastID() != "" })
	return l
}

func (l *Listener) follow(response *http.Response) {
	defer close(l.ended)
	defer func() { _ = response.Body.Close() }()
	var event Event
	lines := bufio.NewScanner(response.Body)
	const longestLine = 16 << 20
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch name {
		case "id":
			event.ID = value
		case "event":
			event.Kind = value
		case "data":
			event.Data = value
		case "":
			l.keep(event)
			event = Event{}
		}
	}
}

// keep notes an event; one without a kind only tells where the stream begins.
func (l *Listener) keep(event Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if event.ID != "" {
		l.lastID = event.ID
	}
	if event.Kind != "" {
		l.events = append(l.events, event)
	}
}

// Events are those that came so far.
func (l *Listener) Events() []Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]Event(nil), l.events...)
}

// LastID is what resumes the stream behind what came so far.
func (l *Listener) LastID() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lastID
}

// Await waits for an event of the kind whose data has the text in it, also among those that came before.
func (l *Listener) Await(kind, text string) (found Event) {
	l.t.Helper()
	Until(l.t, "an event "+kind+" with "+text, func() bool {
		for _, event := range l.Events() {
			if event.Kind == kind && strings.Contains(event.Data, text) {
				found = event
				return true
			}
		}
		return false
	})
	return found
}

// Close ends the stream.
func (l *Listener) Close() {
	l.cancel()
	<-l.ended
}
