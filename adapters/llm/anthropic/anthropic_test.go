package anthropic_test

import (
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/adapters/llm"
	"heddle.dev/heddle/adapters/llm/anthropic"
	"heddle.dev/heddle/e2e/modeltest"
	"heddle.dev/heddle/ports"
)

var impatient = llm.Policy{Attempts: 3, Pause: 10 * time.Millisecond, LongestPause: 5 * time.Second, Idle: time.Second}

func TestThoughtsGoBackSignedAndThePromptMayBeCached(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t, func(modeltest.Request) modeltest.Answer { return modeltest.Answer{Thinking: "Hm.", Text: "Hi"} })
	client := anthropic.New(anthropic.Config{BaseURL: s.URL, Policy: impatient})
	request := ports.LLMRequest{
		Model: "m", System: "Be brief.", Messages: []ports.LLMMessage{{Role: ports.LLMUser, Text: "Hello"}},
		Tools: []ports.LLMTool{{Name: "look", Parameters: []byte(`{"type":"object","x-order":1}`)}},
	}
	answer, err := client.Answer(t.Context(), request, nil)
	if err != nil || len(answer.Message.Thoughts) != 1 || answer.Message.Thoughts[0].Signature == "" {
		t.Fatalf("%+v, %v", answer.Message, err)
	}
	request.Messages = append(request.Messages, answer.Message, ports.LLMMessage{Role: ports.LLMUser, Text: "Well?"})
	if _, err := client.Answer(t.Context(), request, nil); err != nil {
		t.Fatal(err)
	}
	sent := string(s.Requests()[1].Raw)
	if !strings.Contains(sent, `"signature":"`+answer.Message.Thoughts[0].Signature+`"`) || !strings.Contains(sent, `"thinking":"Hm."`) {
		t.Errorf("the thought did not go back: %s", sent)
	}
	if strings.Count(sent, `"cache_control":{"type":"ephemeral"}`) != 3 || !strings.Contains(sent, `{"type":"object","x-order":1}`) {
		t.Errorf("sent %s", sent)
	}
}
