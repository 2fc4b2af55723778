package e2e_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/modeltest"
)

// The key that the journeys' model server takes, and the model that it has.
const (
	journeyKey   = "the-right-key"
	journeyModel = "tiny"
)

// startJourneyModel serves what journeys ask language models for: a word for a test, and a bug triage else.
func startJourneyModel(t *testing.T, root string) *modeltest.Server {
	t.Helper()
	compose := modeltest.Playbook(t, filepath.Join(root, "adapters", "agents", "scripted", "playbooks", "bug-triage.yaml"))
	return modeltest.Start(t, func(r modeltest.Request) modeltest.Answer {
		switch {
		case r.Key != journeyKey:
			return modeltest.Answer{Status: http.StatusUnauthorized, Text: "no such key"}
		case r.Model != journeyModel:
			return modeltest.Answer{Status: http.StatusNotFound, Text: "no such model"}
		case strings.Contains(r.Prompt(), "test of the connection"):
			return modeltest.Answer{Text: "ready", InputTokens: 20, OutputTokens: 1}
		}
		answer := compose(r)
		answer.Thinking = "The issue has a title and a body."
		return answer
	})
}
