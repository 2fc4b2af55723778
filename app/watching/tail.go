package watching

import (
	"context"
	"sync"
	"time"

	"heddle.dev/heddle/ports"
)

const (
	// batch bounds how many events are read, and given to a listener, at once.
	batch = 200
	// poll bounds how late an event comes whose signal was lost.
	poll = 500 * time.Millisecond
	// soon is the pause before the next look where more may follow: events come in bunches, and what a signal tells of
	// may be held back for a moment by an older transaction.
	soon = 5 * time.Millisecond
)

// tail reads the end of the log once for all listeners of this server. Each of them takes from its window at its own
// pace; one that falls behind the window reads the log by itself.
type tail struct {
	store  ports.Store
	signal ports.EventSignal
	clock  ports.Clock

	listeners int // guarded by the service
	stop      context.CancelFunc
	ended     chan struct{}

	mu      sync.Mutex
	window  *window       // nil until the log can be read
	changed chan struct{} // closed when the window changes
}

// join gives a listener the tail, which runs from the first one's coming until the last one's leaving.
func (s *Service) join(ctx context.Context) (t *tail, leave func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tail == nil {
		running, stop := context.WithCancel(context.WithoutCancel(ctx))
		s.tail = &tail{
			store: s.store, signal: s.signal, clock: s.clock, stop: stop, ended: make(chan struct{}), changed: make(chan struct{}),
		}
		go s.tail.run(running)
	}
	s.tail.listeners++
	return s.tail, sync.OnceFunc(func() { s.leave(t) })
}

func (s *Service) leave(t *tail) {
	s.mu.Lock()
	t.listeners--
	last := t.listeners == 0
	if last {
		s.tail = nil
	}
	s.mu.Unlock()
	if last {
		t.stop()
		<-t.ended
	}
}

// run looks for events at each signal, and every now and then without one.
func (t *tail) run(ctx context.Context) {
	defer close(t.ended)
	for next := soon; ctx.Err() == nil; {
		changed := t.signal.Changed() // before the look, so that nothing falls between
		found, err := t.look(ctx)
		switch {
		case err != nil:
			t.replace(nil) // what comes while the log can't be read, listeners read by themselves
			next = poll
		case found == batch:
			continue
		case found > 0:
			next, changed = soon, nil // what follows at once comes together
		}
		if t.wait(ctx, changed, next) {
			next = soon
		} else {
			next = min(2*next, poll)
		}
	}
}

// look reads what is new, and tells how many events that are.
func (t *tail) look(ctx context.Context) (found int, err error) {
	t.mu.Lock()
	w := t.window // nobody else changes it
	t.mu.Unlock()
	var events []ports.BrowserEvent
	var horizon ports.Cursor
	err = t.store.View(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		if w == nil {
			horizon, err = tx.EventHorizon(ctx)
			return err
		}
		events, err = tx.EventsAfter(ctx, w.end(), batch)
		return err
	})
	switch {
	case err != nil:
		return 0, err
	case w == nil:
		t.replace(&window{start: horizon})
	case len(events) > 0:
		grown := *w
		grown.add(events)
		t.replace(&grown)
	}
	return len(events), nil
}

// replace shows listeners another window.
func (t *tail) replace(w *window) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.window = w
	close(t.changed)
	t.changed = make(chan struct{})
}

// wait tells whether a signal came within d.
func (t *tail) wait(ctx context.Context, changed <-chan struct{}, d time.Duration) bool {
	timer, stop := t.clock.After(d)
	defer stop()
	select {
	case <-changed:
		return true
	case <-timer:
	case <-ctx.Done():
	}
	return false
}

// now answers the window, which is nil while the log can't be read, and a channel that is closed when it changes.
func (t *tail) now() (*window, <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.window, t.changed
}
