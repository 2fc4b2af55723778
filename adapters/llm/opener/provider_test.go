package opener_test

import (
	"sync"
	"testing"

	"heddle.dev/heddle/e2e/modeltest"
	"heddle.dev/heddle/ports"
	"heddle.dev/heddle/ports/llmtest"
)

// play plays a provider with the scripted model server.
func play(t *testing.T, client func(url string) ports.LLM, answers ...llmtest.Answer) llmtest.Provider {
	t.Helper()
	var mu sync.Mutex
	given := 0
	server := modeltest.Start(t, func(modeltest.Request) modeltest.Answer {
		mu.Lock()
		defer mu.Unlock()
		answer := answers[min(given, len(answers)-1)]
		given++
		return answerOf(answer)
	})
	return llmtest.Provider{Client: client(server.URL), Asked: func() (asked []llmtest.Request) {
		for _, request := range server.Requests() {
			asked = append(asked, requestOf(request))
		}
		return asked
	}}
}

func answerOf(a llmtest.Answer) modeltest.Answer {
	answer := modeltest.Answer{
		Thinking: a.Thinking, Text: a.Text, InputTokens: llmtest.InputTokens, OutputTokens: llmtest.OutputTokens,
		Status: a.Status, RetryAfter: a.RetryAfter, Stall: a.Stall, CutAfter: a.CutAfter, Garbage: a.Garbage, GarbageType: a.MediaType,
	}
	for _, call := range a.Calls {
		answer.Calls = append(answer.Calls, modeltest.Call{ID: call.ID, Name: call.Name, Input: call.Input})
	}
	return answer
}

func requestOf(r modeltest.Request) llmtest.Request {
	request := llmtest.Request{Key: r.Key, Model: r.Model, System: r.System, Tools: r.Tools}
	for _, m := range r.Messages {
		message := ports.LLMMessage{Role: ports.LLMRole(m.Role), Text: m.Text}
		for _, call := range m.Calls {
			message.Calls = append(message.Calls, ports.LLMCall{ID: call.ID, Name: call.Name, Input: call.Input})
		}
		for _, result := range m.Results {
			message.Results = append(message.Results, ports.LLMResult{CallID: result.CallID, Text: result.Text, IsError: result.IsError})
		}
		request.Messages = append(request.Messages, message)
	}
	return request
}
