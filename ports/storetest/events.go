package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"heddle.dev/heddle/ports"
)

var eventRules = []rule{
	{"events come in order behind a cursor, up to the limit", eventsInOrder},
	{"an event comes back as it was stored, with the log's epoch", eventComesBack},
	{"an event of a failed transaction is never seen and leaves no hole for readers", failedEvent},
	{"nothing is behind the horizon, and what comes later is", horizon},
	{"the horizon never goes back, also when everything is pruned", horizonStays},
	{"a reader by cursor sees each event once, however slow its transaction was", slowTransactions},
	{"pruning removes what is older, and the oldest event tells", pruning},
	{"pruning leaves no more than it may keep, the newest", pruningByCount},
	{"pruning by several at once removes no event that none of them told of", pruningAtOnce},
	{"the epoch stays when the store is opened again", epochStays},
	{"a commit that appends wakes who waits, another does not", eventsWake},
}

func anyEvent(data string) ports.BrowserEvent {
	return ports.BrowserEvent{Kind: "instance.changed", Data: data, CreatedAt: noon}
}

func (b *bundle) appendEvent(e ports.BrowserEvent) {
	b.Helper()
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.AppendEvent(ctx, e) })
}

func (b *bundle) eventsAfter(c ports.Cursor, limit int) []ports.BrowserEvent {
	b.Helper()
	return stored(b, func(ctx context.Context, tx ports.Tx) ([]ports.BrowserEvent, error) {
		return tx.EventsAfter(ctx, c, limit)
	})
}

// awaitEvents reads until as many events are behind the cursor, and answers all that are: readers see an event some
// time after its commit, since older transactions may be open.
func (b *bundle) awaitEvents(c ports.Cursor, count int) []ports.BrowserEvent {
	b.Helper()
	poll := time.NewTicker(time.Millisecond)
	defer poll.Stop()
	for deadline := time.After(patience); ; {
		events := b.eventsAfter(c, count+10)
		if len(events) >= count {
			return events
		}
		select {
		case <-poll.C:
		case <-deadline:
			b.Fatalf("%d events came, want %d", len(events), count)
		}
	}
}

func (b *bundle) horizon() ports.Cursor {
	b.Helper()
	return stored(b, func(ctx context.Context, tx ports.Tx) (ports.Cursor, error) { return tx.EventHorizon(ctx) })
}

func (b *bundle) prunedUpTo() ports.Cursor {
	b.Helper()
	return stored(b, func(ctx context.Context, tx ports.Tx) (ports.Cursor, error) { return tx.PrunedUpTo(ctx) })
}

func datas(events []ports.BrowserEvent) []string {
	return each(events, func(e ports.BrowserEvent) string { return e.Data })
}

func eventsInOrder(b *bundle) {
	b.write(func(ctx context.Context, tx ports.Tx) error {
		return all(tx.AppendEvent(ctx, anyEvent("1")), tx.AppendEvent(ctx, anyEvent("2")))
	})
	b.appendEvent(anyEvent("3"))
	events := b.awaitEvents(ports.Cursor{}, 3)
	equal(b, "all", datas(events), []string{"1", "2", "3"})
	equal(b, "two", datas(b.eventsAfter(ports.Cursor{}, 2)), []string{"1", "2"})
	equal(b, "behind the first", datas(b.eventsAfter(events[0].Cursor, 10)), []string{"2", "3"})
	equal(b, "behind the second", datas(b.eventsAfter(events[1].Cursor, 10)), []string{"3"})
	equal(b, "behind the last", datas(b.eventsAfter(events[2].Cursor, 10)), []string{})
}

