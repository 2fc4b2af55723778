package llm_test

import (
	"context"
	"testing"
	"time"

	"heddle.dev/heddle/adapters/llm"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

func codeFor(t *testing.T, status int, message string) string {
	t.Helper()
	err := llm.Policy{Attempts: 1, Idle: time.Minute}.Ask(t.Context(), "m", func(context.Context, func()) (bool, error) {
		return false, &llm.RefusalError{Status: status, Message: message}
	})
	return fault.CodeOf(err)
}

// The texts are those of the servers that people use.
func TestARequestThatIsTooLongIsKnownByWhatProvidersSay(t *testing.T) {
	t.Parallel()
	for _, message := range []string{
		"prompt is too long: 210000 tokens > 200000 maximum",
		"input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again",
		"This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens. Please reduce the length of the messages.",
		"Your input exceeds the context window of this model. Please adjust your input and try again.",
		"This endpoint's maximum context length is 32768 tokens. However, you requested about 40000 tokens",
		"the request exceeds the available context size (4096 tokens), try increasing it",
		"The decoder prompt (length 5000) is longer than the maximum model length of 4096.",
		"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
		"This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
		"Please reduce the length of the messages or completion.",
		"the input length exceeds the context length",
		"Input is too long for requested model.",
		"Request too large for model `m` on tokens per minute",
		"context_length_exceeded",
	} {
		if code := codeFor(t, 400, message); code != ports.LLMTooLong {
			t.Errorf("%q: %s", message, code)
		}
	}
	for _, message := range []string{
		"", "something weird", "tools: Tool names must be unique.",
		"Invalid 'tools[0].function.description': string too long. Expected a string with maximum length 1024.",
		"max_tokens is too large: 100000. This model supports at most 16384 completion tokens.",
		"messages: text content blocks must be non-empty", "this model does not support tools",
	} {
		if code := codeFor(t, 400, message); code != ports.LLMRefused {
			t.Errorf("%q: %s", message, code)
		}
	}
	if code := codeFor(t, 429, "Request too large on tokens per minute"); code != ports.LLMRateLimited {
		t.Errorf("a limit of the moment: %s", code)
	}
}

func TestATrialAsksOnceMoreAtMostAndAtOnce(t *testing.T) {
	t.Parallel()
	asked := 0
	err := llm.TrialPolicy.Ask(t.Context(), "m", func(context.Context, func()) (bool, error) {
		asked++
		return false, &llm.RefusalError{Status: 503}
	})
	if fault.CodeOf(err) != ports.LLMOverloaded || asked != 2 || llm.TrialPolicy.Pause >= llm.DefaultPolicy.Pause {
		t.Errorf("%v after %d requests", err, asked)
	}
}
