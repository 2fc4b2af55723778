package conversing

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

func (s *Service) sessionDir(sessionID string) string { return filepath.Join(s.config.Dir, sessionID) }

// sweepDirs removes the directories of sessions that were deleted while this server was not running, or while another
// had them: the end of a session reaches one server only, and each that had the session has a directory of it.
func (s *Service) sweepDirs(ctx context.Context) error {
	dirs, err := os.ReadDir(s.config.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, dir := range dirs {
		err := s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
			_, err := tx.SessionByID(ctx, dir.Name())
			return err
		})
		if fault.KindOf(err) == fault.KindNotFound {
			err = os.RemoveAll(s.sessionDir(dir.Name()))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
