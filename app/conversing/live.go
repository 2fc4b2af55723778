package conversing

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/secret"
	"heddle.dev/heddle/ports"
)

// liveSession is an agent process of this server.
type liveSession struct {
	service  *Service
	id       string
	row      composition.Session // as it was when the process was started
	epoch    int64
	agent    ports.AgentSession
	opening  string // what stands in front of its first message
	origin   origin
	stamp    stamp // of its origin, when it was started
	mask     *secret.Mask
	resumeID string // what the engine needs to resume; used by the pump only
	model    string // that the agent told it has; used by the pump only
	writing  writing
	ended    chan struct{} // closed when the process is gone and everything about it is stored or given up
	givenUp  chan struct{} // closed when nobody waits for the store any more

	mu        sync.Mutex
	turnID    string        // of the turn that the agent works on
	lastTurn  string        // of the one that it was done with last; its change set may still be being applied
	turnDone  chan struct{} // closed when it is done with that turn; nil while it has none
	idleSince time.Time     // when it was started, or done with its last turn
	parked    bool          // it gets no more turns, since it was idle for too long
	trouble   string        // the last error that the agent told
	warning   string        // the last that it told as a warning
	outcome   composition.Outcome
	notice    string
	answered  map[string]bool // the questions that the agent got answers to
	asking    map[string]bool // the questions of the turn that it waits for answers to
	askedAt   time.Time       // when it asked the last of them
}

func newLiveSession(s *Service, session composition.Session, agent ports.AgentSession, mask *secret.Mask) *liveSession {
	l := &liveSession{
		service: s, id: session.ID, row: session, epoch: session.OwnerEpoch, agent: agent,
		resumeID: session.ResumeID, ended: make(chan struct{}), givenUp: make(chan struct{}), idleSince: s.clock.Now(),
		mask: mask, writing: writing{clock: s.clock}, answered: map[string]bool{}, asking: map[string]bool{},
	}
	l.writing.coming = mask.Stream(l.writing.add)
	return l
}

// begin notes that the agent works on a turn now; it can't when it was parked meanwhile.
func (l *liveSession) begin(turnID string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.parked {
		return fault.New(fault.KindUnavailable, codeGone, "the agent was idle for long and has just been ended")
	}
	l.turnID, l.turnDone, l.trouble, l.warning = turnID, make(chan struct{}), "", ""
	return nil
}

// send gives the agent the message of a turn.
func (l *liveSession) send(ctx context.Context, turnID, message string) error {
	if err := l.begin(turnID); err != nil {
		return err
	}
	err := hiddenIn(l.mask, l.agent.Send(ctx, message))
	if err != nil {
		l.done()
	}
	return err
}

// isNew tells whether the agent has had no turn yet.
func (l *liveSession) isNew() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lastTurn == ""
}

// busy answers a channel that is closed when the agent is done with what it does; nil if it does nothing.
func (l *liveSession) busy() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.turnDone
}

// done notes that the agent is done with its turn, and answers which it was.
func (l *liveSession) done() (turnID string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.turnDone != nil {
		close(l.turnDone)
	}
	turnID = l.turnID
	if turnID != "" {
		l.lastTurn = turnID
	}
	l.turnID, l.turnDone, l.idleSince = "", nil, l.service.clock.Now()
	clear(l.asking)
	return turnID
}

// hear keeps what an agent says of its troubles, for the end of the turn.
func (l *liveSession) hear(e ports.AgentError) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e.Warning {
		l.warning = storable(e.Message)
	} else {
		l.trouble = storable(e.Message)
	}
}

// noticeOf is the agent's own account of how its turn ended. A turn that failed without an error has at least been
// warned of.
func (l *liveSession) noticeOf(outcome ports.TurnOutcome) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.trouble == "" && outcome == ports.TurnFailed {
		return l.warning
	}
	return l.trouble
}

// giveUp makes what can't be stored at once be left to whoever finds the session's lease passed.
func (l *liveSession) giveUp() {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.givenUp:
	default:
		close(l.givenUp)
	}
}

// close ends the process and waits until that is stored, or the context ends; the turn that it works on ends with the
// outcome and notice.
func (l *liveSession) close(ctx context.Context, outcome composition.Outcome, notice string) {
	l.mu.Lock()
	l.outcome, l.notice = outcome, notice
	l.mu.Unlock()
	if err := l.agent.Close(ctx); err != nil {
		l.service.log.Warn("an agent process did not end well", "session", l.id, "error", err)
	}
	select {
	case <-l.ended:
	case <-ctx.Done():
	}
}

