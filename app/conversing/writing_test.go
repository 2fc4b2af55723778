package conversing_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"heddle.dev/heddle/adapters/system"
	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

// told is what pages hear of a conversation: parts of texts, and what is stored.
type told struct {
	Kind   string
	TurnID string
	Part   int
	Text   string
}

// told lists what pages hear of conversations until now.
func (b *bench) told() (all []told) {
	b.Helper()
	end := system.NewID() // no kind that was there before
	apptest.Change(b, b.Store, func(ctx context.Context, tx ports.Tx) error {
		return tx.AppendEvent(ctx, ports.BrowserEvent{Kind: end, Data: "{}", CreatedAt: time.Now()})
	})
	apptest.Told(b, b.Store, end, 1)
	events := apptest.View(b, b.Store, func(ctx context.Context, tx ports.Tx) ([]ports.BrowserEvent, error) {
		return tx.EventsAfter(ctx, ports.Cursor{}, 1000)
	})
	for _, event := range events {
		if event.Kind != "session-text-delta" && event.Kind != "session-event" {
			continue
		}
		heard := told{Kind: "part"}
		if err := json.Unmarshal([]byte(event.Data), &heard); err != nil {
			b.Fatal(err)
		}
		all = append(all, heard)
	}
	return all
}

// parts lists the parts of texts that pages hear, each as `number:text`.
func parts(all []told) (list []string) {
	for _, heard := range all {
		if heard.Kind == "part" {
			list = append(list, fmt.Sprintf("%d:%s", heard.Part, heard.Text))
		}
	}
	return list
}

func (b *bench) wantParts(want ...string) {
	b.Helper()
	if got := parts(b.told()); !slices.Equal(got, want) {
		b.Errorf("pages hear the parts %q, want %q", got, want)
	}
}

// writer starts an agent in a turn.
func (b *bench) writer() (s *server, c composition.Composition, turn composition.Turn, agent *apptest.AgentSession) {
	b.Helper()
	s = b.serve()
	c = b.compose()
	turn = b.Say(c, "write")
	apptest.Pass(moment)
	return s, c, turn, s.agents.Last()
}

// write has the agent write something. What ends like a secret begins, such as a letter of the session's token, is told
// with what follows only; a space or a full stop is in no token.
func write(agent *apptest.AgentSession, text string) { agent.Say(ports.TextDelta{Text: text}) }

func TestPagesHearATextWhileItIsWritten(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		_, c, turn, agent := b.writer()
		write(agent, "It ")
		apptest.Pass(10 * time.Millisecond) // told at once
		write(agent, "is ")
		write(agent, "nearly ")
		apptest.Pass(100 * time.Millisecond)
		write(agent, "done.")
		apptest.Pass(moment)
		b.wantParts("0:It ", "1:is nearly ", "2:done.")
		for _, heard := range b.told() {
			if heard.Kind == "part" && heard.TurnID != turn.ID {
				b.Errorf("a part is of the turn %q", heard.TurnID)
			}
		}
		agent.Say(ports.Text{Text: "It is nearly done"}, ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		events, err := b.Composing.GetConversation(b.Context(), b.Owner, c.SessionID, 0, 100)
		var kinds []string
		for _, event := range events {
			kinds = append(kinds, event.Kind)
		}
		if got := strings.Join(kinds, " "); err != nil || got != "user-message turn-started text turn-complete" {
			b.Errorf("the conversation is %q, %v", got, err)
		}
	})
}

func TestWhatWasWrittenIsToldBeforeWhatHappensNext(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		_, _, _, agent := b.writer()
		write(agent, "Let me ")
		apptest.Pass(time.Millisecond)
		agent.Say(ports.TextDelta{Text: "look,"}, ports.ToolStarted{ID: "1", Name: "look", Input: []byte("{}")},
			ports.TextDelta{Text: " and see."}, ports.Text{Text: "Let me look, and see."}, ports.TextDelta{Text: "So,"})
		apptest.Pass(moment)
		var order []string
		for _, heard := range b.told() {
			order = append(order, heard.Kind)
		}
		// The end of a text that is done is not told as a part.
		if got := strings.Join(order, " "); got != "user-message turn-started part part tool-started text part" {
			b.Errorf("pages hear %q", got)
		}
		b.wantParts("0:Let me ", "1:look,", "0:So,")
	})
}

func TestManySmallPartsAreJoined(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		_, _, _, agent := b.writer()
		const steps, each = 100, 100 // in one second
		for range steps {
			for range each {
				write(agent, ".")
			}
			apptest.Pass(10 * time.Millisecond)
		}
		apptest.Pass(moment)
		list := parts(b.told())
		if most := 11; len(list) > most || len(list) < most-2 {
			b.Errorf("pages hear %d parts within a second", len(list))
		}
		if written := strings.Count(strings.Join(list, ""), "."); written != steps*each {
			b.Errorf("they hear %d of %d stops", written, steps*each)
		}
	})
}

// mostTold is how much of a text pages hear before it is done.
const mostTold = 64 << 10

