package claudecode

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/ports"
)

// turn is the answer to one message. But for its first members, it belongs to the pump.
type turn struct {
	session *session
	wanted  atomic.Bool    // somebody wants it interrupted
	heard   atomic.Int64   // when something was last heard or told, in nanoseconds since 1970
	sending sync.WaitGroup // of lines to the process
	ending  bool           // nothing more is to be sent; the session's mutex guards it

	begun     bool
	cut       bool // it ended since it was interrupted
	failed    bool
	silent    bool  // nothing was said, and nothing done
	explained *line // what the CLI says about a request that failed
	retries   int   // of the last request

	stream  string          // the id of the answer that is being streamed; empty once it is whole
	held    string          // a text of it that is whole if the answer is
	writing string          // the text that is being written
	calls   map[string]call // those that still run, by their id
	fails   map[string]int  // how often a call failed
	used    tokens          // of the answers so far
	step    tokens          // of the one that is being written
}

// call is a call of a tool.
type call struct{ name, input string }

func newTurn(s *session) *turn {
	t := &turn{session: s, silent: true, calls: map[string]call{}, fails: map[string]int{}}
	t.hear()
	return t
}

func (t *turn) hear() { t.heard.Store(time.Now().UnixNano()) }

// silence is how long nothing has been heard or told.
func (t *turn) silence() time.Duration { return time.Since(time.Unix(0, t.heard.Load())) }

func (t *turn) emit(e ports.AgentEvent) { t.session.out <- e }

// send tells the CLI something and does not keep the pump waiting.
func (t *turn) send(value any) {
	t.sending.Go(func() {
		const limit = 20 * time.Second // for a program that reads at once
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		if t.session.tell(ctx, value) != nil {
			t.session.agent.Terminate()
		}
	})
}

// take takes a line of the CLI. Before the turn has begun, that is the rest of the one before.
func (t *turn) take(l line) {
	if l.Type == systemLine && l.Subtype == "init" {
		t.begin(l)
	}
	if !t.begun {
		return
	}
	switch l.Type {
	case systemLine:
		if l.Subtype == "api_retry" {
			t.retry(l)
		}
	case streamLine:
		t.takeStream(l.Event)
	case assistantLine:
		t.takeAnswer(l)
	case userLine:
		t.takeResults(l.Message)
	case requestLine:
		t.takeRequest(l)
	case cancelLine:
		t.session.takeBack(l.RequestID)
	case resultLine:
		t.takeEnd(l)
	}
}

// begin tells that the turn has begun. The CLI says which of its servers run then.
func (t *turn) begin(l line) {
	if !t.begun {
		t.begun = true
		t.emit(ports.TurnStarted{})
	}
	if t.wanted.Load() {
		t.send(interruption) // the first one may have come before there was anything to interrupt
	}
	states := byName(l.Servers)
	if lost, _ := missing(t.session.spec, states); lost != "" {
		t.session.mourn(lost, states[lost].problem())
	}
}

// longestWait is how long the model server may ask to be left alone within a turn.
const longestWait = time.Minute

func (t *turn) retry(l line) {
	t.retries = l.Attempt
	wait := time.Duration(l.Delay) * time.Millisecond
	switch {
	case wait > longestWait:
		t.stop(fmt.Sprintf("%s takes no requests for another %s (%s). What was saved is kept; send the message again then.",
			t.session.account.server(), wait.Round(time.Second), whatFailed(l)))
	case !isFinal(l.ErrorStatus):
		t.emit(ports.AgentError{Warning: true, Message: fmt.Sprintf("The model server failed: %s. Trying again (%d of %d).",
			whatFailed(l), l.Attempt, t.session.config.Retries)})
	}
}

// giveUp ends a turn in which nothing has been heard for long, unless it waits for a person or a tool.
func (t *turn) giveUp() {
	t.session.mu.Lock()
	asks := len(t.session.open) > 0
	t.session.mu.Unlock()
	if asks || len(t.calls) > 0 {
		return
	}
	if t.failed {
		t.session.agent.Terminate() // it does not even listen
		return
	}
	t.stop(fmt.Sprintf("%s has said nothing for %s. What was saved is kept; send the message again later.",
		t.session.account.server(), t.session.config.Silence))
}

// stop ends a turn that makes no way.
func (t *turn) stop(why string) {
	if t.failed {
		return
	}
	t.failed = true
	t.emit(ports.AgentError{Message: why})
	t.send(interruption)
}

// sameFailures is how often a call may fail with the same arguments in one turn. The MCP server asks the agent to stop
// before; this is for one that does not listen.
const sameFailures = 5

func (t *turn) countFailure(c call, output string) {
	t.fails[c.name+c.input]++
	if t.fails[c.name+c.input] != sameFailures || t.failed {
		return
	}
	t.emit(ports.Question{ID: "loop-" + uuid.NewString(), Text: fmt.Sprintf(
		"The same call of %s failed %d times: %s How shall the agent go on?", c.name, sameFailures, process.Excerpt(output))})
	t.stop(fmt.Sprintf("The agent was stopped: it went on calling %s, which failed %d times in the same way. What was saved is kept; "+
		"tell the agent how to go on.", c.name, sameFailures))
}

// takeEnd tells what is left to tell at the end of the turn.
func (t *turn) takeEnd(l line) {
	t.used, t.step = l.Usage, tokens{} // which is the sum
	broken := !l.IsError && t.stream != "" && t.held != ""
	t.tellRest(l.cost())
	switch {
	case t.failed: // and told why
	case broken:
		t.failed = true
		t.emit(ports.AgentError{Message: fmt.Sprintf("The answer was cut: the connection to the model server broke %d times. "+
			"What was saved is kept; send the message again, and check the address if that does not help.", t.retries+1)})
	case l.IsError && l.Subtype == "error_during_execution" && t.wanted.Load():
		t.cut = true
	case l.IsError:
		t.failed = true
		t.emit(ports.AgentError{Message: t.session.explain(t.explained, l, t.retries+1)})
	case t.silent:
		t.failed = true
		t.emit(ports.AgentError{Message: fmt.Sprintf("The model %q said nothing. Send the message again, or choose another model.",
			t.session.account.model)})
	}
}

// tellRest tells what was not told to its end, and what the turn used.
func (t *turn) tellRest(cost *float64) {
	t.sayHeld(t.stream != "")
	t.sayText(t.writing, true)
	for id := range t.calls {
		t.finish(id, "The turn ended before the call did.", true)
	}
	t.tellUsage(cost)
}

// sayText tells a text; a part where its end did not come.
func (t *turn) sayText(text string, isPart bool) {
	t.writing = ""
	if strings.TrimSpace(text) != "" {
		t.silent = false
		t.emit(ports.Text{Text: text, Partial: isPart})
	}
}

// sayHeld tells the text that was held back until it was known whether it is whole.
func (t *turn) sayHeld(isPart bool) {
	text := t.held
	t.held = ""
	if text != "" {
		t.sayText(text, isPart)
	}
}

func (t *turn) outcome() ports.TurnOutcome {
	switch {
	case t.failed:
		return ports.TurnFailed
	case t.cut:
		return ports.TurnInterrupted
	default:
		return ports.TurnDone
	}
}