func eventComesBack(b *bundle) {
	full := ports.BrowserEvent{
		Kind: "turn.ended", CompositionID: newID(), InstanceID: newID(), TeamID: newID(), SessionID: newID(), UserID: newID(), Data: `{"n":1e3}`, CreatedAt: noon,
	}
	b.appendEvent(full)
	b.appendEvent(anyEvent("{}"))
	events := b.awaitEvents(ports.Cursor{}, 2)
	for i, want := range []ports.BrowserEvent{full, anyEvent("{}")} {
		got := events[i]
		if got.Cursor.Epoch == "" || got.Cursor.Epoch != b.horizon().Epoch {
			b.Errorf("epoch %q, want the log's: %q", got.Cursor.Epoch, b.horizon().Epoch)
		}
		got.Cursor = ports.Cursor{}
		equal(b, "event", got, want)
	}
}

func failedEvent(b *bundle) {
	b.appendEvent(anyEvent("1"))
	failure := errors.New("changed my mind")
	err := b.Store.InTx(b.Context(), func(ctx context.Context, tx ports.Tx) error {
		return all(tx.AppendEvent(ctx, anyEvent("2")), failure)
	})
	if !errors.Is(err, failure) {
		b.Fatal(err)
	}
	b.appendEvent(anyEvent("3"))
	equal(b, "events", datas(b.awaitEvents(ports.Cursor{}, 2)), []string{"1", "3"})
}

func horizon(b *bundle) {
	equal(b, "behind an empty log's horizon", datas(b.eventsAfter(b.horizon(), 10)), []string{})
	empty := b.horizon()
	b.appendEvent(anyEvent("1"))
	equal(b, "behind the empty log's horizon later", datas(b.awaitEvents(empty, 1)), []string{"1"})
	now := b.horizon()
	equal(b, "behind the horizon", datas(b.eventsAfter(now, 10)), []string{})
	b.appendEvent(anyEvent("2"))
	equal(b, "behind the horizon later", datas(b.awaitEvents(now, 1)), []string{"2"})
}

func horizonStays(b *bundle) {
	b.appendEvent(anyEvent("1"))
	last, before := b.awaitEvents(ports.Cursor{}, 1)[0].Cursor, b.horizon()
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.PruneEvents(ctx, after(time.Hour), plenty) })
	now := b.horizon()
	if !atLeast(now, before) || !atLeast(now, last) {
		b.Errorf("the horizon went from %+v to %+v; the last event was at %+v", before, now, last)
	}
	b.appendEvent(anyEvent("2"))
	equal(b, "behind the pruned event", datas(b.awaitEvents(last, 1)), []string{"2"})
}

func atLeast(c, low ports.Cursor) bool {
	return c.Epoch == low.Epoch && (c.XID > low.XID || (c.XID == low.XID && c.Seq >= low.Seq))
}

// slowTransactions appends from transactions that wait for one another to get in each other's way, while a reader
// polls by cursor. An event that became visible behind a cursor already passed would be missed for good.
func slowTransactions(b *bundle) {
	const writers, each = 6, 30
	finished := make(chan struct{})
	var writing sync.WaitGroup
	for w := range writers {
		writing.Go(func() {
			for n := range each {
				err := b.Store.InTx(b.Context(), func(ctx context.Context, tx ports.Tx) error {
					if err := tx.AppendEvent(ctx, anyEvent(fmt.Sprintf("%d-%d-a", w, n))); err != nil {
						return err
					}
					dawdle(b, w+n)
					return tx.AppendEvent(ctx, anyEvent(fmt.Sprintf("%d-%d-b", w, n)))
				})
				if err != nil {
					b.Error(err)
				}
			}
		})
	}
	go func() {
		defer close(finished)
		writing.Wait()
	}()
	seen := b.readUntil(finished, writers*each*2)
	slices.Sort(seen)
	equal(b, "events seen", len(seen), writers*each*2)
	equal(b, "different events seen", len(slices.Compact(seen)), writers*each*2)
}

// dawdle holds a transaction open for the time of a few look-ups, different ones each time.
func dawdle(b *bundle, number int) {
	for range number % 5 {
		_ = b.Store.View(b.Context(), func(ctx context.Context, tx ports.Tx) error { _, err := tx.ListTeams(ctx); return err })
	}
}

