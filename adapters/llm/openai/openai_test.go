package openai_test

import (
	"testing"
	"time"

	"heddle.dev/heddle/adapters/llm"
	"heddle.dev/heddle/adapters/llm/openai"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/e2e/modeltest"
	"heddle.dev/heddle/ports"
)

var impatient = llm.Policy{Attempts: 3, Pause: 10 * time.Millisecond, LongestPause: 5 * time.Second, Idle: time.Second}

func TestAServerThatIsNotThereIsToldSo(t *testing.T) {
	t.Parallel()
	client := openai.New(openai.Config{BaseURL: "http://127.0.0.1:1/v1", Policy: impatient})
	_, err := client.Answer(t.Context(), ports.LLMRequest{Model: "m"}, nil)
	if fault.CodeOf(err) != ports.LLMUnreachable {
		t.Error(err)
	}
}

func TestAServerWithoutAKeyIsShownNone(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "of-the-environment")
	s := modeltest.Start(t, func(modeltest.Request) modeltest.Answer { return modeltest.Answer{Text: "Hi"} })
	client := openai.New(openai.Config{BaseURL: s.URL + "/v1", Policy: impatient})
	if _, err := client.Answer(t.Context(), ports.LLMRequest{Model: "m"}, nil); err != nil {
		t.Fatal(err)
	}
	if got := s.Requests()[0].Key; got != "" {
		t.Errorf("it was shown the key %q", got)
	}
}
