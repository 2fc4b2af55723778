package conversing_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/assisting"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/usage"
	"heddle.dev/heddle/ports"
)

// entries are the conversation of a session that belongs to no composition, as "kind data".
func (b *bench) entries(session assisting.Session) string {
	b.Helper()
	events, err := b.Composing.GetConversation(b.Context(), b.Owner, session.ID, 0, 100)
	if err != nil {
		b.Fatal(err)
	}
	var told []string
	for _, event := range events {
		told = append(told, event.Kind+" "+event.Data)
	}
	return strings.Join(told, "\n")
}

// wantLast fails the test unless the conversation's last entry is this.
func (b *bench) wantLast(session assisting.Session, entry string) {
	b.Helper()
	all := b.entries(session)
	if last := all[strings.LastIndex(all, "\n")+1:]; !strings.HasPrefix(last, entry) {
		b.Errorf("the conversation is\n%s\nwant it to end with %s", all, entry)
	}
	if now := b.session(composition.Composition{SessionID: session.ID}); now.CurrentTurnID != "" {
		b.Errorf("a turn still runs: %+v", now)
	}
}

func TestASessionOfItsOwnTalksAsOneOfACompositionDoes(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		session := b.Session("general", "")
		b.Ask(session, "hello")
		apptest.Pass(moment)
		agent := s.agents.Last()
		agent.Say(ports.Text{Text: "Hello."}, ports.Usage{InputTokens: 3}, ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.wantLast(session, `turn-ended {"outcome":"completed"}`)
		used := apptest.View(b, b.Store, func(ctx context.Context, tx ports.Tx) ([]usage.Record, error) {
			return tx.ListUsage(ctx, ports.Viewer{UserID: b.Owner.ID()}, ports.Span{Until: time.Now().Add(time.Hour)}, ports.Page{Limit: 9})
		})
		if len(used) != 1 || used[0].SessionID != session.ID || used[0].InputTokens != 3 || used[0].UserID != b.Owner.ID() {
			b.Errorf("what it used is recorded as %+v", used)
		}
		if got := agent.Messages(); !slices.Equal(got, []string{"hello"}) {
			b.Errorf("it was told %q", got)
		}
		b.Ask(session, "go on")
		apptest.Pass(moment)
		agent.Die(ports.Exit{Code: 1})
		apptest.Pass(moment)
		b.wantLast(session, `turn-ended {"outcome":"failed","notice":"The agent's process ended with code 1`)
		b.Ask(session, "and again")
		apptest.Pass(moment)
		if got := s.agents.Last().Messages(); len(got) != 1 || !strings.Contains(got[0], "[The user said: hello]\n[You said: Hello.]") || !strings.HasSuffix(got[0], "and again") {
			b.Errorf("the next process was told %q", got)
		}
	})
}

func TestTheTurnOfASessionOfItsOwnEndsWithItsServer(t *testing.T) {
	t.Parallel()
	for name, ends := range map[string]func(b *bench, s *server){
		"that stops": func(_ *bench, s *server) { s.stop() },
		"that dies":  func(_ *bench, s *server) { s.store.down.Store(true); s.stop() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBenches(t, func(b *bench) {
				s := b.serve()
				session := b.Session("general", "")
				b.Ask(session, "hello")
				apptest.Pass(moment)
				ends(b, s)
				next := b.serve()
				apptest.Pass(20 * time.Second)
				b.wantLast(session, `turn-ended {"outcome":"abandoned"`)
				b.Ask(session, "again")
				apptest.Pass(moment)
				if next.agents.Last() == nil {
					b.Error("nobody took the next message")
				}
			})
		})
	}
}

func TestADeletedSessionsAgentEnds(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		session := b.Session("general", "")
		b.Ask(session, "hello")
		apptest.Pass(moment)
		if err := b.Assisting.DeleteSession(b.Context(), b.Owner, session.ID); err != nil {
			b.Fatal(err)
		}
		apptest.Pass(5 * time.Second)
		if !s.agents.Last().Ended() {
			b.Error("the process lives on")
		}
	})
}

func TestQuestionsInASessionOfItsOwnAreAnswered(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		session := b.Session("general", "")
		answer := func() {
			if _, err := b.Assisting.Answer(b.Context(), b.Owner, session.ID, which.ID, "red", idempotency.Key{}); err != nil {
				b.Fatal(err)
			}
			apptest.Pass(moment)
		}
		b.Ask(session, "paint it")
		apptest.Pass(moment)
		agent := s.agents.Last()
		agent.Say(which)
		apptest.Pass(moment)
		answer()
		if got := agent.Answers(); !slices.Equal(got, []apptest.Answer{{QuestionID: which.ID, Text: "red"}}) {
			b.Errorf("it was answered %v", got)
		}
		agent.Say(which, ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		answer()
		if got := agent.Messages(); len(got) != 2 || got[1] != "[This answers your question: Which one?]\nred" {
			b.Errorf("it was told %q", got)
		}
		agent.Say(which)
		apptest.Pass(moment)
		answer()
		agent.Die(ports.Exit{Code: 1})
		apptest.Pass(5 * time.Second)
		b.wantTold("red")
	})
}
