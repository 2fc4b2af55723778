package opencode

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync/atomic"
	"time"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/ports"
)

// turn is the answer to one message. But for interrupt, it belongs to the pump.
type turn struct {
	session *session

	wanted  atomic.Bool            // somebody wants it interrupted
	refused atomic.Pointer[string] // the user's answer where it forbade what the CLI asked for
	started bool
	aborted bool // the CLI says that it was
	failed  bool
	silent  bool // nothing was said, and nothing done
	over    bool

	moved bool // something came in this step: each is one request to the model
	empty int  // how many steps before it brought nothing
	idles int
	late  <-chan time.Time // when a turn that went wrong is over in any case

	quiet map[string]bool   // messages whose parts are no news: the user's, and summaries that the CLI makes for itself
	texts map[string]string // text parts that are being written, by what came of them so far
	order []string          // of texts
	tools map[string]bool   // the calls that were told, by whether they still run
	said  map[string]bool   // parts that were told to their end
	fails map[string]int    // how often a call failed
}

func newTurn(s *session) *turn {
	return &turn{
		session: s, silent: true, quiet: map[string]bool{}, texts: map[string]string{}, tools: map[string]bool{},
		said: map[string]bool{}, fails: map[string]int{},
	}
}

func (t *turn) interrupt() { t.wanted.Store(true) }

func (t *turn) emit(e ports.AgentEvent) { t.session.out <- e }

// begin tells that the turn has started, once.
func (t *turn) begin() {
	if !t.started {
		t.started = true
		t.emit(ports.TurnStarted{})
	}
}

// take takes what the CLI tells. Before the turn has begun, that is the rest of the one before.
func (t *turn) take(e event) {
	p := e.Properties
	switch e.Type {
	case statusEvent:
		t.takeStatus(p.Status)
		return
	case messageEvent:
		if p.Info.Role == "user" || p.Info.isSummary() {
			t.quiet[p.Info.ID] = true
		}
		return
	case errorEvent:
		t.takeError(p.Error)
		return
	}
	if !t.started {
		return
	}
	switch e.Type {
	case idleEvent:
		t.takeIdle()
	case partEvent:
		if !t.quiet[p.Part.MessageID] || p.Part.Type == "step-finish" {
			t.takePart(p.Part)
		}
	case partRemovedEvent:
		delete(t.texts, p.PartID)
	case deltaEvent:
		if _, isText := t.texts[p.PartID]; isText && p.Field == "text" && p.Delta != "" {
			t.texts[p.PartID] += p.Delta
			t.emit(ports.TextDelta{Text: p.Delta})
		}
	case permissionEvent:
		t.askPermission(p)
	case questionEvent:
		t.askUser(p)
	}
}

func (t *turn) takeStatus(s status) {
	switch s.Type {
	case "busy":
		t.begin()
		if t.wanted.Load() {
			t.abort() // the interrupt came before there was anything to interrupt
		}
	case "retry":
		t.begin()
		t.retry(s)
	}
}

// longestWait is how long the model server may ask to be left alone within a turn.
const longestWait = time.Minute

func (t *turn) retry(s status) {
	wait := time.Until(time.UnixMilli(s.Next))
	switch {
	case s.Attempt > t.session.config.Retries:
		t.stop(fmt.Sprintf("The model server at %s failed %d times in a row: %s. What was saved is kept; send the message again later.",
			t.session.from.baseURL, s.Attempt, process.Excerpt(s.Message)))
	case wait > longestWait:
		t.stop(fmt.Sprintf("The model server at %s takes no requests for another %s: %s. What was saved is kept; send the message again then.",
			t.session.from.baseURL, wait.Round(time.Second), process.Excerpt(s.Message)))
	default:
		t.emit(ports.AgentError{Warning: true, Message: fmt.Sprintf("The model server failed: %s. Trying again (%d of %d).",
			process.Excerpt(s.Message), s.Attempt, t.session.config.Retries)})
	}
}

// stop ends a turn that makes no way.
func (t *turn) stop(why string) {
	if t.failed {
		return
	}
	t.failed = true
	t.emit(ports.AgentError{Message: why})
	t.abort()
}

// abort asks the CLI to end the turn, and does not keep the pump waiting.
func (t *turn) abort() {
	s := t.session
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), callLimit)
		defer cancel()
		if s.abort(ctx) != nil {
			s.agent.Terminate()
		}
	}()
}

func (t *turn) takeError(e *agentFault) {
	if e == nil {
		return
	}
	if e.Name == "MessageAbortedError" {
		if t.started { // else it is the end of the turn before
			t.aborted = true
		}
		return
	}
	if t.refused.Load() != nil {
		return // the CLI takes the refusal for an error
	}
	if !t.started {
		t.late = time.After(secondIdle) // what does not even begin may have no other end
	}
	t.begin()
	if !t.failed {
		t.failed = true
		t.emit(ports.AgentError{Message: t.session.explain(e)})
	}
}

// takeIdle counts: where something went wrong, what was begun ends between the first idle and the second.
func (t *turn) takeIdle() {
	wrong := t.failed || t.aborted || t.refused.Load() != nil
	if !wrong && t.session.works() {
		return // a late end of the turn before
	}
	t.idles++
	if wrong && t.idles < 2 {
		t.late = time.After(secondIdle)
		return
	}
	t.over = !t.followUp()
}

// sameFailures is how often a call may fail with the same arguments in one turn. The MCP server asks the agent to stop
// before; this is for one that does not listen.
const sameFailures = 5

func (t *turn) countFailure(tool string, state toolState) {
	call := tool + string(state.Input)
	t.fails[call]++
	if t.fails[call] != sameFailures || t.failed {
		return
	}
	t.emit(ports.Question{ID: "loop-" + rand.Text(), Text: fmt.Sprintf(
		"The same call of %s failed %d times: %s How shall the agent go on?", tool, sameFailures, process.Excerpt(state.Error))})
	t.stop(fmt.Sprintf("The agent was stopped: it went on calling %s, which failed %d times in the same way. What was saved is kept; "+
		"tell the agent how to go on.", tool, sameFailures))
}

// tellEnd tells what is left to tell at the end of the turn.
func (t *turn) tellEnd() {
	t.begin()
	for _, id := range t.order {
		if text, unfinished := t.texts[id]; unfinished {
			t.say(id, text)
		}
	}
	for id, running := range t.tools {
		if running {
			t.finishTool(id, "The turn ended before the call did.", true)
		}
	}
	if t.silent && !t.failed && !t.aborted {
		t.failed = true
		t.emit(ports.AgentError{Message: fmt.Sprintf("The model %q said nothing. Send the message again, or choose another model.",
			t.session.from.model.Name)})
	}
}

func (t *turn) outcome() ports.TurnOutcome {
	switch {
	case t.failed:
		return ports.TurnFailed
	case t.aborted && t.wanted.Load():
		return ports.TurnInterrupted
	case t.aborted:
		return ports.TurnFailed
	default:
		return ports.TurnDone
	}
}
