package conversing

import (
	"cmp"
	"context"
	"strings"
	"time"

	"heddle.dev/heddle/app/asking"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// retryEvery is the pause between attempts to store what must not be lost.
const retryEvery = time.Second

// persist repeats work that must not be lost while the store can't take it: a turn whose end is not stored would run for
// ever. It gives up with the session.
func (l *liveSession) persist(ctx context.Context, work func(ctx context.Context) error) error {
	for {
		err := work(ctx)
		if kind := fault.KindOf(err); err == nil || kind != fault.KindUnavailable && kind != fault.KindStorageFull {
			return err
		}
		l.service.log.Warn("what an agent did could not be stored; trying again", "session", l.id, "error", err)
		timer, stop := l.service.clock.After(retryEvery)
		select {
		case <-timer:
		case <-l.givenUp:
			stop()
			return err
		}
	}
}

// endTurn ends a turn, if the session is this server's still.
func (l *liveSession) endTurn(ctx context.Context, turnID string, outcome composition.Outcome, notice string) error {
	return l.change(ctx, func(ctx context.Context, tx ports.Tx, host Host) error {
		return host.EndTurn(ctx, tx, l.row, turnID, outcome, notice)
	})
}

// endResolving ends the wait for whoever takes over what a turn proposed.
func (l *liveSession) endResolving(ctx context.Context, turnID string, outcome composition.Outcome, notice string) error {
	return l.change(ctx, func(ctx context.Context, tx ports.Tx, host Host) error {
		return host.EndResolving(ctx, tx, l.row, turnID, outcome, notice)
	})
}

// change changes the session's turns, if it is there and this server's still.
func (l *liveSession) change(ctx context.Context, do func(ctx context.Context, tx ports.Tx, host Host) error) error {
	host := l.service.hosts.of(l.row)
	err := l.service.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		if err := host.LockTurns(ctx, tx, l.row); err != nil {
			return err
		}
		if owned, err := l.isOwned(ctx, tx); err != nil || !owned {
			return err
		}
		return do(ctx, tx, host)
	})
	if err != nil && fault.KindOf(err) == fault.KindNotFound {
		return nil // the session was deleted
	}
	return err
}

// isOwned tells whether the session exists and nobody has taken it over since this process was started.
func (l *liveSession) isOwned(ctx context.Context, tx ports.Tx) (bool, error) {
	session, err := tx.SessionByID(ctx, l.id)
	if err != nil && fault.KindOf(err) == fault.KindNotFound {
		return false, nil
	}
	return session.OwnerEpoch == l.epoch, err
}

// store appends an event to the conversation and shows it. What comes of a session that is deleted, or another server's
// by now, is dropped.
func (l *liveSession) store(ctx context.Context, event ports.AgentEvent) error {
	return l.storeWith(ctx, event, nil)
}

// storeWith is store together with what the event means besides, if anything.
func (l *liveSession) storeWith(
	ctx context.Context, event ports.AgentEvent, also func(ctx context.Context, tx ports.Tx, turnID string) error,
) error {
	l.mu.Lock()
	turnID := l.turnID
	l.mu.Unlock()
	return l.service.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		if owned, err := l.isOwned(ctx, tx); err != nil || !owned {
			return err
		}
		if err := l.append(ctx, tx, turnID, event); err != nil || also == nil {
			return err
		}
		return also(ctx, tx, turnID)
	})
}

// append appends an event to the conversation.
func (l *liveSession) append(ctx context.Context, tx ports.Tx, turnID string, event ports.AgentEvent) error {
	text, err := ports.EncodeAgentEvent(event)
	if err != nil {
		return err
	}
	return l.service.hosts.of(l.row).StoreEvent(ctx, tx, l.row, composition.SessionEvent{
		SessionID: l.id, Kind: string(event.Kind()), TurnID: turnID, Data: string(text), At: l.service.clock.Now(),
	})
}

// ask stores a question, which people can answer from then on.
func (l *liveSession) ask(ctx context.Context, question ports.Question) error {
	l.mu.Lock()
	l.asking[question.ID], l.askedAt = true, l.service.clock.Now()
	l.mu.Unlock()
	return l.persist(ctx, func(ctx context.Context) error {
		return l.storeWith(ctx, question, func(ctx context.Context, tx ports.Tx, turnID string) error {
			return asking.Open(ctx, tx, l.id, turnID, question, l.service.clock.Now())
		})
	})
}

// addUsage stores what the agent used and counts it towards the turn. What it tells between turns is of the last one.
func (l *liveSession) addUsage(ctx context.Context, used ports.Usage) error {
	l.mu.Lock()
	turnID := cmp.Or(l.turnID, l.lastTurn)
	l.mu.Unlock()
	row := l.row
	row.Model = cmp.Or(row.Model, l.model)
	return l.persist(ctx, func(ctx context.Context) error {
		return l.change(ctx, func(ctx context.Context, tx ports.Tx, host Host) error {
			if err := l.append(ctx, tx, turnID, used); err != nil || turnID == "" {
				return err
			}
			return host.CountUsage(ctx, tx, row, turnID, used)
		})
	})
}

// started stores that the agent is ready. One that begins anew has been shown nothing yet.
func (l *liveSession) started(ctx context.Context, e ports.SessionStarted) error {
	isResumed := e.ResumeID != "" && e.ResumeID == l.row.ResumeID
	l.resumeID, l.model = e.ResumeID, e.Model
	return l.service.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		held, err := tx.UpdateSession(ctx, l.id, l.epoch, composition.SessionRunning, "", l.resumeID)
		if err != nil || !held || isResumed {
			return err
		}
		return tx.ForgetShownItems(ctx, l.id)
	})
}

func (l *liveSession) setStatus(ctx context.Context, status composition.SessionStatus, message string) error {
	return l.service.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.UpdateSession(ctx, l.id, l.epoch, status, message, l.resumeID)
		return err
	})
}

// storable takes out of a process's words what no text column takes.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}
