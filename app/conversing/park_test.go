package conversing_test

import (
	"testing"
	"time"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

// answerOne has the message of a turn answered by the server's last agent.
func (b *bench) answerOne(s *server, c composition.Composition) {
	b.Helper()
	turn := b.Say(c, "hello")
	apptest.Pass(moment)
	s.agents.Last().Say(ports.TurnComplete{Outcome: ports.TurnDone})
	apptest.Pass(moment)
	b.wantEnd(c, turn, composition.Completed, "")
}

func TestAnIdleAgentIsParkedAndTheNextMessageStartsItAgain(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		b.answerOne(s, c)
		apptest.Pass(idle - 20*time.Second)
		if s.agents.Last().Ended() {
			b.Error("it was parked before its time")
		}
		b.answerOne(s, c) // begins the wait anew
		apptest.Pass(idle - 20*time.Second)
		if s.agents.Last().Ended() {
			b.Error("it was parked although it had a message meanwhile")
		}
		apptest.Pass(40 * time.Second)
		if session := b.session(c); !s.agents.Last().Ended() || session.Status != composition.SessionParked || session.Error != "" ||
			session.LeaseUntil != nil || session.Owner != "" {
			b.Errorf("ended: %t; the session is %+v", s.agents.Last().Ended(), session)
		}
		b.answerOne(s, c)
		if agents := s.agents.Sessions(); len(agents) != 2 || agents[1].Spec.ResumeID != "resume" || b.session(c).Status != composition.SessionRunning {
			b.Errorf("%d processes, the session is %+v", len(agents), b.session(c))
		}
	})
}

func TestAnAgentThatWorksIsNotParked(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		turn := b.Say(c, "take your time")
		apptest.Pass(idle + 20*time.Second)
		if found := b.turn(c, turn); s.agents.Last().Ended() || found.Outcome != "" {
			b.Errorf("ended: %t; the turn is %+v", s.agents.Last().Ended(), found)
		}
	})
}

func TestAMessageThatMeetsTheParkingIsAnswered(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.compose()
		b.answerOne(s, c)
		first := s.agents.Last()
		apptest.Pass(idle - 5*time.Second)
		for range 6 { // each may be the one that comes while the process is being ended
			turn := b.Say(c, "hello")
			apptest.Pass(moment)
			s.agents.Last().Say(ports.TurnComplete{Outcome: ports.TurnDone})
			apptest.Pass(idle - 500*time.Millisecond)
			b.wantEnd(c, turn, composition.Completed, "")
		}
		apptest.Pass(idle + moment)
		if !first.Ended() {
			b.Error("nothing was parked")
		}
	})
}
