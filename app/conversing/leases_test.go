package conversing_test

import (
	"context"
	"testing"
	"time"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

func (b *bench) isWaiting(kind string) bool {
	b.Helper()
	return apptest.View(b, b.Store, func(ctx context.Context, tx ports.Tx) (bool, error) {
		_, some, err := tx.NextJobTime(ctx, kind)
		return some, err
	})
}

func TestASessionKeepsItsLeaseWhileItsServerLives(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.serve()
		b.serve() // of the two, one has the session, and the other looks for abandoned ones
		c := b.compose()
		turn := b.Say(c, "take your time")
		apptest.Pass(40 * time.Second)
		if found := b.turn(c, turn); found.Outcome != "" {
			b.Errorf("the turn ended as %s", found.Outcome)
		}
	})
}

func TestAMessageReachesTheAgentOnWhicheverServerItIs(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		servers := []*server{b.serve(), b.serve(), b.serve()}
		c := b.compose()
		for range 4 {
			turn := b.Say(c, "hello")
			apptest.Pass(5 * time.Second)
			var all []*apptest.AgentSession
			for _, s := range servers {
				all = append(all, s.agents.Sessions()...)
			}
			if len(all) != 1 {
				b.Fatalf("%d processes", len(all))
			}
			all[0].Say(ports.TurnComplete{Outcome: ports.TurnDone})
			apptest.Pass(moment)
			b.wantEnd(c, turn, composition.Completed, "")
		}
	})
}

func TestAServerThatStopsAbandonsItsTurnsAndLeavesTheSessionFree(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		turn := b.Say(c, "hello")
		apptest.Pass(moment)
		s.stop()
		b.wantEnd(c, turn, composition.Abandoned, "server was stopped")
		if !s.agents.Last().Ended() {
			b.Error("the process lives on")
		}
		if session := b.session(c); session.Status != composition.SessionStopped || session.LeaseUntil != nil {
			b.Errorf("the session is %+v", session)
		}
		next := b.serve()
		turn = b.Say(c, "hello again")
		apptest.Pass(moment)
		next.agents.Last().Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Completed, "")
	})
}

func TestTheTurnOfAServerThatDiedIsAbandonedWhenItsLeasePasses(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		dead := b.serve()
		c := b.compose()
		turn := b.Say(c, "hello")
		apptest.Pass(moment)
		dead.store.down.Store(true) // for ever: as good as dead
		dead.stop()
		b.serve()
		apptest.Pass(20 * time.Second)
		b.wantEnd(c, turn, composition.Abandoned, "went away")
		if session := b.session(c); session.LeaseUntil != nil || session.Owner != "" {
			b.Errorf("the session is %+v", session)
		}
	})
}

func TestATurnThatEndsWhileTheStoreIsAwayEndsWhenItIsBack(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		turn := b.Say(c, "hello")
		apptest.Pass(moment)
		s.store.down.Store(true)
		s.agents.Last().Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(3 * time.Second)
		s.store.down.Store(false)
		apptest.Pass(3 * time.Second)
		b.wantEnd(c, turn, composition.Completed, "")
	})
}

func TestAServerThatLosesItsStoreEndsItsAgentsAndTheirTurns(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		turn := b.Say(c, "hello")
		apptest.Pass(moment)
		s.store.down.Store(true)
		apptest.Pass(10 * time.Second)
		if !s.agents.Last().Ended() {
			b.Error("the process lives on although its lease has passed")
		}
		apptest.Pass(20 * time.Second)
		s.store.down.Store(false)
		apptest.Pass(20 * time.Second)
		b.wantEnd(c, turn, composition.Abandoned, "")
		turn = b.Say(c, "hello again")
		apptest.Pass(moment)
		s.agents.Last().Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Completed, "")
	})
}

func TestAProcessWhoseSessionAnotherServerTookIsEnded(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		slow := b.serve()
		c := b.compose()
		b.Say(c, "hello")
		apptest.Pass(moment)
		apptest.Change(b, b.Store, func(ctx context.Context, tx ports.Tx) error {
			later := time.Now().Add(time.Hour)
			_, err := tx.TakeSession(ctx, c.SessionID, "another server", later, later)
			return err
		})
		apptest.Pass(5 * time.Second)
		if !slow.agents.Last().Ended() {
			b.Error("two servers have a process of the session")
		}
	})
}

func TestADeletedCompositionsAgentEndsOnWhicheverServerItIs(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		first := b.serve()
		c := b.compose()
		b.Say(c, "hello")
		apptest.Pass(moment)
		agent := first.agents.Last()
		for range 3 {
			b.serve()
		}
		if err := b.Composing.DeleteComposition(b.Context(), b.Owner, c.ID); err != nil {
			b.Fatal(err)
		}
		apptest.Pass(5 * time.Second)
		if !agent.Ended() {
			b.Error("the process lives on")
		}
	})
}
