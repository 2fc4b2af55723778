package opencode

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// inquiry is what the CLI waits for: answers to one question or several, which it wants in one reply.
type inquiry struct {
	path    string // of the reply
	reply   func(answers []string) any
	answers []string
	missing int
}

// openQuestion is one of an inquiry's, by its place in it.
type openQuestion struct {
	inquiry *inquiry
	place   int
}

// The answers that are offered where the CLI asks for permission. Another is told to the model as well.
const (
	goOn = "Go on"
	stop = "Stop"
)

// askPermission makes a question of what the CLI wants permitted. A refusal ends what it does, as an error.
func (t *turn) askPermission(p properties) {
	reply := func(answers []string) any {
		if answers[0] == goOn {
			return map[string]string{"reply": "once"}
		}
		t.refused.Store(&answers[0])
		return map[string]string{"reply": "reject"}
	}
	t.ask("/permission/"+p.ID+"/reply", reply, ports.Question{ID: p.ID, Text: question(p), Options: []string{goOn, stop}})
}

// followUp tells the model how to go on after a refusal, if the user did; the turn goes on then.
func (t *turn) followUp() bool {
	answer := t.refused.Swap(nil)
	if answer == nil || *answer == stop || t.failed || t.aborted {
		return false
	}
	t.idles, t.late = 0, nil
	s := t.session
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), callLimit)
		defer cancel()
		if s.prompt(ctx, *answer) != nil {
			s.agent.Terminate()
		}
	}()
	return true
}

// askUser makes questions of what the model asks.
func (t *turn) askUser(p properties) {
	questions := make([]ports.Question, len(p.Questions))
	for i, asked := range p.Questions {
		questions[i] = ports.Question{ID: fmt.Sprintf("%s-%d", p.ID, i+1), Text: asked.Question}
		for _, option := range asked.Options {
			questions[i].Options = append(questions[i].Options, option.Label)
		}
	}
	reply := func(answers []string) any {
		lists := make([][]string, len(answers)) // of what is chosen, which may be several
		for i, answer := range answers {
			lists[i] = []string{answer}
		}
		return map[string]any{"answers": lists}
	}
	t.ask("/question/"+p.ID+"/reply", reply, questions...)
}

// ask opens questions, and then tells them.
func (t *turn) ask(path string, reply func(answers []string) any, questions ...ports.Question) {
	t.silent, t.moved = false, true
	all := &inquiry{path: path, reply: reply, answers: make([]string, len(questions)), missing: len(questions)}
	s := t.session
	s.mu.Lock()
	for i, q := range questions {
		s.questions[q.ID] = openQuestion{all, i}
	}
	s.mu.Unlock()
	for _, q := range questions {
		t.emit(q)
	}
}

// Answer implements ports.AgentSession.
func (s *session) Answer(ctx context.Context, questionID, answer string) error {
	none := fault.New(fault.KindNotFound, "no-question", "the agent does not wait for an answer to %q", questionID)
	s.mu.Lock()
	found, open := s.questions[questionID]
	if !open || s.hasEnded() {
		s.mu.Unlock()
		return none
	}
	delete(s.questions, questionID)
	all := found.inquiry
	all.answers[found.place] = answer
	all.missing--
	answers, whole := slices.Clone(all.answers), all.missing == 0
	s.mu.Unlock()
	if !whole {
		return nil
	}
	err := s.client.call(ctx, http.MethodPost, all.path, all.reply(answers), nil)
	if status := new(statusError); errors.As(err, &status) && status.status == http.StatusNotFound {
		return none.Because(err)
	}
	if err != nil {
		return fault.New(fault.KindUnavailable, "agent-unreachable", "opencode took no answer: %v", err).Because(err)
	}
	return nil
}
