package postgres

import (
	"context"
	"log/slog"
	"time"
)

// MigrationLock is the advisory lock that a server holds while it migrates.
const MigrationLock = migrationLock

// Setting reads a setting of the store's connections.
func (s *Store) Setting(ctx context.Context, name string) (value string, err error) {
	err = s.pool.QueryRow(ctx, "SELECT current_setting($1)", name).Scan(&value)
	return value, err
}

// WatchHorizon looks for what holds back events with another patience.
func (s *Store) WatchHorizon(ctx context.Context, log *slog.Logger, patience time.Duration) {
	s.watchHorizon(ctx, log, patience)
}
