package conversing_test

import (
	"context"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

// What an agent was shown decides what it may overwrite; one that begins anew has seen nothing.
func TestOnlyAnAgentThatIsResumedRemembersWhatItWasShown(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]revision.Revision{"resumed": "sha256:1", "begun anew": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBenches(t, func(b *bench) { b.showAndRestart(want) })
		})
	}
}

// showAndRestart shows an agent something, restarts it, and wants the next one to know that, or nothing.
func (b *bench) showAndRestart(want revision.Revision) {
	b.Helper()
	s := b.serve()
	c := b.compose()
	b.Say(c, "hello")
	apptest.Pass(moment)
	apptest.Change(b, b.Store, func(ctx context.Context, tx ports.Tx) error {
		return tx.SetShownItem(ctx, c.SessionID, composition.ToolItem, "look", "sha256:1")
	})
	if want == "" {
		s.agents.Forget()
	}
	if _, err := b.Composing.RestartSession(b.Context(), b.Owner, c.SessionID); err != nil {
		b.Fatal(err)
	}
	apptest.Pass(moment)
	if len(s.agents.Sessions()) != 2 {
		b.Fatalf("%d agents were started", len(s.agents.Sessions()))
	}
	shown := apptest.View(b, b.Store, func(ctx context.Context, tx ports.Tx) (revision.Revision, error) {
		return tx.ShownItem(ctx, c.SessionID, composition.ToolItem, "look")
	})
	if shown != want {
		b.Errorf("it was shown %q, want %q", shown, want)
	}
}
