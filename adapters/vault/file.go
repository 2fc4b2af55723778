package vault

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"heddle.dev/heddle/domain/fault"
)

// OpenFile makes a vault of the keys in a file, which only its owner may read. Where there is no such file it makes
// one with a new key. Faults are invalid-secret-key, and unavailable (secret-key-unreadable).
func OpenFile(path string) (*Vault, error) {
	text, err := os.ReadFile(path) //nolint:gosec // the path is the installation's
	if errors.Is(err, fs.ErrNotExist) {
		text, err = makeFile(path)
	}
	if err != nil {
		return nil, fault.New(fault.KindUnavailable, "secret-key-unreadable", "the key file %s can't be read or made: %v", path, err)
	}
	return New(string(text), path)
}

// makeFile writes the file as a whole under another name first, so that no crash leaves half a key. Of servers that do
// so at once each takes the key that came first.
func makeFile(path string) ([]byte, error) {
	made := make([]byte, KeySize)
	_, _ = rand.Read(made) // it never fails, but ends the program
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	_, err = file.WriteString(base64.StdEncoding.EncodeToString(made) + "\n")
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return nil, err
	}
	if err := os.Link(file.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return os.ReadFile(path) //nolint:gosec // as above
}
