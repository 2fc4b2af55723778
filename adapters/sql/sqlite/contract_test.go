package sqlite_test

import (
	"testing"

	"heddle.dev/heddle/adapters/sql/sqlite"
	"heddle.dev/heddle/ports/storetest"
)

func TestTheStoreKeepsItsContract(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) storetest.Opened {
		t.Helper()
		dir := t.TempDir()
		var opened func() (storetest.Opened, error)
		opened = func() (storetest.Opened, error) {
			s, err := sqlite.Open(t.Context(), dir, newID)
			if err != nil {
				return storetest.Opened{}, err
			}
			t.Cleanup(func() { _ = s.Close() })
			return storetest.Opened{Store: s, Signal: s, Close: s.Close, Reopen: opened}, nil
		}
		o, err := opened()
		if err != nil {
			t.Fatal(err)
		}
		return o
	})
}
