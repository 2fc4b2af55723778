package http_test

import (
	"bufio"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

// frame is one event of a stream, or one comment.
type frame struct {
	id, event, data, comment string
}

// stream reads an event stream the way the standard says.
type stream struct {
	t      testing.TB
	frames chan frame
	cancel context.CancelFunc
}

// open opens a stream over a real connection.
func (b *bench) open(query, lastID string) *stream {
	b.Helper()
	web := httptest.NewServer(b.handler)
	b.Cleanup(web.Close)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	b.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, web.URL+base+"/events"+query, http.NoBody)
	if err != nil {
		b.Fatal(err)
	}
	if lastID != "" {
		r.Header.Set("Last-Event-ID", lastID)
	}
	answer, err := web.Client().Do(r)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = answer.Body.Close() })
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "text/event-stream" {
		b.Fatalf("%d %v", answer.StatusCode, answer.Header)
	}
	s := &stream{t: b, frames: make(chan frame, 1000), cancel: cancel}
	go s.read(bufio.NewScanner(answer.Body))
	return s
}

func (s *stream) read(lines *bufio.Scanner) {
	defer close(s.frames)
	var now frame
	for lines.Scan() {
		field, value, _ := strings.Cut(lines.Text(), ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case lines.Text() == "":
			s.frames <- now
			now = frame{}
		case field == "":
			now.comment = value
		case field == "id":
			now.id = value
		case field == "event":
			now.event = value
		case field == "data":
			now.data = strings.TrimPrefix(now.data+"\n"+value, "\n")
		}
	}
}

// next is the next frame that is no comment; false at the end of the stream.
func (s *stream) next() (frame, bool) {
	s.t.Helper()
	for f := range s.frames {
		if f.comment == "" {
			return f, true
		}
	}
	return frame{}, false
}

// want fails the test unless the next frame is of the kind.
func (s *stream) want(event string) frame {
	s.t.Helper()
	f, ok := s.next()
	if !ok || f.event != event || f.id == "" {
		s.t.Fatalf("got %+v (%v), want an event %q", f, ok, event)
	}
	return f
}

func (b *bench) tell(data string) {
	b.Helper()
	apptest.Change(b, b.Store, func(ctx context.Context, tx ports.Tx) error {
		return tx.AppendEvent(ctx, ports.BrowserEvent{Kind: "test", Data: data, CreatedAt: time.Now()})
	})
}

func TestAStreamBeginsWithItsPlaceAndGoesOnFromIt(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		s := b.open("", "")
		begun := s.want("")
		s.cancel()
		b.tell(`{"n":1}`)
		b.tell(`{"n":2}`)
		s = b.open("", begun.id)
		s.want("")
		one, two := s.want("test"), s.want("test")
		if one.data != `{"n":1}` || two.data != `{"n":2}` || one.id == two.id {
			b.Errorf("%+v, %+v", one, two)
		}
		s.cancel()
		s = b.open("", one.id)
		s.want("")
		if again := s.want("test"); again != two {
			b.Errorf("%+v, want %+v", again, two)
		}
	})
}

func TestAnUnknownCursorIsAResetOverTheWireToo(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	s := b.open("", "from.another.life")
	s.want("")
	if reset := s.want("reset"); reset.data != "{}" {
		t.Errorf("%+v", reset)
	}
	b.tell(`{}`)
	s.want("test")
}

func TestLineBreaksInDataDoNotEndTheEvent(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	s := b.open("", "")
	s.want("")
	b.tell("{\n \"a\":\r\n1\r}")
	b.tell(`{}`)
	if f := s.want("test"); f.data != "{\n \"a\":\n1\n}" {
		t.Errorf("%q", f.data)
	}
	s.want("test")
}

func TestAChangeSetThatWasSentInLinesIsTold(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	c := b.Compose("", apptest.Task)
	s := b.open("?composition="+c.ID, "")
	s.want("")
	turn := b.Say(c, "add")
	r := request("POST", base+"/compositions/"+c.ID+"/agent/workflow/changesets", "{\n\"id\":\"x\",\n\"baseRevision\":\""+string(b.Workflow(c).ContentRevision)+
		"\",\r\n\"author\":\"user\",\"summary\":\"two\\nlines\",\"ops\":[\n{\"op\":\"metadata\",\n\"patch\":{\"name\":\"New\"}}]}")
	r.Header.Set(token, b.SessionToken(c, turn))
	if a := b.send(r); a.Code != http.StatusOK || !strings.Contains(a.Body.String(), `"applied":true`) {
		t.Fatalf("%d %s", a.Code, a.Body)
	}
	if err := b.Composing.EndTurn(t.Context(), c.ID, turn.ID, composition.Completed, ""); err != nil {
		t.Fatal(err)
	}
	for {
		f, ok := s.next()
		if !ok {
			t.Fatal("the stream ended without the change set")
		}
		if f.event != "composition-changeset" {
			continue
		}
		var told struct {
			ChangeSet struct {
				Summary string `json:"summary"`
			} `json:"changeSet"`
		}
		if err := json.Unmarshal([]byte(f.data), &told); err != nil || told.ChangeSet.Summary != "two\nlines" {
			t.Errorf("%s: %+v, %v", f.data, told, err)
		}
		return
	}
}

func TestAQuietStreamSendsComments(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	s := b.open("", "")
	s.want("")
	if f := <-s.frames; f.comment == "" {
		t.Errorf("%+v", f)
	}
}

func TestAStreamEndsWhenTheServerStops(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	s := b.open("", "")
	s.want("")
	close(b.stopping)
	if f, ok := s.next(); ok {
		t.Errorf("it goes on with %+v", f)
	}
}

func TestAStreamOfWhatIsNotThereIsAProblem(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	b.refuse(http.StatusNotFound, "not-found", request("GET", base+"/events?composition="+anID, ""))
	b.refuse(http.StatusNotFound, "not-found", request("GET", base+"/events?instance="+anID, ""))
}
