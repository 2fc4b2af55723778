package e2e_test

import (
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
)

func TestAStopDuringAScriptRunsItAgainAndLosesNothing(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		script := newGate(t)
		workflow := publishGate(t, s, script)
		instance := s.Begin(workflow.Id, `{"amount": 1}`)
		script.awaitStart(t, 1)
		s.Terminate()
		if finished := script.finished(); len(finished) != 0 {
			t.Fatalf("the script went on when the server was told to stop")
		}
		script.open(t)
		s.Restart()
		s.Complete(instance.Id, s.OpenTask(instance.Id), `{}`)
		if got := s.Becomes(instance.Id, "completed"); got.Failure != nil {
			t.Errorf("the instance failed: %+v", *got.Failure)
		}
		if started, finished := script.started(), script.finished(); len(started) != 2 || len(finished) != 1 {
			t.Errorf("the script started for %v and finished for %v", started, finished)
		}
	})
}
