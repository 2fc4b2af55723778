package conversing

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"os"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/jobs"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/sessiontemplate"
	"heddle.dev/heddle/ports"
)

// DeliverMessage is the handler of composing.DeliverMessageJob: it gives a turn's message to the agent, whose process
// is started if need be. When the agent can't be reached, the turn fails and says why.
func (s *Service) DeliverMessage(ctx context.Context, job ports.Job) error {
	var command composing.DeliverMessage
	if err := json.Unmarshal([]byte(job.Args), &command); err != nil {
		return err
	}
	err := s.deliver(ctx, command)
	if fault.CodeOf(err) == codeGone && ctx.Err() == nil {
		err = s.deliver(ctx, command) // the process had ended just before; a new one takes the message
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if full := (fullError{}); errors.As(err, &full) {
		return s.waitInLine(ctx, job, command, full.before)
	}
	s.leaveLine(command.SessionID)
	if errors.Is(err, errElsewhere) {
		return s.handOver(ctx, job, command.SessionID)
	}
	if err != nil && !errors.Is(err, errStopped) { // else the turn has ended
		s.log.Warn("a message could not be given to the agent", "session", command.SessionID, "turn", command.TurnID, "error", err)
		notice := "The agent could not be reached: " + messageOf(err)
		if err := s.endTurn(ctx, sessionOf(command), command.TurnID, notice); err != nil {
			return err
		}
	}
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error { return jobs.Finish(ctx, tx, job) })
}

// deliver gives the message to the session's agent, unless the turn has ended meanwhile.
func (s *Service) deliver(ctx context.Context, command composing.DeliverMessage) error {
	running, err := s.turnRuns(ctx, command)
	if err != nil || !running {
		return err
	}
	session, err := s.ready(ctx, command)
	if err != nil {
		return err
	}
	if running, err = s.assignTurn(ctx, session, command); err != nil || !running {
		return err
	}
	message := command.Message
	if session.isNew() {
		recap, err := s.recap(ctx, command)
		if err != nil {
			return err
		}
		message = session.opening + recap + message
	}
	err = session.send(ctx, command.TurnID, message)
	if fault.CodeOf(err) == codeGone {
		select {
		case <-session.ended: // the next try finds no process and starts one
		case <-ctx.Done():
		}
	}
	return err
}

// codeGone is the code of the fault of an agent that has ended.
const codeGone = "agent-gone"

// turnRuns tells whether the turn still runs.
func (s *Service) turnRuns(ctx context.Context, command composing.DeliverMessage) (running bool, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		running, err = s.hosts.of(sessionOf(command)).Awaits(ctx, tx, command)
		return err
	})
	if err != nil && fault.KindOf(err) == fault.KindNotFound {
		return false, nil // the session was deleted
	}
	return running, err
}

// endTurn ends a turn whose message could not be given to the agent.
func (s *Service) endTurn(ctx context.Context, session composition.Session, turnID, notice string) error {
	err := s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		return s.hosts.of(session).EndTurn(ctx, tx, session, turnID, composition.Failed, notice)
	})
	if err != nil && fault.KindOf(err) == fault.KindNotFound {
		return nil // the session was deleted meanwhile
	}
	return err
}

// recap is what a new process is told before the message.
func (s *Service) recap(ctx context.Context, command composing.DeliverMessage) (recap string, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		recap, err = s.hosts.of(sessionOf(command)).Recap(ctx, tx, command)
		return err
	})
	return recap, err
}

// assignTurn lets the session's agent work on the turn, if it still runs. An agent's calls count for the turn that it
// was given last, so that a late call from an interrupted turn can't land in the next one.
func (s *Service) assignTurn(ctx context.Context, session *liveSession, command composing.DeliverMessage) (running bool, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		host := s.hosts.of(sessionOf(command))
		if err := host.LockTurns(ctx, tx, sessionOf(command)); err != nil {
			return err
		}
		if running, err = host.Awaits(ctx, tx, command); err != nil || !running {
			return err
		}
		held, err := tx.SetSessionTurn(ctx, session.id, session.epoch, command.TurnID)
		if err == nil && !held {
			return errElsewhere
		}
		return err
	})
	return running, err
}

// awaitIdle waits until the agent does nothing; false if it has ended, which it is made to where it takes too long.
func (l *liveSession) awaitIdle(ctx context.Context) (waits bool, err error) {
	busy := l.busy()
	if busy == nil {
		return true, nil
	}
	timer, stop := l.service.clock.After(patience)
	defer stop()
	select {
	case <-busy:
		return true, nil
	case <-l.ended:
	case <-timer:
		l.close(ctx, composition.Interrupted, "")
	case <-ctx.Done():
		return false, ctx.Err()
	}
	return false, nil
}

// launch starts the agent of a session.
func (s *Service) launch(ctx context.Context, session composition.Session, token string) (*liveSession, error) {
	driver, ok := s.drivers[session.Engine]
	if !ok {
		return nil, fault.New(fault.KindUnavailable, "unknown-engine", "the agent engine %q is not available on this server", session.Engine)
	}
	dir := s.sessionDir(session.ID)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fault.New(fault.KindUnavailable, "session-directory", "the session's directory can't be made").Because(err)
	}
	plan, err := s.planFor(ctx, session)
	if err != nil {
		return nil, err
	}
	spec, err := s.specFor(plan, session)
	if err != nil {
		return nil, err
	}
	stamp, err := stampFor(plan.server, plan.secrets)
	if err != nil {
		return nil, err
	}
	if err := s.prepare(ctx, plan, session); err != nil {
		return nil, err
	}
	spec.MCPServers = append([]ports.MCPServer{s.mcpServer(session, token)}, spec.MCPServers...)
	spec.Hidden = s.maskFor(plan, token)
	starting, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	agent, err := driver.Start(starting, spec)
	if err != nil && starting.Err() != nil && ctx.Err() == nil {
		err = tooSlow(session.Engine).Because(err)
	}
	if err != nil {
		return nil, hiddenIn(spec.Hidden, err)
	}
	live := newLiveSession(s, session, agent, spec.Hidden)
	live.origin, live.stamp = originOf(plan, session), stamp
	if session.ResumeID == "" {
		live.opening = openingOf(plan.template.InitialMessage)
	}
	return live, nil
}

