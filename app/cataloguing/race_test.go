package cataloguing_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/fault"
)

func TestOfUpdatesOnOneRevisionOneWins(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *apptest.Heddle) {
		o := create(b, "", apptest.CheckAmount)
		var won, stale atomic.Int64
		var racing sync.WaitGroup
		for i := range 8 {
			racing.Go(func() {
				_, err := b.Cataloguing.UpdateObject(b.Context(), b.Owner, catalog.ActionType, o.ID, labelled(fmt.Sprint("L", i)), o.ContentRevision)
				switch {
				case err == nil:
					won.Add(1)
				case fault.KindOf(err) == fault.KindStale:
					stale.Add(1)
				default:
					b.Error(err)
				}
			})
		}
		racing.Wait()
		if won.Load() != 1 || stale.Load() != 7 {
			b.Errorf("%d were saved, %d refused", won.Load(), stale.Load())
		}
	})
}
