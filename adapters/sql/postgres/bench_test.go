package postgres_test

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"

	"heddle.dev/heddle/adapters/sql/postgres"
	"heddle.dev/heddle/e2e/postgrestest"
	"heddle.dev/heddle/ports"
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

// BenchmarkAppendEvent measures transactions that append an event each, with and without signals to a second server.
func BenchmarkAppendEvent(b *testing.B) {
	databaseURL := postgrestest.New(b, postgrestest.Durable())
	one, two := open(b, databaseURL), open(b, databaseURL)
	b.Run("silent", func(b *testing.B) { appendEvents(b, one) })
	b.Run("relayed", func(b *testing.B) {
		for _, s := range []*postgres.Store{one, two} {
			inBackground(b, func(ctx context.Context) { s.Relay(ctx, slog.New(slog.DiscardHandler)) })
		}
		appendEvents(b, one)
	})
}

func appendEvents(b *testing.B, s *postgres.Store) {
	b.Helper()
	const callers = 8
	var next atomic.Int64
	var working sync.WaitGroup
	b.ResetTimer()
	for range callers {
		working.Go(func() {
			for next.Add(1) <= int64(b.N) {
				err := s.InTx(b.Context(), func(ctx context.Context, tx ports.Tx) error {
					return tx.AppendEvent(ctx, ports.BrowserEvent{Kind: "instance-changed", Data: "{}"})
				})
				if err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	working.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "tx/s")
}
