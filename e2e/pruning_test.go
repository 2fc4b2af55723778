package e2e_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
)

func TestAListenerThatComesBackTooLateIsReset(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition := s.Compose("Refunds")
		query := "composition=" + composition.Id
		listening := s.Listen(query, "")
		behind := listening.LastID()
		saveName := func(name string) {
			s.Save(s.Workflow(composition.Id), `{"id": "w", "name": "`+name+`", "nodes": [], "edges": []}`)
		}
		saveName("First")
		listening.Await("composition-item-changed", "")
		heddletest.Until(t, "the log is pruned", func() bool {
			late := s.Listen(query, behind)
			defer late.Close()
			heddletest.Until(t, "the listener gets something", func() bool { return len(late.Events()) > 0 })
			return late.Events()[0].Kind == "reset"
		})
		// Who had heard the last event has missed nothing.
		back := s.Listen(query, listening.LastID())
		saveName("Second")
		back.Await("composition-item-changed", "")
		if events := back.Events(); strings.Contains(events[0].Kind, "reset") {
			t.Errorf("a listener at the end of the log heard %+v", events)
		}
	}, heddletest.Flags("--keep-events=1s"))
}
