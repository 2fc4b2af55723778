package postgres

import (
	"context"
	"log/slog"
	"time"
)

// MigrationLock is the advisory lock that a server holds while it migrates.
const MigrationLock = migrationLock

// WatchHorizon looks for what holds back events with another patience.
func (s *Store) WatchHorizon(ctx context.Context, log *slog.Logger, patience time.Duration) {
	s.watchHorizon(ctx, log, patience)
}
