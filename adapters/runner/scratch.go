package runner

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"heddle.dev/heddle/ports"
)

const (
	scratchPrefix = "run-"
	inputFile     = "input.json"
	outputFile    = "output.json"
)

// scratch is the directory of one run: the script, its inputs, and all it writes.
type scratch struct {
	dir    string
	script string // absolute path
	input  *os.File

	// root is opened before the script runs, so that a script which puts another
	// directory in the place of its own changes nothing.
	root *os.Root
}

func (r *Runner) makeScratch(run ports.ScriptRun) (*scratch, error) {
	dir, err := os.MkdirTemp(r.config.Dir, scratchPrefix)
	if err != nil {
		return nil, scratchFault(err, r.config.Dir)
	}
	s := &scratch{dir: dir}
	if err := s.fill(run); err != nil {
		s.remove()
		return nil, scratchFault(err, dir)
	}
	return s, nil
}

func (s *scratch) fill(run ports.ScriptRun) (err error) {
	if s.root, err = os.OpenRoot(s.dir); err != nil {
		return err
	}
	name := languages[run.Language].fileName(run.Source)
	s.script = s.path(name)
	if err := s.root.WriteFile(name, []byte(run.Source), 0o600); err != nil {
		return err
	}
	if err := s.root.WriteFile(inputFile, run.Inputs, 0o600); err != nil {
		return err
	}
	s.input, err = s.root.Open(inputFile)
	return err
}

func (s *scratch) path(name string) string { return filepath.Join(s.dir, name) }

// remove deletes everything, also what the script made unreadable.
func (s *scratch) remove() {
	if s.input != nil {
		_ = s.input.Close()
	}
	if s.root != nil {
		_ = s.root.Close()
	}
	removeAll(s.dir)
}

func removeAll(dir string) {
	if os.RemoveAll(dir) == nil {
		return
	}
	_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error { // best effort
		if entry != nil && entry.IsDir() {
			_ = os.Chmod(path, 0o700) //nolint:gosec // our own directory, about to be removed
			if err != nil {
				return nil //nolint:nilerr // readable now; the next removal tells
			}
		}
		return nil
	})
	_ = os.RemoveAll(dir) // what is left is swept at the next start
}

// Ways in which the file with the result can be refused.
var (
	errNotPlain = errors.New("not a plain file")
	errTooLarge = errors.New("too large")
)

// result reads the output file; fs.ErrNotExist if the script wrote none. Only a
// plain file within the limit is read: a link could show what the script may not
// read, a pipe or device would never end.
func (s *scratch) result(limit int64) ([]byte, error) {
	info, err := s.root.Lstat(outputFile)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNotPlain
	}
	if info.Size() > limit {
		return nil, errTooLarge
	}
	file, err := s.root.Open(outputFile)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	if opened, err := file.Stat(); err != nil || !os.SameFile(info, opened) {
		return nil, errors.Join(errNotPlain, err)
	}
	return io.ReadAll(io.LimitReader(file, limit))
}