// pump stores and shows what the agent says, in order, until its process is gone.
func (l *liveSession) pump(ctx context.Context) {
	defer close(l.ended)
	defer l.service.leavePlace()
	events := l.agent.Events()
	for {
		select {
		case event, more := <-events:
			if !more {
				return
			}
			event = hidden(l.mask, event)
			l.tellBefore(ctx, event)
			if err := l.take(ctx, event); err != nil {
				l.service.log.Error("an agent's event could not be stored", "session", l.id, "event", event.Kind(), "error", err)
			}
		case <-l.writing.due:
			l.tellWritten(ctx)
		}
	}
}

func (l *liveSession) take(ctx context.Context, event ports.AgentEvent) error {
	switch e := event.(type) {
	case ports.TextDelta:
		l.writing.coming.Write([]byte(e.Text))
		return nil // what is stored is the whole text, which follows
	case ports.SessionStarted:
		return l.started(ctx, e)
	case ports.Text:
		l.writing.unfinished() // it is in the whole
		return l.store(ctx, event)
	case ports.AgentError:
		l.hear(e)
		return l.store(ctx, event)
	case ports.Question:
		return l.ask(ctx, e)
	case ports.Usage:
		return l.addUsage(ctx, e)
	case ports.TurnComplete:
		err := errors.Join(l.storeUnfinished(ctx), l.persist(ctx, func(ctx context.Context) error { return l.store(ctx, event) }))
		outcome, notice := l.ending(outcomeOf(e.Outcome), l.noticeOf(e.Outcome))
		turnID := l.done()
		return errors.Join(err, l.persist(ctx, func(ctx context.Context) error { return l.endTurn(ctx, turnID, outcome, notice) }))
	case ports.Exit:
		return errors.Join(l.storeUnfinished(ctx), l.exit(ctx, e))
	default:
		return l.store(ctx, event)
	}
}

// ending is how a turn ends: as whoever closes the session says, or else as the agent tells it.
func (l *liveSession) ending(outcome composition.Outcome, notice string) (composition.Outcome, string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.outcome != "" && outcome != composition.Completed {
		return l.outcome, l.notice
	}
	return outcome, notice
}

func outcomeOf(outcome ports.TurnOutcome) composition.Outcome {
	switch outcome {
	case ports.TurnDone:
		return composition.Completed
	case ports.TurnInterrupted:
		return composition.Interrupted
	default:
		return composition.Failed
	}
}

// lastWords is what a process wrote in the end, which may or may not tell why it ended.
func lastWords(e ports.Exit) string {
	said := strings.TrimSpace(e.Message)
	if said == "" {
		return ""
	}
	return " Its last words: " + said
}

// exit stores that the process is gone. A turn that it worked on can't go on.
func (l *liveSession) exit(ctx context.Context, e ports.Exit) error {
	l.service.forget(l)
	turnID := l.done()
	l.mu.Lock()
	outcome, notice, parked, lastTurn := l.outcome, l.notice, l.parked, l.lastTurn
	l.mu.Unlock()
	status, message := composition.SessionStopped, ""
	switch {
	case parked:
		status = composition.SessionParked
	case outcome == "":
		outcome = composition.Failed
		when := "before its turn was over; what was saved is kept, and the next message starts it anew"
		if turnID == "" {
			when = "between turns; the next message starts another"
		}
		notice = storable(fmt.Sprintf("The agent's process ended with code %d %s.%s", e.Code, when, lastWords(e)))
		if e.Code != 0 {
			status, message = composition.SessionError, notice
		}
	}
	return l.persist(ctx, func(ctx context.Context) error {
		if err := l.endTurn(ctx, turnID, outcome, notice); err != nil {
			return err
		}
		if !parked { // else it can be asked again, and starts for that
			if err := l.endResolving(ctx, lastTurn, outcome, notice); err != nil {
				return err
			}
		}
		if err := l.setStatus(ctx, status, message); err != nil {
			return err
		}
		return l.service.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
			_, err := tx.ReleaseSession(ctx, l.id, l.epoch)
			return err
		})
	})
}
