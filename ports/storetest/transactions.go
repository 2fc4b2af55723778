package storetest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

var transactionRules = []rule{
	{"an error undoes everything and comes back as it is", errorUndoes},
	{"a panic undoes everything and reaches the caller", panicUndoes},
	{"work that ends its goroutine stores nothing and holds up nobody", goexitUndoes},
	{"a refused statement undoes everything, even if the work goes on", refusedStatementUndoes},
	{"a look-up that finds nothing leaves the transaction usable", nothingFoundGoesOn},
	{"what is stored is there after the store is opened again", survivesReopening},
	{"a transaction reads what it wrote, others do not yet", readsItsOwnWrites},
	{"a view sees one state, whatever is stored meanwhile", viewSeesOneState},
	{"a view can't write", viewCannotWrite},
	{"concurrent callers are all stored, and one that fails takes none with it", concurrentCallers},
	{"locked rows are changed by one transaction after the other", lockedRowsTakeTurns},
	{"a cancelled caller stores nothing", cancelledCaller},
	{"a caller cancelled in its work stores all or nothing, and is told which", cancelledInWork},
	{"a store that is open is ready", readyWhenOpen},
}

func insertTeam(slug string) func(ctx context.Context, tx ports.Tx) error {
	return func(ctx context.Context, tx ports.Tx) error {
		return tx.InsertTeam(ctx, access.Team{ID: newID(), Slug: slug, Name: slug, CreatedAt: noon})
	}
}

func teamSlug(number int) string { return fmt.Sprintf("team-%03d", number) }

func (b *bundle) slugs() []string {
	b.Helper()
	teams := stored(b, func(ctx context.Context, tx ports.Tx) ([]access.Team, error) { return tx.ListTeams(ctx) })
	return each(teams, func(t access.Team) string { return t.Slug })
}

func errorUndoes(b *bundle) {
	changedMyMind := errors.New("changed my mind")
	err := b.Store.InTx(b.Context(), func(ctx context.Context, tx ports.Tx) error {
		return errors.Join(insertTeam("a")(ctx, tx), changedMyMind)
	})
	if !errors.Is(err, changedMyMind) {
		b.Errorf("got %v, want the error of the work", err)
	}
	equal(b, "teams", b.slugs(), []string{})
}

func panicUndoes(b *bundle) {
	func() {
		defer func() { equal(b, "recovered", recover(), any("out of luck")) }()
		_ = b.Store.InTx(b.Context(), func(ctx context.Context, tx ports.Tx) error {
			if err := insertTeam("a")(ctx, tx); err != nil {
				return err
			}
			panic("out of luck")
		})
	}()
	equal(b, "teams", b.slugs(), []string{})
	b.write(insertTeam("b"))
}

// goexitUndoes is what a test does that fails in its work.
func goexitUndoes(b *bundle) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = b.Store.InTx(b.Context(), func(ctx context.Context, tx ports.Tx) error {
			defer runtime.Goexit()
			return insertTeam("a")(ctx, tx)
		})
	}()
	<-ended
	b.write(insertTeam("b"))
	equal(b, "teams", b.slugs(), []string{"b"})
}

func refusedStatementUndoes(b *bundle) {
	b.write(insertTeam("a"))
	b.taken(func(ctx context.Context, tx ports.Tx) error {
		_ = insertTeam("b")(ctx, tx)
		_ = insertTeam("a")(ctx, tx)
		_ = insertTeam("c")(ctx, tx)
		return nil
	})
	equal(b, "teams", b.slugs(), []string{"a"})
}

func nothingFoundGoesOn(b *bundle) {
	b.write(func(ctx context.Context, tx ports.Tx) error {
		if _, err := tx.TeamByID(ctx, newID()); fault.KindOf(err) != fault.KindNotFound {
			return fmt.Errorf("got %w, want a not-found fault", err)
		}
		return insertTeam("a")(ctx, tx)
	})
	equal(b, "teams", b.slugs(), []string{"a"})
}

func survivesReopening(b *bundle) {
	b.write(insertTeam("a"))
	if err := b.Close(); err != nil {
		b.Fatal(err)
	}
	b.reopen()
	equal(b, "teams", b.slugs(), []string{"a"})
}

