package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
)

func TestTheServerOutlivesAnOutageOfItsDatabase(t *testing.T) {
	t.Parallel()
	relay := heddletest.NewRelay(t)
	s := heddletest.Start(t, heddletest.Postgres, heddletest.Through(relay.Between))
	script := newGate(t)
	workflow := publishGate(t, s, script)
	kept := s.Begin(workflow.Id, `{"amount": 1}`)
	composition := s.Compose("Refunds")
	s.Ask(composition.Id, "hello")
	listening := s.Listen("instance="+kept.Id, "")
	script.awaitStart(t, 1)

	relay.Cut()
	refused := s.Send(heddletest.Request{Path: "/workflows/" + workflow.Id + "/instances", Body: strings.NewReader(`{"context": {"amount": 2}}`)})
	refused.Expect(t, http.StatusServiceUnavailable, "database-unreachable")
	if refused.Header.Get("Retry-After") == "" {
		t.Errorf("the problem does not say when to try again")
	}
	s.Send(heddletest.Request{Path: "/instances/" + kept.Id}).Expect(t, http.StatusServiceUnavailable, "database-unreachable")
	if !s.Answers("/healthz") || s.Answers("/readyz") {
		t.Errorf("the server should be healthy and not ready")
	}
	script.open(t) // it ends while there is no database to tell
	heddletest.Until(t, "the script ends", func() bool { return len(script.finished()) > 0 })
	relay.Mend()

	heddletest.Until(t, "the server is ready again", func() bool { return s.Answers("/readyz") })
	s.Complete(kept.Id, s.OpenTask(kept.Id), `{}`)
	s.Becomes(kept.Id, "completed")
	listening.Await("instance-changed", `"completed"`)
	if turn := s.Ask(composition.Id, goal); turn.Receipt.OpsApplied != 8 {
		t.Errorf("the turn after the outage has the receipt %+v", *turn.Receipt)
	}
}
