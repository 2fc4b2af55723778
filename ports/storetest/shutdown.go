package storetest

import (
	"context"
	"sync"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

var shutDownRules = []rule{
	{"a closed store refuses everything and says why", closedStoreRefuses},
	{"closing waits for the transaction under way and stores it", closingWaits},
	{"whoever waits while the store closes is stored or refused, and told which", waitersAreTold},
	{"closing twice does no harm", closingTwice},
}

func closedStoreRefuses(b *bundle) {
	if err := b.Close(); err != nil {
		b.Fatal(err)
	}
	for what, err := range map[string]error{
		"InTx":  b.Store.InTx(b.Context(), insertTeam("a")),
		"View":  b.Store.View(b.Context(), func(context.Context, ports.Tx) error { return nil }),
		"Ready": b.Store.Ready(b.Context()),
	} {
		if fault.KindOf(err) != fault.KindUnavailable || fault.CodeOf(err) != "shutting-down" {
			b.Errorf("%s: got %v, want unavailable, shutting-down", what, err)
		}
	}
}

func closingWaits(b *bundle) {
	started, closed := make(chan struct{}), make(chan error, 1)
	go func() {
		<-started
		closed <- b.Close()
	}()
	b.write(func(ctx context.Context, tx ports.Tx) error {
		close(started)
		return insertTeam("a")(ctx, tx)
	})
	if err := <-closed; err != nil {
		b.Fatal(err)
	}
	b.reopen()
	equal(b, "teams", b.slugs(), []string{"a"})
}

func waitersAreTold(b *bundle) {
	const callers = 50
	var wait sync.WaitGroup
	stored := make([]bool, callers)
	for i := range callers {
		wait.Go(func() {
			err := b.Store.InTx(context.Background(), insertTeam(teamSlug(i)))
			if stored[i] = err == nil; !stored[i] && fault.CodeOf(err) != "shutting-down" {
				b.Errorf("caller %d: got %v, want shutting-down", i, err)
			}
		})
	}
	if err := b.Close(); err != nil {
		b.Error(err)
	}
	wait.Wait()
	want := []string{}
	for i, kept := range stored {
		if kept {
			want = append(want, teamSlug(i))
		}
	}
	b.reopen()
	equal(b, "teams", b.slugs(), want)
}

func closingTwice(b *bundle) {
	for range 2 {
		if err := b.Close(); err != nil {
			b.Error(err)
		}
	}
}
