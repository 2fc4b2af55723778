package storetest

import (
	"context"
	"fmt"
	"time"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

var instanceRecordRules = []rule{
	{"history keeps its numbers and order, and is listed behind a number", history},
	{"a number of the history or the journal is given once", numbersAreUnique},
	{"the journal comes whole and in order", journal},
	{"tasks come in the order of their numbers, and go once closed", tasks},
	{"an attempt is stored in the place of what was stored of it before", attempts},
	{"records need their instance", recordsRefused},
}

func history(b *bundle) {
	i := b.instance()
	entries := make([]ports.HistoryEntry, 5)
	for n := range entries {
		entries[n] = ports.HistoryEntry{Seq: int64(n + 1), Entry: fmt.Sprintf(`{"n":%d}`, n)}
	}
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.AppendHistory(ctx, i.ID, entries) })
	list := func(after int64, limit int) []ports.HistoryEntry {
		return stored(b, func(ctx context.Context, tx ports.Tx) ([]ports.HistoryEntry, error) {
			return tx.ListHistory(ctx, i.ID, after, limit)
		})
	}
	equal(b, "all", list(0, 10), entries)
	equal(b, "two behind the first", list(1, 2), entries[1:3])
	equal(b, "behind the last", list(5, 10), []ports.HistoryEntry{})
}

func numbersAreUnique(b *bundle) {
	i := b.instance()
	entry := func(ctx context.Context, tx ports.Tx) error {
		return tx.AppendHistory(ctx, i.ID, []ports.HistoryEntry{{Seq: 1, Entry: "{}"}})
	}
	call := func(ctx context.Context, tx ports.Tx) error { return tx.AppendCall(ctx, i.ID, 1, "{}", i.StartedBy) }
	for _, work := range []func(ctx context.Context, tx ports.Tx) error{entry, call} {
		b.write(work)
		b.taken(work)
	}
}

func journal(b *bundle) {
	i := b.instance()
	var want []string
	for seq := range 12 {
		want = append(want, fmt.Sprintf(`{"call": %d}`, seq))
		b.write(func(ctx context.Context, tx ports.Tx) error {
			return tx.AppendCall(ctx, i.ID, int64(seq), want[seq], i.StartedBy)
		})
	}
	got := stored(b, func(ctx context.Context, tx ports.Tx) ([]string, error) { return tx.ListCalls(ctx, i.ID) })
	equal(b, "calls", got, want)
}

func tasks(b *bundle) {
	i := b.instance()
	task := func(number int64) ports.OpenTask {
		return ports.OpenTask{
			InstanceID: i.ID, Number: number, NodeID: "approve", Title: "Approve", Description: "Look at it.",
			Inputs: `{"amount":10.50}`, Fields: `[{"name":"ok"}]`, OpenedAt: noon,
		}
	}
	b.write(func(ctx context.Context, tx ports.Tx) error {
		return all(tx.InsertTask(ctx, task(10)), tx.InsertTask(ctx, task(9)))
	})
	b.taken(func(ctx context.Context, tx ports.Tx) error { return tx.InsertTask(ctx, task(9)) })
	list := func(ctx context.Context, tx ports.Tx) ([]ports.OpenTask, error) { return tx.ListTasks(ctx, i.ID) }
	equal(b, "open", stored(b, list), []ports.OpenTask{task(9), task(10)})
	for range 2 {
		b.write(func(ctx context.Context, tx ports.Tx) error { return tx.DeleteTask(ctx, i.ID, 9) })
		equal(b, "left", stored(b, list), []ports.OpenTask{task(10)})
	}
}

func attempts(b *bundle) {
	i := b.instance()
	running := ports.ActionAttempt{InstanceID: i.ID, Number: 2, Attempt: 1, NodeID: "check", ActionType: "check-amount", StartedAt: noon}
	earlier := running
	earlier.Number, earlier.Attempt = 1, 2
	save := func(a ports.ActionAttempt) {
		b.write(func(ctx context.Context, tx ports.Tx) error { return tx.SaveAttempt(ctx, a) })
	}
	list := func(ctx context.Context, tx ports.Tx) ([]ports.ActionAttempt, error) {
		return tx.ListAttempts(ctx, i.ID, 0, 0, 100)
	}
	save(running)
	save(earlier)
	equal(b, "running", stored(b, list), []ports.ActionAttempt{earlier, running})
	behind := stored(b, func(ctx context.Context, tx ports.Tx) ([]ports.ActionAttempt, error) {
		return tx.ListAttempts(ctx, i.ID, earlier.Number, earlier.Attempt, 1)
	})
	equal(b, "behind the first", behind, []ports.ActionAttempt{running})
	finished, code := after(time.Second), int64(3)
	running.StartedAt, running.FinishedAt, running.Outcome, running.Error = after(time.Millisecond), &finished, "failed", "it broke"
	running.ExitCode, running.Stdout, running.Stderr, running.Outputs = &code, "out", "err", `{"a":1}`
	running.NodeID, running.ActionType = "check-again", "check-more"
	save(running)
	equal(b, "finished", stored(b, list), []ports.ActionAttempt{earlier, running})
	failures := func(number int64) int {
		return stored(b, func(ctx context.Context, tx ports.Tx) (int, error) {
			return tx.CountAttempts(ctx, i.ID, number, "failed")
		})
	}
	equal(b, "failures", []int{failures(1), failures(2), failures(3)}, []int{0, 1, 0})
	for _, number := range []int64{1, 2} {
		b.write(func(ctx context.Context, tx ports.Tx) error {
			return tx.EndAttempts(ctx, i.ID, number, "cancelled", finished)
		})
	}
	earlier.FinishedAt, earlier.Outcome, earlier.Error = &finished, "failed", "cancelled"
	equal(b, "ended", stored(b, list), []ports.ActionAttempt{earlier, running})
}

func recordsRefused(b *bundle) {
	ghost := newID()
	for what, work := range map[string]func(ctx context.Context, tx ports.Tx) error{
		"history": func(ctx context.Context, tx ports.Tx) error {
			return tx.AppendHistory(ctx, ghost, []ports.HistoryEntry{{Seq: 1, Entry: "{}"}})
		},
		"journal": func(ctx context.Context, tx ports.Tx) error { return tx.AppendCall(ctx, ghost, 1, "{}", "") },
		"task": func(ctx context.Context, tx ports.Tx) error {
			return tx.InsertTask(ctx, ports.OpenTask{InstanceID: ghost, OpenedAt: noon})
		},
		"attempt": func(ctx context.Context, tx ports.Tx) error {
			return tx.SaveAttempt(ctx, ports.ActionAttempt{InstanceID: ghost, StartedAt: noon})
		},
	} {
		if err := b.Store.InTx(b.Context(), work); fault.CodeOf(err) != "in-use" {
			b.Errorf("%s: got %v, want in-use", what, err)
		}
	}
}
