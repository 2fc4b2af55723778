package apptest

import (
	"context"
	"sync"

	"heddle.dev/heddle/ports"
)

// Scripts is a ports.ScriptRunner that answers as the test says and remembers what it was asked.
type Scripts struct {
	mu     sync.Mutex
	runs   []ports.ScriptRun
	answer func(ctx context.Context, run ports.ScriptRun) (ports.ScriptResult, error)
}

// Answer sets what runs come out as; without it they succeed with an empty object.
func (s *Scripts) Answer(answer func(ctx context.Context, run ports.ScriptRun) (ports.ScriptResult, error)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = answer
}

// AnswerOutputs makes every run succeed with these outputs.
func (s *Scripts) AnswerOutputs(outputs string) {
	s.Answer(func(context.Context, ports.ScriptRun) (ports.ScriptResult, error) {
		return ports.ScriptResult{Outputs: []byte(outputs)}, nil
	})
}

// Runs lists what was run.
func (s *Scripts) Runs() []ports.ScriptRun {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]ports.ScriptRun{}, s.runs...)
}

// Run implements ports.ScriptRunner.
func (s *Scripts) Run(ctx context.Context, run ports.ScriptRun) (ports.ScriptResult, error) {
	s.mu.Lock()
	s.runs = append(s.runs, run)
	answer := s.answer
	s.mu.Unlock()
	if answer == nil {
		return ports.ScriptResult{Outputs: []byte(`{}`)}, nil
	}
	return answer(ctx, run)
}
