package postgres

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	// channel is the one that servers notify each other on.
	channel = "heddle_changed"
	// gap is the least time between two notifications of a server. NOTIFY takes a lock that all committing notifiers
	// share, so one inside each transaction would make them commit one by one.
	gap = 25 * time.Millisecond
	// quiet is how long the listening connection may say nothing until it is asked whether it lives, answerLimit how
	// long it, and a notification, may take to answer.
	quiet       = 30 * time.Second
	answerLimit = 5 * time.Second
	// Pauses between attempts to connect again.
	firstPause = 100 * time.Millisecond
	maxPause   = 5 * time.Second
)

// Relay carries signals between the servers that share this database, until the context ends: the others are notified
// soon after commits of this one, and their notifications fire this one's signal. A notification says nothing but who
// sent it, since readers look for themselves. It may be lost; readers who also poll are late then, no more.
func (s *Store) Relay(ctx context.Context, log *slog.Logger) {
	var all sync.WaitGroup
	all.Go(func() { s.tell(ctx) })
	all.Go(func() { s.listen(ctx, log) })
	all.Go(func() { s.watchHorizon(ctx, log, horizonLag) })
	all.Wait()
}

// committed notes that readers have something to look for, on this server and soon on the others.
func (s *Store) committed() {
	s.Fire()
	select {
	case s.untold <- struct{}{}:
	default: // a notification that will be sent says it already
	}
}

// tell notifies the other servers of commits: of the first at once, of those within the next gap together.
func (s *Store) tell(ctx context.Context) {
	for {
		select {
		case <-s.untold:
		case <-ctx.Done():
			return
		}
		s.notify(ctx)
		pause(ctx, gap)
	}
}

// notify sends one notification. Whatever keeps it from arriving is logged by those who can't do their work.
func (s *Store) notify(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	_, _ = s.pool.Exec(ctx, "SELECT pg_notify($1, $2)", channel, s.name)
}

// listen hears the other servers, and connects again whenever the connection breaks.
func (s *Store) listen(ctx context.Context, log *slog.Logger) {
	for failures := 0; ; failures++ {
		err := s.hear(ctx, func() {
			level := slog.LevelDebug
			if failures > 0 {
				level = slog.LevelInfo // it was said that they are not
			}
			log.Log(ctx, level, "signals of other servers are heard")
			failures = 0
		})
		if ctx.Err() != nil {
			return
		}
		if failures == 0 {
			log.Warn("signals of other servers are not heard; until they are, this one looks twice a second", "error", translate(err))
		}
		pause(ctx, min(firstPause<<min(failures, 10), maxPause))
	}
}

// hear fires the signal at each notification of another server until the connection breaks. Begun is called once it
// listens.
func (s *Store) hear(ctx context.Context, begun func()) error {
	conn, err := pgx.ConnectConfig(ctx, s.pool.Config().ConnConfig)
	if err != nil {
		return err
	}
	defer func() {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), answerLimit)
		defer cancel()
		_ = conn.Close(ending) // it is broken, or not needed any more
	}()
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return err
	}
	s.Fire() // for what was told while nobody listened
	begun()
	for {
		notification, err := awaitNotification(ctx, conn)
		if err != nil {
			return err
		}
		if notification.Payload != s.name {
			s.Fire()
		}
	}
}

// awaitNotification waits for the next notification. A connection that says nothing may be gone without a word, so it
// is asked from time to time.
func awaitNotification(ctx context.Context, conn *pgx.Conn) (*pgconn.Notification, error) {
	for {
		waiting, cancel := context.WithTimeout(ctx, quiet)
		notification, err := conn.WaitForNotification(waiting)
		cancel()
		if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return notification, err
		}
		asking, cancel := context.WithTimeout(ctx, answerLimit)
		err = conn.Ping(asking)
		cancel()
		if err != nil {
			return nil, err
		}
	}
}

// pause waits, unless the context ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
