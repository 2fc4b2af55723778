package http

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"heddle.dev/heddle/app/watching"
)

// writeLimit is how long a client may take to take what is sent at once before it is given up.
const writeLimit = 20 * time.Second

// streamEvents sends server-sent events (WHATWG HTML, section 9.2) until the client goes or the server stops.
func (o *operations) streamEvents(stopping <-chan struct{}) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx, cancel := context.WithCancel(c.Request().Context())
		defer cancel()
		go func() {
			select {
			case <-stopping:
				cancel()
			case <-ctx.Done():
			}
		}()
		stream := &eventStream{c: c, control: http.NewResponseController(c.Response())}
		filter := watching.Filter{CompositionID: c.QueryParam("composition"), InstanceID: c.QueryParam("instance"), SessionID: c.QueryParam("session")}
		err := o.Watching.Stream(ctx, actorOf(ctx), filter, c.Request().Header.Get("Last-Event-ID"), o.config.KeepAlive, stream)
		if stream.begun {
			return nil // the client learns of any trouble by the end of the stream, and resumes
		}
		return err
	}
}

// eventStream writes events to one client.
type eventStream struct {
	c       echo.Context
	control *http.ResponseController
	begun   bool
	text    bytes.Buffer // of the events that are being delivered
}

// Begin sends the headers and the place where the stream starts, so that a client that is cut off before the first
// event knows where to resume.
func (s *eventStream) Begin(cursor string) error {
	h := s.c.Response().Header()
	h.Set(echo.HeaderContentType, "text/event-stream")
	h.Set("X-Accel-Buffering", "no")
	s.begun = true
	return s.write([]byte("id: " + cursor + "\n\n"))
}

// Deliver sends events together.
func (s *eventStream) Deliver(events []watching.Event) error {
	s.text.Reset()
	for _, e := range events {
		fmt.Fprintf(&s.text, "id: %s\nevent: %s\ndata: %s\n\n", e.ID, e.Kind, lineBreaks.Replace(e.Data))
	}
	return s.write(s.text.Bytes())
}

// lineBreaks makes each line of an event's data one of the stream, since a line break ends what it stands in. Within
// JSON they stand between values only.
var lineBreaks = strings.NewReplacer("\r\n", "\ndata: ", "\n", "\ndata: ", "\r", "\ndata: ")

// Idle sends a comment, so that both sides notice a dead connection.
func (s *eventStream) Idle() error { return s.write([]byte(": quiet\n\n")) }

func (s *eventStream) write(text []byte) error {
	if err := s.control.SetWriteDeadline(time.Now().Add(writeLimit)); err != nil {
		return err
	}
	if _, err := s.c.Response().Write(text); err != nil {
		return err
	}
	return s.control.Flush()
}
