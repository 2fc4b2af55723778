package watching_test

import (
	"context"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"heddle.dev/heddle/adapters/system"
	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/watching"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// gauge is a store that counts its reads and can be made not to answer them.
type gauge struct {
	ports.Store
	reads atomic.Int64
	down  atomic.Bool
}

func (g *gauge) View(ctx context.Context, read func(ctx context.Context, tx ports.Tx) error) error {
	g.reads.Add(1)
	if g.down.Load() {
		return fault.New(fault.KindUnavailable, "database-unreachable", "the database can't be reached")
	}
	return g.Store.View(ctx, read)
}

func onGauges(t *testing.T, test func(h *apptest.Heddle, g *gauge)) {
	t.Helper()
	apptest.Stores(t, func(t *testing.T, store apptest.Store) {
		g := &gauge{Store: store}
		test(apptest.New(t, store, func(ports.Store) ports.Store { return g }), g)
	})
}

// tellMany appends events whose data are the numbers from first to last, and answers them as a listener hears them.
func tellMany(h *apptest.Heddle, first, last int) (heard string) {
	h.Helper()
	var all []string
	apptest.Change(h, h.Store, func(ctx context.Context, tx ports.Tx) error {
		all = nil
		for n := first; n <= last; n++ {
			all = append(all, strconv.Itoa(n))
			e := ports.BrowserEvent{Kind: "test", Data: strconv.Itoa(n), CreatedAt: system.Clock{}.Now()}
			if err := tx.AppendEvent(ctx, e); err != nil {
				return err
			}
		}
		return nil
	})
	return strings.Join(all, " ")
}

func TestOneReadOfTheLogFeedsAllListeners(t *testing.T) {
	t.Parallel()
	onGauges(t, func(h *apptest.Heddle, g *gauge) {
		const listeners, events = 50, 10
		ears := make([]*ear, listeners)
		for i := range ears {
			ears[i], _ = listen(h, h.Owner, watching.Filter{}, "")
		}
		before, began := g.reads.Load(), time.Now()
		var all []string
		for n := range events {
			all = append(all, tellMany(h, n, n))
			ears[0].hear(h, strings.Join(all, " "))
		}
		for _, e := range ears {
			e.hear(h, strings.Join(all, " "))
		}
		// A few for each event, and two a second while nothing happens; listeners that read for themselves would multiply them.
		const each, aSecond = 20, 3
		most := each*events + aSecond*int64(time.Since(began).Seconds())
		if reads := g.reads.Load() - before; reads > most {
			h.Errorf("%d listeners and %d events took %d reads, want %d at most", listeners, events, reads, most)
		}
	})
}

// window is more than what the server keeps in memory for listeners.
const window = 5000

func TestASlowListenerHoldsNobodyBackAndMissesNothing(t *testing.T) {
	t.Parallel()
	onBenches(t, func(h *apptest.Heddle) {
		slow := &ear{gate: make(chan struct{})}
		stream(h, slow, h.Owner, watching.Filter{}, "")
		quick, _ := listen(h, h.Owner, watching.Filter{}, "")
		all := tellMany(h, 1, 1)
		quick.hear(h, all)
		all += " " + tellMany(h, 2, window)
		quick.hear(h, all)
		if slow.heard() != "" {
			h.Fatal("the slow listener took something")
		}
		close(slow.gate)
		slow.hear(h, all)
		all += " " + tellMany(h, 0, 0)
		slow.hear(h, all)
	})
}

func TestAListenerThatFellBehindWhatIsPrunedIsReset(t *testing.T) {
	t.Parallel()
	onBenches(t, func(h *apptest.Heddle) {
		slow := &ear{gate: make(chan struct{})}
		stream(h, slow, h.Owner, watching.Filter{}, "")
		quick, _ := listen(h, h.Owner, watching.Filter{}, "")
		all := tellMany(h, 1, 1)
		quick.hear(h, all)
		all += " " + tellMany(h, 2, window)
		quick.hear(h, all)
		apptest.Pass(time.Second)
		prune(h)
		close(slow.gate)
		apptest.Until(h, "the slow listener is reset", func() bool { return slow.has(watching.ResetKind) })
		tellMany(h, 0, 0)
		apptest.Until(h, "it hears what comes next", func() bool { return strings.HasSuffix(slow.heard(), " 0") })
	})
}

func TestAStreamOutlivesAnOutageOfTheStoreAndMissesNothing(t *testing.T) {
	t.Parallel()
	onGauges(t, func(h *apptest.Heddle, g *gauge) {
		e, _ := listen(h, h.Owner, watching.Filter{}, "")
		all := tellMany(h, 1, 3)
		e.hear(h, all)
		g.down.Store(true)
		apptest.Pass(3 * keepAlive)
		all += " " + tellMany(h, 4, 300) // by another server
		g.down.Store(false)
		e.hear(h, all)
		all += " " + tellMany(h, 301, 302)
		e.hear(h, all)
		if e.idle == 0 {
			h.Error("it did not show meanwhile that it lives")
		}
	})
}
