package sqlite

import (
	"context"
	"fmt"
)

// LimitPages keeps the database from growing beyond so many pages, as a full disk would; 0 lifts the limit. It
// must not be called while something is stored.
func (s *Store) LimitPages(ctx context.Context, pages int) error {
	if pages == 0 {
		pages = 1 << 30
	}
	_, err := s.writer.ExecContext(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", pages))
	return err
}
