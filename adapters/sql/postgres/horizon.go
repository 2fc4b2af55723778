package postgres

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
)

// horizonLag is how long an open transaction may hold back browser events until the log says so.
const horizonLag = 5 * time.Second

// watchHorizon says once of an open transaction that it holds back browser events for long, and when that is over.
// Readers can't be shown events behind it: it might still append one before them. Our own transactions are short and
// time out, but any transaction of the database server counts, also one of another database.
func (s *Store) watchHorizon(ctx context.Context, log *slog.Logger, patience time.Duration) {
	var stuck, said int64 // the oldest open transaction while it holds events back, and the last one that the log names
	var since time.Time
	for ; ctx.Err() == nil; pause(ctx, patience/2) {
		oldest, holdsBack, err := s.horizon(ctx)
		switch {
		case err != nil: // those who need the database say so
		case !holdsBack:
			if said != 0 {
				log.Info("browser events flow again")
			}
			stuck, said = 0, 0
		case oldest != stuck:
			stuck, since = oldest, time.Now()
		case said != stuck && time.Since(since) >= patience:
			said = stuck
			log.Warn("an open transaction holds back browser events; end it, or find out why it does not end",
				"transaction", oldest, "held", time.Since(since).Round(time.Second), "by", s.culprit(ctx))
		}
	}
}

// horizon answers the oldest open transaction, and whether there are events that readers don't see because of it.
func (s *Store) horizon(ctx context.Context) (oldest int64, holdsBack bool, err error) {
	err = s.pool.QueryRow(ctx, `
		SELECT h.oldest, EXISTS (SELECT 1 FROM browser_events WHERE xid >= h.oldest)
		FROM (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest) AS h`).Scan(&oldest, &holdsBack)
	return oldest, holdsBack, err
}

// culprit tells who has the oldest open transaction, as far as this user may know.
func (s *Store) culprit(ctx context.Context) string {
	const unknown = "unknown: only a superuser, or a member of pg_read_all_stats, sees it in pg_stat_activity"
	var who string
	err := s.pool.QueryRow(ctx, `
		SELECT who FROM (
			SELECT format('process %s of %s, application %s, database %s, %s, since %s',
				pid, usename, application_name, datname, state, xact_start) AS who, age(backend_xid) AS age
			FROM pg_stat_activity WHERE backend_xid IS NOT NULL
			UNION ALL
			SELECT format('prepared transaction %s of %s, database %s, since %s', gid, owner, database, prepared), age(transaction)
			FROM pg_prepared_xacts
		) AS open ORDER BY age DESC LIMIT 1`).Scan(&who)
	if errors.Is(err, pgx.ErrNoRows) {
		return unknown
	}
	if err != nil {
		return err.Error()
	}
	return who
}
