package builtin

import (
	"context"
	"crypto/rand"
	"strings"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// askTool is the tool by which the model asks the user, and gets the answer as its result.
const askTool = "ask_user"

var askToolOffer = ports.LLMTool{
	Name: askTool,
	Description: "Asks the person who you work with a question and waits for the answer. Ask when you can't find out otherwise what is wanted. " +
		"Offer options where there are a few likely answers; the person may answer something else.",
	Parameters: []byte(`{"type":"object","required":["question"],"additionalProperties":false,"properties":{` +
		`"question":{"type":"string","description":"One question, in a sentence or two."},` +
		`"options":{"type":"array","items":{"type":"string"},"description":"Up to five short answers to choose from."}}}`),
}

// ask carries out a call of askTool.
func (t *turn) ask(ctx context.Context, call ports.LLMCall) outcome {
	var asked struct {
		Question string   `json:"question"`
		Options  []string `json:"options"`
	}
	if json.Unmarshal([]byte(call.Input), &asked) != nil || strings.TrimSpace(asked.Question) == "" {
		return failed(call, askTool+` takes {"question": "…", "options": ["…"]}; make the call again`)
	}
	question := ports.Question{ID: newQuestionID(), Text: asked.Question, Options: asked.Options}
	answer := t.expect(question.ID)
	t.events <- question
	select {
	case text := <-answer:
		return outcome{LLMResult: ports.LLMResult{CallID: call.ID, Text: text}}
	case <-ctx.Done():
		return failed(call, "the question was not answered")
	}
}

func newQuestionID() string { return "question-" + rand.Text() }

// expect opens a question, whose answer the channel gives.
func (s *session) expect(questionID string) <-chan string {
	s.mu.Lock()
	defer s.mu.Unlock()
	answer := make(chan string, 1)
	s.questions[questionID] = answer
	return answer
}

// Answer implements ports.AgentSession.
func (s *session) Answer(_ context.Context, questionID, answer string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	waiting, open := s.questions[questionID]
	if !open {
		return fault.New(fault.KindNotFound, "no-question", "the agent does not wait for an answer to %q", questionID)
	}
	delete(s.questions, questionID)
	waiting <- answer // there is room
	return nil
}
