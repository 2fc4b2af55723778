package postgres_test

import (
	"testing"

	"heddle.dev/heddle/e2e/postgrestest"
	"heddle.dev/heddle/ports/storetest"
)

func BenchmarkInTx(b *testing.B) {
	s := open(b, postgrestest.New(b, postgrestest.Durable()))
	settings, err := s.Settings(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	storetest.BenchmarkInTx(b, s, settings)
}
