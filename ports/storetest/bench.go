package storetest

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/ports"
)

// BenchmarkInTx measures acknowledged transactions of one small insert each, at 1, 8 and 64 callers. Settings say how
// durable a commit is, and are printed with the figures.
func BenchmarkInTx(b *testing.B, store ports.Store, settings string) {
	b.Log("settings: " + settings)
	for _, callers := range []int{1, 8, 64} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			var next atomic.Int64
			var wait sync.WaitGroup
			b.ResetTimer()
			for range callers {
				wait.Go(func() {
					for next.Add(1) <= int64(b.N) {
						if err := store.InTx(b.Context(), insertAnyTeam); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wait.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "tx/s")
		})
	}
}

func insertAnyTeam(ctx context.Context, tx ports.Tx) error {
	id := newID()
	return tx.InsertTeam(ctx, access.Team{ID: id, Slug: id, Name: "Team", CreatedAt: noon})
}