// tooSlow is the fault of an agent that is not ready within the limit.
func tooSlow(engine string) *fault.Error {
	return fault.New(fault.KindUnavailable, "agent-start-failed",
		"the engine %q started, and was not ready within %s. Its program may wait for something: try it by hand on the server, install it "+
			"again if it does not answer there either, and send the message again", engine, startLimit)
}

// release gives up a session whose process was not started, and why.
func (s *Service) release(ctx context.Context, session composition.Session, why error) error {
	status, message := composition.SessionError, "the agent could not be started"
	if errors.Is(why, errStopped) {
		status, message = composition.SessionStopped, ""
	}
	return s.store.InTx(context.WithoutCancel(ctx), func(ctx context.Context, tx ports.Tx) error {
		if _, err := tx.UpdateSession(ctx, session.ID, session.OwnerEpoch, status, message, session.ResumeID); err != nil {
			return err
		}
		_, err := tx.ReleaseSession(ctx, session.ID, session.OwnerEpoch)
		return err
	})
}

// take makes this server the session's owner and gives it a token that no earlier process knows. It is refused where
// the session is at another epoch than the given one.
func (s *Service) take(ctx context.Context, sessionID string, epoch int64) (session composition.Session, token string, err error) {
	random := make([]byte, 32)
	if _, err := rand.Read(random); err != nil {
		return session, "", err
	}
	token = base64.RawURLEncoding.EncodeToString(random)
	err = s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		now := s.clock.Now()
		taken, err := tx.TakeSession(ctx, sessionID, s.owner(), now, now.Add(lease))
		if err != nil {
			return err
		}
		if !taken {
			return errElsewhere
		}
		if session, err = tx.SessionByID(ctx, sessionID); err != nil {
			return err
		}
		if epoch != anyEpoch && session.OwnerEpoch != epoch+1 { // which taking it has raised
			return errOvertaken
		}
		if _, err := tx.UpdateSession(ctx, sessionID, session.OwnerEpoch, composition.SessionStarting, "", session.ResumeID); err != nil {
			return err
		}
		_, err = tx.SetSessionToken(ctx, sessionID, session.OwnerEpoch, composing.HashToken(token))
		return err
	})
	return session, token, err
}

// MCPServerName is the name of the MCP server with Heddle's own tools.
const MCPServerName = sessiontemplate.HeddleServer

func (s *Service) mcpServer(session composition.Session, token string) ports.MCPServer {
	env := map[string]string{"HEDDLE_SERVER": s.config.ServerURL(), "HEDDLE_SESSION_TOKEN": token}
	if session.IsOwn() {
		env["HEDDLE_SESSION_ID"] = session.ID
	} else {
		env["HEDDLE_COMPOSITION_ID"] = session.CompositionID
	}
	return ports.MCPServer{Name: MCPServerName, Command: s.config.MCP[0], Args: s.config.MCP[1:], Env: env}
}

func (s *Service) forget(session *liveSession) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.live[session.id] == session {
		delete(s.live, session.id)
	}
}

// Interrupt is the handler of composing.InterruptJob: it tells the agent to stop what it does in a turn that ended,
// and ends a start that was for it.
func (s *Service) Interrupt(ctx context.Context, job ports.Job) error {
	var command composing.Interrupt
	if err := json.Unmarshal([]byte(job.Args), &command); err != nil {
		return err
	}
	s.mu.Lock()
	session := s.live[command.SessionID]
	s.mu.Unlock()
	stopped := s.stopBeginnings(errStopped, func(b *beginning) bool {
		return b.sessionID == command.SessionID && b.turnID == command.TurnID
	})
	switch {
	case session != nil:
		if err := session.interrupt(ctx, command.TurnID); err != nil {
			return err
		}
	case len(stopped) == 0:
		elsewhere, err := s.runsElsewhere(ctx, command.SessionID)
		if err != nil {
			return err
		}
		if elsewhere {
			return s.handOver(ctx, job, command.SessionID)
		}
	}
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error { return jobs.Finish(ctx, tx, job) })
}

func (l *liveSession) interrupt(ctx context.Context, turnID string) error {
	l.mu.Lock()
	current := l.turnID
	l.mu.Unlock()
	if current != turnID {
		return nil
	}
	return l.agent.Interrupt(ctx)
}

// EndSession is the handler of composing.EndSessionJob: it ends the process, or its start, and removes the session's
// directory.
func (s *Service) EndSession(ctx context.Context, job ports.Job) error {
	var command composing.EndSession
	if err := json.Unmarshal([]byte(job.Args), &command); err != nil {
		return err
	}
	for _, b := range s.stopBeginnings(errStopped, func(b *beginning) bool { return b.sessionID == command.SessionID }) {
		if err := b.wait(ctx); err != nil {
			return err
		}
	}
	s.mu.Lock()
	session := s.live[command.SessionID]
	s.mu.Unlock()
	if session != nil {
		session.close(ctx, composition.Interrupted, "")
	}
	if err := os.RemoveAll(s.sessionDir(command.SessionID)); err != nil {
		return err
	}
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error { return jobs.Finish(ctx, tx, job) })
}

func messageOf(err error) string {
	if f := fault.As(err); f != nil {
		return f.Message
	}
	return err.Error()
}
