package sqlite_test

import (
	"testing"

	"heddle.dev/heddle/ports/storetest"
)

func BenchmarkInTx(b *testing.B) {
	s := open(b, b.TempDir())
	settings, err := s.Settings(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	storetest.BenchmarkInTx(b, s, settings)
}
