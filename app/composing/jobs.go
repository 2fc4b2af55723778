package composing

import (
	"context"
	"time"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/ports"
)

// The kinds of jobs by which composing tells agent sessions what to do. They are stored with the change that causes
// them, so a crash between the two loses nothing.
const (
	DeliverMessageJob = "deliver-message"
	DeliverAnswerJob  = "deliver-answer"
	InterruptJob      = "interrupt-turn"
	RestartSessionJob = "restart-session"
	EndSessionJob     = "end-session"
	StopWaitingJob    = "stop-waiting"
)

// DeliverMessage asks to give a turn's message to its agent.
type DeliverMessage struct {
	CompositionID string `json:"compositionId"`
	SessionID     string `json:"sessionId"`
	TurnID        string `json:"turnId"`
	Message       string `json:"message"`
	Reprompt      bool   `json:"reprompt,omitzero"` // it asks once more in a turn that the agent had ended
}

// DeliverAnswer asks to give a person's answer to the agent that asked.
type DeliverAnswer struct {
	CompositionID string `json:"compositionId"`
	SessionID     string `json:"sessionId"`
	TurnID        string `json:"turnId"`
	QuestionID    string `json:"questionId"`
	Question      string `json:"question"` // its text
	Answer        string `json:"answer"`
	UserID        string `json:"userId"` // who answered
}

// Interrupt asks the agent to stop what it does in a turn that has ended.
type Interrupt struct {
	SessionID string `json:"sessionId"`
	TurnID    string `json:"turnId"`
}

// RestartSession asks to end the process that a session had up to an epoch, and to start another.
type RestartSession struct {
	SessionID string `json:"sessionId"`
	Epoch     int64  `json:"epoch"`
}

// EndSession asks to end a session's process and remove its directory.
type EndSession struct {
	SessionID string `json:"sessionId"`
}

// StopWaiting asks to make a composition idle when its editor has not answered in time.
type StopWaiting struct {
	CompositionID string `json:"compositionId"`
	TurnID        string `json:"turnId"`
}

// jobAttempts bounds how often an agent command is tried while the store does not take its outcome: as good as always,
// since a turn waits for it.
const jobAttempts = 1000

// command is what a job tells an agent session.
type command interface{ session() string }

func (c DeliverMessage) session() string { return c.SessionID }
func (c DeliverAnswer) session() string  { return c.SessionID }
func (c Interrupt) session() string      { return c.SessionID }
func (c RestartSession) session() string { return c.SessionID }
func (c EndSession) session() string     { return c.SessionID }

func (s *Service) enqueue(ctx context.Context, tx ports.Tx, kind string, args any, key string) error {
	return s.enqueueAt(ctx, tx, kind, args, key, s.clock.Now())
}

func (s *Service) enqueueAt(ctx context.Context, tx ports.Tx, kind string, args any, key string, at time.Time) error {
	return Enqueue(ctx, tx, ports.Job{ID: s.newID(), Kind: kind, UniqueKey: key, RunAt: at, CreatedAt: s.clock.Now()}, args)
}

// Enqueue stores a job with its arguments, meant for the server that runs the agent where it is a command to one.
func Enqueue(ctx context.Context, tx ports.Tx, job ports.Job, args any) error {
	text, err := json.Marshal(args)
	if err != nil {
		return err
	}
	target, err := targetOf(ctx, tx, args)
	if err != nil {
		return err
	}
	job.Args, job.MaxAttempts, job.Target = string(text), jobAttempts, target
	_, err = tx.Enqueue(ctx, job)
	return err
}

// targetOf is the server that a job is meant for: a command goes to the one that runs the session's agent, if any does.
func targetOf(ctx context.Context, tx ports.Tx, args any) (string, error) {
	c, ok := args.(command)
	if !ok {
		return "", nil
	}
	session, err := tx.SessionByID(ctx, c.session())
	return session.Server(), err
}
