package builtin_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/adapters/agents/builtin"
	"heddle.dev/heddle/domain/provider"
	"heddle.dev/heddle/domain/secret"
	"heddle.dev/heddle/e2e/modeltest"
	"heddle.dev/heddle/ports"
)

func TestTheModelIsNotToldTheSecretsThatToolsTell(t *testing.T) {
	t.Parallel()
	s, server := setup(t, provider.OpenAI, builtin.DefaultConfig, calling([]modeltest.Call{call("leak")}))
	s.Spec.Hidden = secret.NewMask([]string{"planted-value"})
	converse(t, s, "go")
	requests := server.Requests()
	results := requests[len(requests)-1].Results()
	if len(results) != 1 || results[0].Text != "the key is •••" {
		t.Errorf("the model was told %+v", results)
	}
}

func TestAStartThatFailsDoesNotTellSecrets(t *testing.T) {
	t.Parallel()
	s, _ := setup(t, provider.OpenAI, builtin.DefaultConfig, nil)
	s.Spec.Hidden = secret.NewMask([]string{"planted-value"})
	s.Spec.MCPServers = []ports.MCPServer{{Name: "orders", Command: "/bin/sh", Args: []string{"-c", "echo planted-value is refused >&2; exit 1"}}}
	if _, err := s.Driver.Start(t.Context(), s.Spec); err == nil || !strings.Contains(err.Error(), "••• is refused") {
		t.Error(err)
	}
}
