package opener_test

import (
	"testing"
	"time"

	"heddle.dev/heddle/adapters/llm"
	"heddle.dev/heddle/adapters/llm/opener"
	"heddle.dev/heddle/domain/provider"
	"heddle.dev/heddle/ports"
	"heddle.dev/heddle/ports/llmtest"
)

func TestTheClientOfEachKindKeepsTheContract(t *testing.T) {
	t.Parallel()
	impatient := llm.Policy{Attempts: 3, Pause: 10 * time.Millisecond, LongestPause: 5 * time.Second, Idle: time.Second}
	for kind, path := range map[provider.Kind]string{provider.OpenAI: "/v1", provider.Anthropic: ""} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			llmtest.Run(t, func(t *testing.T, answers ...llmtest.Answer) llmtest.Provider {
				t.Helper()
				return play(t, func(url string) ports.LLM {
					return opener.New(impatient)(provider.Provider{Kind: kind, BaseURL: url + path}, llmtest.Key)
				}, answers...)
			})
		})
	}
}