// readUntil reads by cursor, as a replica does for its browsers, until the writers have finished and as many events
// as they appended were seen; then once more, for doubles.
func (b *bundle) readUntil(finished <-chan struct{}, count int) (seen []string) {
	var cursor ports.Cursor
	deadline := time.After(patience)
	read := func() {
		page := b.eventsAfter(cursor, 7)
		if len(page) > 0 {
			seen, cursor = append(seen, datas(page)...), page[len(page)-1].Cursor
		}
	}
	for writing := true; writing || len(seen) < count; read() {
		select {
		case <-finished:
			writing, finished = false, nil
		case <-deadline:
			return seen
		default:
		}
	}
	read()
	return seen
}

func pruning(b *bundle) {
	equal(b, "pruned of none", b.prunedUpTo(), ports.Cursor{Epoch: b.horizon().Epoch})
	old, young := anyEvent("old"), anyEvent("young")
	young.CreatedAt = after(time.Microsecond)
	b.appendEvent(old)
	b.appendEvent(young)
	events := b.awaitEvents(ports.Cursor{}, 2)
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.PruneEvents(ctx, old.CreatedAt, plenty) })
	equal(b, "pruned when nothing is old enough", b.prunedUpTo(), ports.Cursor{Epoch: events[0].Cursor.Epoch})
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.PruneEvents(ctx, young.CreatedAt, plenty) })
	equal(b, "left", datas(b.eventsAfter(ports.Cursor{}, 10)), []string{"young"})
	equal(b, "pruned", b.prunedUpTo(), events[0].Cursor)
}

// plenty is more events than any rule stores.
const plenty = 1 << 20

func pruningByCount(b *bundle) {
	for _, data := range []string{"1", "2", "3", "4"} {
		b.appendEvent(anyEvent(data))
	}
	events := b.awaitEvents(ports.Cursor{}, 4)
	prune := func(keep int) {
		b.write(func(ctx context.Context, tx ports.Tx) error { return tx.PruneEvents(ctx, noon, keep) })
	}
	prune(4)
	equal(b, "left of as many as may be kept", datas(b.eventsAfter(ports.Cursor{}, 10)), []string{"1", "2", "3", "4"})
	prune(2)
	equal(b, "left", datas(b.eventsAfter(ports.Cursor{}, 10)), []string{"3", "4"})
	equal(b, "pruned", b.prunedUpTo(), events[1].Cursor)
}

// pruningAtOnce has two prune in ways that remove different events. A reader is told by PrunedUpTo that it missed some,
// so that has to be the later place, whoever comes last.
func pruningAtOnce(b *bundle) {
	const rounds = 10
	for range rounds {
		b.write(func(ctx context.Context, tx ports.Tx) error {
			for range 3 {
				if err := tx.AppendEvent(ctx, anyEvent("{}")); err != nil {
					return err
				}
			}
			return nil
		})
		events := b.awaitEvents(b.prunedUpTo(), 3)
		var pruning sync.WaitGroup
		for keep := range 3 {
			pruning.Go(func() {
				err := b.Store.InTx(b.Context(), func(ctx context.Context, tx ports.Tx) error { return tx.PruneEvents(ctx, noon, keep) })
				if err != nil {
					b.Error(err)
				}
			})
		}
		pruning.Wait()
		equal(b, "pruned", b.prunedUpTo(), events[len(events)-1].Cursor)
	}
}

func epochStays(b *bundle) {
	b.appendEvent(anyEvent("1"))
	before := b.awaitEvents(ports.Cursor{}, 1)
	if err := b.Close(); err != nil {
		b.Fatal(err)
	}
	b.reopen()
	equal(b, "events", b.awaitEvents(ports.Cursor{}, 1), before)
}

func eventsWake(b *bundle) {
	changed := b.Signal.Changed()
	b.write(insertTeam("a"))
	select {
	case <-changed:
		b.Error("a commit without events or jobs woke readers")
	default:
	}
	b.appendEvent(anyEvent("1"))
	select {
	case <-changed:
	case <-time.After(patience):
		b.Error("an event woke nobody")
	}
	if b.Signal.Changed() == changed {
		b.Error("the signal was not renewed")
	}
}
