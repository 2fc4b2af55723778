package builtin_test

import (
	"testing"

	"heddle.dev/heddle/adapters/agents/builtin"
	"heddle.dev/heddle/domain/provider"
	"heddle.dev/heddle/domain/secret"
	"heddle.dev/heddle/e2e/modeltest"
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
