package conversing_test

import (
	"testing"
	"time"

	"heddle.dev/heddle/adapters/system"
	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/metering"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/usage"
	"heddle.dev/heddle/ports"
)

func (b *bench) used() []usage.Record {
	b.Helper()
	span := ports.Span{From: time.Now().Add(-24 * time.Hour), Until: time.Now().Add(time.Hour)}
	found, err := metering.New(b.Store, system.Clock{}).ListUsage(b.Context(), b.Owner, span, ports.Page{Limit: 100})
	if err != nil {
		b.Fatal(err)
	}
	return found
}

func TestWhatAnAgentUsesIsRecordedForItsTurnAndItsPerson(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		turn := b.Say(c, "hello")
		apptest.Pass(moment)
		cost := 0.5
		used := ports.Usage{InputTokens: 1, OutputTokens: 2, CacheReadTokens: 3, CacheWriteTokens: 4, CostUSD: &cost}
		s.agents.Last().Say(used, ports.Usage{}, used, ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Completed, "")
		if sum := b.turn(c, turn).Usage; sum.InputTokens != 2 || sum.CacheReadTokens != 6 || sum.CacheWriteTokens != 8 || *sum.CostUSD != 1 {
			b.Errorf("the turn used %+v", sum)
		}
		found := b.used()
		if len(found) != 2 {
			b.Fatalf("recorded %+v", found)
		}
		r := found[0]
		if r.TurnID != turn.ID || r.SessionID != c.SessionID || r.CompositionID != c.ID || r.UserID != b.Owner.ID() ||
			r.Engine != apptest.Engine || r.Purpose != usage.ForTurn || r.OutputTokens != 2 {
			b.Errorf("recorded %+v", r)
		}
	})
}

// An engine may tell what a turn used after its end, and the store may be away meanwhile.
func TestUseThatIsToldLateIsRecorded(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		turn := b.Say(c, "hello")
		apptest.Pass(moment)
		s.agents.Last().Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		s.store.down.Store(true)
		s.agents.Last().Say(ports.Usage{InputTokens: 7})
		apptest.Pass(3 * time.Second)
		s.store.down.Store(false)
		apptest.Pass(3 * time.Second)
		if found := b.used(); len(found) != 1 || found[0].TurnID != turn.ID || b.turn(c, turn).Usage.InputTokens != 7 {
			b.Errorf("recorded %+v", found)
		}
	})
}
