// Package agenttest is the contract of ports.AgentDriver as tests, for the driver
// of every engine to pass.
package agenttest

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// patience is how long the suite waits for an event before it fails.
const patience = time.Minute

// Setup is a driver together with what its engine needs to be tested.
type Setup struct {
	Driver ports.AgentDriver
	Spec   ports.SessionSpec
	Short  string // a message whose turn says a text, calls a tool and ends by itself
	Long   string // a message whose turn calls a tool and goes on until it is interrupted
	Ask    string // a message whose turn asks a question, waits for the answer, says it again and ends

	// Used is how many tokens the model has counted so far, for Short only; nil for an engine that uses no model.
	Used func() int64

	// Processes counts what the driver's sessions started and what still lives.
	Processes func() int
}

// Run checks the driver that open gives for each test.
func Run(t *testing.T, open func(t *testing.T) Setup) {
	t.Helper()
	for name, test := range map[string]func(*testing.T, Setup, *session){
		"a session starts with session-started":     testStart,
		"events of a turn come in order":            testOrder,
		"one turn-complete for each message":        testTurns,
		"a message during a turn is refused":        testBusy,
		"interrupt ends the turn, not the session":  testInterrupt,
		"interrupt without a turn does nothing":     testIdleInterrupt,
		"close ends everything and exit comes once": testClose,
		"close during a turn ends everything":       testCloseBusy,
		"a message after the exit is refused":       testGone,
		"long messages arrive":                      testLong,
		"an answer lets the turn go on":             testAnswer,
		"a question is answered once":               testAnswerOnce,
		"interrupt takes a question back":           testInterruptQuestion,
		"usage adds up over turns and a resume":     testUsage,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			setup := open(t)
			test(t, setup, start(t, setup))
		})
	}
	t.Run("a start that is cancelled leaves nothing", func(t *testing.T) {
		t.Parallel()
		setup := open(t)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := setup.Driver.Start(ctx, setup.Spec); err == nil {
			t.Error("a cancelled start gave a session")
		}
		wantNoProcesses(t, setup)
	})
}

// session reads the events of an agent session for a test.
type session struct {
	t *testing.T
	ports.AgentSession
}

