package agenttest

import (
	"context"
	"testing"

	"heddle.dev/heddle/ports"
)

// testUsage wants the sum of all Usage events to be what the model has counted, whether the engine counts up or not.
func testUsage(t *testing.T, setup Setup, s *session) {
	if setup.Used == nil {
		return
	}
	events := s.until(ports.SessionStartedEvent)
	started, _ := events[len(events)-1].(ports.SessionStarted)
	events = append(s.turn(setup.Short), s.turn(setup.Short)...)
	go func() { _ = s.Close(context.Background()) }()
	events = append(events, s.rest()...)
	setup.Spec.ResumeID = started.ResumeID
	again := start(t, setup)
	events = append(events, again.turn(setup.Short)...)
	sum := int64(0)
	for _, event := range events {
		if used, ok := event.(ports.Usage); ok {
			sum += used.InputTokens + used.OutputTokens + used.CacheReadTokens + used.CacheWriteTokens
		}
	}
	if want := setup.Used(); sum != want || want == 0 {
		t.Errorf("the events have %d tokens, and the model counted %d", sum, want)
	}
}

// turn sends a message and gives the events of its turn.
func (s *session) turn(message string) []ports.AgentEvent {
	s.t.Helper()
	s.send(message)
	return s.until(ports.TurnCompleteEvent)
}
