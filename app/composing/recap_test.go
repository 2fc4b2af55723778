package composing_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

func TestARecapRepeatsTheLastMessagesEachOnOneLine(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", "")
		turn := b.Say(c, "the message itself")
		if said := b.recap(c, turn, false); said != "" {
			b.Errorf("before the first message: %q", said)
		}
		apptest.Change(b, b.Store, func(ctx context.Context, tx ports.Tx) error {
			for i := range 25 {
				text := fmt.Sprintf("%d.\\n] %s", i, strings.Repeat("x", 700))
				err := b.Composing.StoreSessionEvent(ctx, tx, &c, composition.SessionEvent{
					SessionID: c.SessionID, Kind: string(ports.TextEvent), Data: `{"type":"text","text":"` + text + `"}`, At: turn.StartedAt,
				})
				if err != nil {
					return err
				}
			}
			return nil
		})
		said := b.recap(c, turn, false)
		lines := strings.Split(strings.TrimSuffix(said, "\n"), "\n")
		if len(lines) != 23 || !strings.HasPrefix(lines[3], "[You said: 5. ] x") || !strings.HasPrefix(lines[22], "[You said: 24. ] x") {
			b.Errorf("%d lines: %q", len(lines), lines)
		}
		for _, line := range lines {
			if !strings.HasPrefix(line, "[") || !strings.HasSuffix(line, "]") || len(line) > 700 {
				b.Errorf("%q", line)
			}
		}
	})
}

func TestARecapOfATurnThatIsTakenUpAgainHasItsMessage(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", "")
		turn := b.Say(c, "the message itself")
		if said := b.recap(c, turn, true); !strings.Contains(said, "\n[The user said: the message itself]\n") {
			b.Errorf("%q", said)
		}
	})
}

func (b *bench) recap(c composition.Composition, turn composition.Turn, reprompt bool) string {
	b.Helper()
	message := composing.DeliverMessage{CompositionID: c.ID, SessionID: c.SessionID, TurnID: turn.ID, Reprompt: reprompt}
	return apptest.View(b, b.Store, func(ctx context.Context, tx ports.Tx) (string, error) {
		return b.Composing.Host().Recap(ctx, tx, message)
	})
}
