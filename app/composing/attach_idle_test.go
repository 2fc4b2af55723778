package composing_test

import (
	"testing"
	"time"

	"heddle.dev/heddle/adapters/system"
	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
)

func TestATestThatTakesLongKeepsAnAttachedAgentsTurn(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.endIdleTurns()
		c := b.Compose("", apptest.Task)
		_, agent := b.attach(c)
		run, err := b.Composing.BeginTest(b.Context(), composing.ByAgent(agent()), composition.TestRun{
			ID: system.NewID(), Type: composition.ToolItem, Name: "long", StartedAt: time.Now(),
		})
		if err != nil {
			b.Fatal(err)
		}
		turn := b.running(c)
		apptest.Pass(5 * time.Minute)
		if still := b.running(c); still.ID != turn.ID {
			b.Errorf("turn %+v", still)
		}
		run.End(true, "fine", `{}`, time.Now())
		if err := b.Composing.EndTest(b.Context(), run); err != nil {
			b.Fatal(err)
		}
		apptest.Pass(2 * composition.IdleLimit)
		apptest.Until(b, "the turn ends", func() bool { return b.turn(c, turn).Outcome != "" })
	})
}
