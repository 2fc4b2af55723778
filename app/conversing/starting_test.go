package conversing_test

import (
	"context"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

// heldScripts are runs of init scripts that last until they are let end, or are stopped.
type heldScripts struct {
	mu      sync.Mutex
	running int
	most    int // at once
	stopped int
	end     chan struct{}
}

// holdScripts lets init scripts last.
func (b *bench) holdScripts() *heldScripts {
	h := &heldScripts{end: make(chan struct{})}
	b.Scripts.Answer(h.run)
	return h
}

func (h *heldScripts) run(ctx context.Context, _ ports.ScriptRun) (ports.ScriptResult, error) {
	h.mu.Lock()
	h.running++
	h.most = max(h.most, h.running)
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.running--
	}()
	select {
	case <-h.end:
		return ports.ScriptResult{Outputs: []byte(`{}`)}, nil
	case <-ctx.Done():
		h.mu.Lock()
		defer h.mu.Unlock()
		h.stopped++
		return ports.ScriptResult{}, context.Cause(ctx)
	}
}

// want fails the test unless so many run and were stopped, and never two ran at once.
func (h *heldScripts) want(t interface{ Errorf(string, ...any) }, running, stopped int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.running != running || h.stopped != stopped || h.most > 1 {
		t.Errorf("%d init scripts run, %d were stopped, %d ran at once; want %d and %d", h.running, h.stopped, h.most, running, stopped)
	}
}

const prepared = `{"name":"prepared","capabilities":["composition"],"initScript":{"language":"bash","source":"npm ci"}}`

// preparing is a composition whose session's init script runs.
func (b *bench) preparing() (*heldScripts, composition.Composition, composition.Turn) {
	b.Helper()
	scripts := b.holdScripts()
	b.template(prepared)
	c := b.composeFrom("prepared")
	turn := b.Say(c, "hello")
	apptest.Pass(moment)
	scripts.want(b, 1, 0)
	return scripts, c, turn
}

func (b *bench) interrupt(c composition.Composition) {
	b.Helper()
	if err := b.Composing.Interrupt(b.Context(), b.Owner, c.ID); err != nil {
		b.Fatal(err)
	}
}

func TestAnInterruptEndsTheInitScript(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.serve()
		scripts, c, turn := b.preparing()
		b.interrupt(c)
		apptest.Pass(moment)
		scripts.want(b, 0, 1)
		b.wantEnd(c, turn, composition.Interrupted, "")
		if now := b.session(c); now.Status != composition.SessionStopped || now.LeaseUntil != nil {
			b.Errorf("the session is %+v", now)
		}
	})
}

func TestTheMessageAfterAnInterruptStartsTheInitScriptAnew(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		scripts, c, _ := b.preparing()
		b.interrupt(c)
		b.Say(c, "hello again")
		apptest.Pass(moment)
		scripts.mu.Lock()
		running, most := scripts.running, scripts.most
		scripts.mu.Unlock()
		if running != 1 || most != 1 {
			b.Errorf("%d init scripts run, %d at once", running, most)
		}
		close(scripts.end)
		apptest.Pass(moment)
		if agents := s.agents.Sessions(); len(agents) != 1 || len(agents[0].Messages()) != 1 {
			b.Errorf("%d agents", len(agents))
		}
	})
}

func TestARestartEndsTheInitScriptAndStartsAnother(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		scripts, c, turn := b.preparing()
		b.restart(c)
		apptest.Pass(moment)
		scripts.want(b, 1, 1)
		b.wantEnd(c, turn, composition.Interrupted, "restarted")
		b.restart(c)
		apptest.Pass(moment)
		scripts.want(b, 1, 2)
		second := b.Say(c, "hello again")
		apptest.Pass(moment)
		scripts.want(b, 1, 2) // the message waits for the restart
		close(scripts.end)
		apptest.Pass(moment)
		agents := s.agents.Sessions()
		if len(agents) != 1 || len(agents[0].Messages()) != 1 {
			b.Fatalf("%d agents", len(agents))
		}
		agents[0].Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.wantEnd(c, second, composition.Completed, "")
		notices := b.conversation(c, "notice")
		if slices.ContainsFunc(notices, func(n string) bool { return n != `{"text":"A person restarted the agent."}` }) {
			b.Errorf("people are told %q", notices)
		}
	})
}

func TestAnInterruptEndsTheRestartThatAMessageWaitsFor(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.serve()
		scripts, c, _ := b.preparing()
		b.restart(c)
		apptest.Pass(moment)
		b.Say(c, "hello again")
		apptest.Pass(moment)
		b.interrupt(c)
		apptest.Pass(moment)
		scripts.want(b, 0, 2)
	})
}

func TestADeletionEndsTheInitScript(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		dir := b.t.TempDir()
		b.serveIn(dir)
		scripts, c, _ := b.preparing()
		if err := b.Composing.DeleteComposition(b.Context(), b.Owner, c.ID); err != nil {
			b.Fatal(err)
		}
		apptest.Pass(moment)
		scripts.want(b, 0, 1)
		if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
			b.Errorf("left are %v, %v", left, err)
		}
	})
}

func TestAStopOfTheServerEndsTheInitScriptAndAnotherServerTakesTheMessage(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		first := b.serve()
		scripts, _, _ := b.preparing()
		first.stop()
		scripts.want(b, 0, 1)
		second := b.serve()
		apptest.Pass(2 * time.Minute)
		scripts.want(b, 1, 1)
		close(scripts.end)
		apptest.Pass(moment)
		if agents := second.agents.Sessions(); len(agents) != 1 || len(agents[0].Messages()) != 1 {
			b.Errorf("%d agents", len(agents))
		}
	})
}

func TestAServerWithoutItsDatabaseEndsTheInitScript(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		scripts, _, _ := b.preparing()
		s.store.down.Store(true)
		apptest.Pass(time.Minute)
		scripts.want(b, 0, 1)
	})
}

func TestAnInterruptEndsAnAgentThatStarts(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		release := s.agents.Hold()
		c := b.compose()
		b.Say(c, "hello")
		apptest.Pass(moment)
		b.interrupt(c)
		apptest.Pass(moment)
		if now := b.session(c); now.Status != composition.SessionStopped {
			b.Errorf("the session is %+v", now)
		}
		release()
		apptest.Pass(moment)
		if len(s.agents.Sessions()) != 0 {
			b.Error("an agent was started")
		}
	})
}

func TestAnAgentThatStartsAndSaysNothingIsEndedInWords(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		release := s.agents.Hold()
		defer release()
		c := b.compose()
		turn := b.Say(c, "hello")
		apptest.Pass(time.Minute + moment)
		b.wantEnd(c, turn, composition.Failed, "was not ready within 1m0s")
		b.wantEnd(c, turn, composition.Failed, "send the message again")
	})
}