func TestAFloodIsCutOff(t *testing.T) {
	t.Parallel()
	for name, flood := range map[string]struct {
		piece string
		times int
	}{
		"one piece of 10 MB":       {strings.Repeat("€", 10<<20/len("€")), 1},
		"many pieces":              {strings.Repeat("€", 10<<10), 300},
		"ten thousand small ones":  {strings.Repeat("€", 10), 10_000},
		"a piece that ends a half": {strings.Repeat("x", mostTold-1) + "€", 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBenches(t, func(b *bench) {
				_, c, turn, agent := b.writer()
				for range flood.times {
					write(agent, flood.piece)
				}
				apptest.Pass(moment)
				write(agent, "the end")
				apptest.Pass(moment)
				b.wantCut()
				agent.Say(ports.Text{Text: "Much"}, ports.TurnComplete{Outcome: ports.TurnDone})
				apptest.Pass(moment)
				b.wantEnd(c, turn, composition.Completed, "")
			})
		})
	}
}

// wantCut fails the test unless pages hear as much of a text as they may, in whole characters, and nothing of its end.
func (b *bench) wantCut() {
	b.Helper()
	size := 0
	for _, heard := range b.told() {
		if heard.Kind != "part" {
			continue
		}
		size += len(heard.Text)
		if !utf8.ValidString(heard.Text) || strings.ContainsAny(heard.Text, "\uFFFDh") {
			b.Error("a part has half a character in it, or what comes behind the cut")
		}
	}
	if size > mostTold || size < mostTold-utf8.UTFMax {
		b.Errorf("pages hear %d bytes", size)
	}
}

func TestAnUnfinishedTextIsNotContinuedInTheNextTurn(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		_, c, _, agent := b.writer()
		write(agent, "I ")
		apptest.Pass(time.Millisecond)
		agent.Say(ports.TextDelta{Text: "was"}, ports.TurnComplete{Outcome: ports.TurnFailed})
		apptest.Pass(moment)
		b.Say(c, "again")
		apptest.Pass(moment)
		write(agent, "I am.")
		apptest.Pass(moment)
		b.wantParts("0:I ", "0:I am.")
	})
}

func TestNobodyHearsWhatIsWrittenAfterTheTurnEnded(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		_, c, _, agent := b.writer()
		agent.Ignore()
		if err := b.Composing.Interrupt(b.Context(), b.Owner, c.ID); err != nil {
			b.Fatal(err)
		}
		write(agent, "But I was")
		apptest.Pass(moment)
		b.wantParts()
	})
}

func TestNobodyHearsWhatAProcessWritesWhoseSessionAnotherServerTook(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		_, c, _, agent := b.writer()
		write(agent, "It is ")
		apptest.Pass(moment)
		apptest.Change(b, b.Store, func(ctx context.Context, tx ports.Tx) error {
			later := time.Now().Add(time.Hour)
			_, err := tx.TakeSession(ctx, c.SessionID, "another server", later, later)
			return err
		})
		write(agent, "mine")
		apptest.Pass(200 * time.Millisecond)
		b.wantParts("0:It is ")
	})
}

func TestATextOfWhichAPartIsLostComesAsAWhole(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s, c, turn, agent := b.writer()
		write(agent, "It ")
		apptest.Pass(200 * time.Millisecond)
		s.store.down.Store(true)
		write(agent, "is ")
		apptest.Pass(200 * time.Millisecond)
		s.store.down.Store(false)
		write(agent, "done.")
		apptest.Pass(200 * time.Millisecond)
		b.wantParts("0:It ")
		agent.Say(ports.Text{Text: "It is done."}, ports.TextDelta{Text: "Well."})
		apptest.Pass(moment)
		b.wantParts("0:It ", "0:Well.")
		agent.Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Completed, "")
	})
}

func TestATextThatIsNeverFinishedIsKept(t *testing.T) {
	t.Parallel()
	for name, ending := range map[string][]ports.AgentEvent{
		"the turn fails":          {ports.TurnComplete{Outcome: ports.TurnFailed}},
		"the turn is interrupted": {ports.ToolStarted{ID: "1", Name: "look", Input: []byte("{}")}, ports.TurnComplete{Outcome: ports.TurnInterrupted}},
		"the process dies":        nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBenches(t, func(b *bench) {
				s := b.serve()
				c := b.compose()
				b.Say(c, "hello")
				apptest.Pass(moment)
				s.agents.Last().Say(ports.TextDelta{Text: "First. "}, ports.Text{Text: "First. "}, ports.TextDelta{Text: "I was "}, ports.TextDelta{Text: "about to"})
				if s.agents.Last().Say(ending...); ending == nil {
					s.agents.Last().Die(ports.Exit{Code: 1})
				}
				apptest.Pass(moment)
				texts := b.conversation(c, "text")
				if want := []string{`{"type":"text","text":"First. "}`, `{"type":"text","text":"I was about to","partial":true}`}; !slices.Equal(texts, want) {
					b.Errorf("the conversation has %q, want %q", texts, want)
				}
			})
		})
	}
}