func start(t *testing.T, setup Setup) *session {
	t.Helper()
	agent, err := setup.Driver.Start(t.Context(), setup.Spec)
	if err != nil {
		t.Fatal(err)
	}
	s := &session{t: t, AgentSession: agent}
	t.Cleanup(func() {
		go s.rest()
		if err := agent.Close(context.Background()); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

// next is the next event; nil when there are no more.
func (s *session) next() ports.AgentEvent {
	s.t.Helper()
	select {
	case event := <-s.Events():
		return event
	case <-time.After(patience):
		s.t.Fatal("no event came")
		return nil
	}
}

// until reads up to the first event of a kind.
func (s *session) until(kind ports.AgentEventKind) []ports.AgentEvent {
	s.t.Helper()
	var events []ports.AgentEvent
	for {
		event := s.next()
		if event == nil {
			s.t.Fatalf("the events ended before %s, after %v", kind, kinds(events))
		}
		events = append(events, event)
		if event.Kind() == kind {
			return events
		}
	}
}

// rest reads to the end.
func (s *session) rest() []ports.AgentEvent {
	var events []ports.AgentEvent
	for event := range s.Events() {
		events = append(events, event)
	}
	return events
}

func (s *session) send(message string) {
	s.t.Helper()
	if err := s.Send(s.t.Context(), message); err != nil {
		s.t.Fatal(err)
	}
}

func kinds(events []ports.AgentEvent) []ports.AgentEventKind {
	list := make([]ports.AgentEventKind, len(events))
	for i, event := range events {
		list[i] = event.Kind()
	}
	return list
}

func testStart(t *testing.T, _ Setup, s *session) {
	if first := s.next(); first == nil || first.Kind() != ports.SessionStartedEvent {
		t.Errorf("the first event is %#v", first)
	}
}

func testOrder(t *testing.T, setup Setup, s *session) {
	s.until(ports.SessionStartedEvent)
	s.send(setup.Short)
	events := s.until(ports.TurnCompleteEvent)
	if events[0].Kind() != ports.TurnStartedEvent {
		t.Errorf("a turn begins with %s", events[0].Kind())
	}
	running, finished, texts := map[string]bool{}, 0, 0
	written := ""
	for _, event := range events {
		switch e := event.(type) {
		case ports.TextDelta:
			written += e.Text
		case ports.Text:
			if texts++; written != "" && written != e.Text { // engines need not write in pieces
				t.Errorf("the pieces %q came before the text %q", written, e.Text)
			}
			written = ""
		case ports.ToolStarted:
			running[e.ID] = true
		case ports.ToolFinished:
			if !running[e.ID] {
				t.Errorf("tool %s finished without having started", e.ID)
			}
			delete(running, e.ID)
			finished++
		}
	}
	if len(running) > 0 || finished == 0 || texts == 0 {
		t.Errorf("calls without an end: %v; finished %d; texts %d; events %v", running, finished, texts, kinds(events))
	}
	if written != "" {
		t.Errorf("no text came after the pieces %q", written)
	}
	wantOutcome(t, events, ports.TurnDone)
}

func wantOutcome(t *testing.T, events []ports.AgentEvent, want ports.TurnOutcome) {
	t.Helper()
	if last, ok := events[len(events)-1].(ports.TurnComplete); !ok || last.Outcome != want {
		t.Errorf("the turn ended with %#v, want %s", events[len(events)-1], want)
	}
}

func testTurns(t *testing.T, setup Setup, s *session) {
	const messages = 3
	for range messages {
		s.send(setup.Short)
		s.until(ports.TurnCompleteEvent)
	}
	go func() { _ = s.Close(context.Background()) }()
	for _, event := range s.rest() {
		if event.Kind() == ports.TurnCompleteEvent {
			t.Error("a turn-complete too many")
		}
	}
}

func testBusy(t *testing.T, setup Setup, s *session) {
	s.send(setup.Long)
	s.until(ports.ToolStartedEvent)
	if err := s.Send(t.Context(), setup.Short); fault.CodeOf(err) != "turn-running" || fault.KindOf(err) != fault.KindConflict {
		t.Errorf("err = %v, want turn-running", err)
	}
}

func testInterrupt(t *testing.T, setup Setup, s *session) {
	s.send(setup.Long)
	s.until(ports.ToolStartedEvent)
	for range 2 {
		if err := s.Interrupt(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	wantOutcome(t, s.until(ports.TurnCompleteEvent), ports.TurnInterrupted)
	s.send(setup.Short)
	wantOutcome(t, s.until(ports.TurnCompleteEvent), ports.TurnDone)
}

func testIdleInterrupt(t *testing.T, setup Setup, s *session) {
	if err := s.Interrupt(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.send(setup.Short)
	wantOutcome(t, s.until(ports.TurnCompleteEvent), ports.TurnDone)
}

func testClose(t *testing.T, setup Setup, s *session) {
	s.until(ports.SessionStartedEvent)
	if setup.Processes() == 0 {
		t.Error("no process runs; the counter of the setup is of no use")
	}
	closeAndCheck(t, setup, s)
}

func testCloseBusy(t *testing.T, setup Setup, s *session) {
	s.send(setup.Long)
	s.until(ports.ToolStartedEvent)
	closeAndCheck(t, setup, s)
}

func closeAndCheck(t *testing.T, setup Setup, s *session) {
	t.Helper()
	events := make(chan []ports.AgentEvent, 1)
	go func() { events <- s.rest() }()
	for range 2 {
		if err := s.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
	wantNoProcesses(t, setup)
	exits := 0
	all := <-events
	for _, event := range all {
		if event.Kind() == ports.ExitEvent {
			exits++
		}
	}
	if exits != 1 || all[len(all)-1].Kind() != ports.ExitEvent {
		t.Errorf("after close came %v, want one exit at the end", kinds(all))
	}
}

func wantNoProcesses(t *testing.T, setup Setup) {
	t.Helper()
	if n := setup.Processes(); n != 0 {
		t.Errorf("%d processes are left", n)
	}
}

func testGone(t *testing.T, setup Setup, s *session) {
	go s.rest()
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Send(t.Context(), setup.Short); fault.CodeOf(err) != "agent-gone" || fault.KindOf(err) != fault.KindUnavailable {
		t.Errorf("err = %v, want agent-gone", err)
	}
	if err := s.Interrupt(t.Context()); err != nil {
		t.Errorf("interrupt after the exit: %v", err)
	}
}

func testLong(t *testing.T, setup Setup, s *session) {
	padding := make([]byte, 3<<20)
	for i := range padding {
		padding[i] = ' '
	}
	s.send(setup.Short + string(padding))
	wantOutcome(t, s.until(ports.TurnCompleteEvent), ports.TurnDone)
}

// ask has the agent ask its question.
func (s *session) ask(setup Setup) ports.Question {
	s.t.Helper()
	s.send(setup.Ask)
	asked := s.until(ports.QuestionEvent)
	question, _ := asked[len(asked)-1].(ports.Question)
	if question.ID == "" || question.Text == "" {
		s.t.Fatalf("the question is %+v", question)
	}
	return question
}

func testAnswer(t *testing.T, setup Setup, s *session) {
	const answer = "the blue one"
	ids := map[string]bool{}
	for range 2 {
		question := s.ask(setup)
		ids[question.ID] = true
		if err := s.Answer(t.Context(), question.ID, answer); err != nil {
			t.Fatal(err)
		}
		events := s.until(ports.TurnCompleteEvent)
		wantOutcome(t, events, ports.TurnDone)
		if !slices.ContainsFunc(events, func(e ports.AgentEvent) bool {
			text, ok := e.(ports.Text)
			return ok && strings.Contains(text.Text, answer)
		}) {
			t.Errorf("the answer is not said again in %v", events)
		}
	}
	if len(ids) != 2 {
		t.Errorf("two questions have the ids %v", ids)
	}
}

func testAnswerOnce(t *testing.T, setup Setup, s *session) {
	wantNoQuestion(t, s, "never-asked")
	question := s.ask(setup)
	wantNoQuestion(t, s, question.ID+"-other")
	if err := s.Answer(t.Context(), question.ID, "one"); err != nil {
		t.Fatal(err)
	}
	wantNoQuestion(t, s, question.ID)
	s.until(ports.TurnCompleteEvent)
	wantNoQuestion(t, s, question.ID)
}

func wantNoQuestion(t *testing.T, s *session, id string) {
	t.Helper()
	if err := s.Answer(t.Context(), id, "two"); fault.CodeOf(err) != "no-question" || fault.KindOf(err) != fault.KindNotFound {
		t.Errorf("err = %v, want no-question", err)
	}
}

func testInterruptQuestion(t *testing.T, setup Setup, s *session) {
	question := s.ask(setup)
	if err := s.Interrupt(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantOutcome(t, s.until(ports.TurnCompleteEvent), ports.TurnInterrupted)
	wantNoQuestion(t, s, question.ID)
	s.send(setup.Short)
	wantOutcome(t, s.until(ports.TurnCompleteEvent), ports.TurnDone)
}