func (b *bundle) reopen() {
	b.Helper()
	again, err := b.Reopen()
	if err != nil {
		b.Fatal(err)
	}
	b.Opened = again
}

func readsItsOwnWrites(b *bundle) {
	var inside, outside []access.Team
	b.write(func(ctx context.Context, tx ports.Tx) (err error) {
		if err = insertTeam("a")(ctx, tx); err != nil {
			return err
		}
		if inside, err = tx.ListTeams(ctx); err != nil {
			return err
		}
		return b.Store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
			outside, err = tx.ListTeams(ctx)
			return err
		})
	})
	equal(b, "teams inside and outside", []int{len(inside), len(outside)}, []int{1, 0})
}

func viewSeesOneState(b *bundle) {
	seen := stored(b, func(ctx context.Context, tx ports.Tx) (seen []int, err error) {
		for range 2 {
			teams, err := tx.ListTeams(ctx)
			if err != nil {
				return nil, err
			}
			seen = append(seen, len(teams))
			if err := b.Store.InTx(ctx, insertTeam(fmt.Sprint("team-", len(seen)))); err != nil {
				return nil, err
			}
		}
		return seen, nil
	})
	equal(b, "teams seen", seen, []int{0, 0})
}

func viewCannotWrite(b *bundle) {
	if err := b.Store.View(b.Context(), insertTeam("a")); err == nil {
		b.Error("a view stored something")
	}
	equal(b, "teams", b.slugs(), []string{})
}

func concurrentCallers(b *bundle) {
	b.write(insertTeam("taken"))
	const callers = 100
	errs := make([]error, callers)
	var wait sync.WaitGroup
	for i := range callers {
		wait.Go(func() {
			slug := teamSlug(i)
			if i%10 == 0 {
				slug = "taken"
			}
			errs[i] = b.Store.InTx(b.Context(), insertTeam(slug))
		})
	}
	wait.Wait()
	want := []string{"taken"}
	for i, err := range errs {
		switch {
		case i%10 == 0 && fault.CodeOf(err) != "already-exists":
			b.Errorf("caller %d: got %v, want already-exists", i, err)
		case i%10 != 0 && err != nil:
			b.Errorf("caller %d: %v", i, err)
		case i%10 != 0:
			want = append(want, teamSlug(i))
		}
	}
	equal(b, "teams", b.slugs(), want)
}

func lockedRowsTakeTurns(b *bundle) {
	i := b.instance()
	const callers = 20
	var wait sync.WaitGroup
	for range callers {
		wait.Go(func() {
			err := b.Store.InTx(b.Context(), func(ctx context.Context, tx ports.Tx) error {
				current, err := tx.LockInstance(ctx, i.ID)
				if err != nil {
					return err
				}
				current.HistorySeq++
				return tx.UpdateInstance(ctx, current)
			})
			if err != nil {
				b.Error(err)
			}
		})
	}
	wait.Wait()
	now := stored(b, func(ctx context.Context, tx ports.Tx) (ports.StoredInstance, error) {
		return tx.InstanceByID(ctx, i.ID)
	})
	equal(b, "count", now.HistorySeq, i.HistorySeq+callers)
}

func cancelledCaller(b *bundle) {
	ctx, cancel := context.WithCancel(b.Context())
	cancel()
	if err := b.Store.InTx(ctx, insertTeam("a")); !errors.Is(err, context.Canceled) {
		b.Errorf("got %v, want the context's error", err)
	}
	read := func(ctx context.Context, tx ports.Tx) error { _, err := tx.ListTeams(ctx); return err }
	if err := b.Store.View(ctx, read); !errors.Is(err, context.Canceled) {
		b.Errorf("view: got %v, want the context's error", err)
	}
	equal(b, "teams", b.slugs(), []string{})
}

func cancelledInWork(b *bundle) {
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	err := b.Store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		cancel()
		return insertTeam("a")(ctx, tx)
	})
	want := []string{"a"}
	if err != nil {
		want = []string{}
		if !errors.Is(err, context.Canceled) {
			b.Errorf("got %v, want the context's error", err)
		}
	}
	equal(b, "teams", b.slugs(), want)
}

func readyWhenOpen(b *bundle) {
	if err := b.Store.Ready(b.Context()); err != nil {
		b.Error(err)
	}
}
