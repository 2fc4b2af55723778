// Package conversing keeps the agent sessions of this server: it starts their processes, gives them what people say,
// and stores what they answer.
//
// A session's process lives on one server at a time, its owner, which holds a lease on the session's row. An owner
// that can't renew its leases ends its processes; a session whose lease has passed is anybody's to start again, and
// the turn that ran in it is abandoned.
package conversing

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

const (
	lease      = 10 * time.Second
	renewEvery = lease / 3
	// startLimit bounds how long an agent may take to be ready, patience how long one may take to end a turn that was
	// interrupted before its process is ended instead.
	startLimit = 30 * time.Second
	patience   = 5 * time.Second
)

// Config is what an installation sets.
type Config struct {
	Owner     string        // names this process among all that share the store
	Dir       string        // where sessions have their working directories
	ServerURL func() string // where agents reach this server
	MCP       []string      // the command of the MCP server that agents start as their child
}

// Service is the agent sessions of one server.
type Service struct {
	store     ports.Store
	clock     ports.Clock
	composing *composing.Service
	drivers   map[string]ports.AgentDriver // by engine
	config    Config
	log       *slog.Logger

	mu   sync.Mutex
	live map[string]*liveSession // by session id
}

// New makes the service.
func New(
	store ports.Store, clock ports.Clock, composing *composing.Service, drivers map[string]ports.AgentDriver, config Config, log *slog.Logger,
) *Service {
	return &Service{
		store: store, clock: clock, composing: composing, drivers: drivers, config: config, log: log, live: map[string]*liveSession{},
	}
}

// Run keeps leases and takes care of what other servers left, until the context ends; then it ends every session.
func (s *Service) Run(ctx context.Context) {
	lastRenewed := s.clock.Now()
	for ctx.Err() == nil {
		now := s.clock.Now()
		if err := s.renew(ctx, now); err == nil {
			lastRenewed = now
		} else if now.Sub(lastRenewed) > lease {
			s.log.Error("the leases of agent sessions could not be renewed; their processes are ended", "error", err)
			s.closeAll(ctx, "The server lost its database, so the agent was stopped.")
		}
		if err := s.sweep(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("abandoned agent sessions could not be looked for", "error", err)
		}
		timer, stop := s.clock.After(renewEvery)
		select {
		case <-timer:
		case <-ctx.Done():
		}
		stop()
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	s.closeAll(ending, "The server was stopped while the AI was working.")
}

func (s *Service) renew(ctx context.Context, now time.Time) error {
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		return tx.RenewSessions(ctx, s.config.Owner, now.Add(lease))
	})
}

// sweep abandons the turns of sessions whose owner let its lease pass.
func (s *Service) sweep(ctx context.Context) error {
	var expired []composition.Session
	err := s.store.View(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		expired, err = tx.ListExpiredSessions(ctx, s.clock.Now())
		return err
	})
	if err != nil {
		return err
	}
	for _, session := range expired {
		if err := s.abandon(ctx, session); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) abandon(ctx context.Context, session composition.Session) error {
	var turnID string
	err := s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		c, err := tx.LockComposition(ctx, session.CompositionID)
		if err != nil {
			return err
		}
		turnID = c.CurrentTurnID
		_, err = tx.ReleaseSession(ctx, session.ID, session.OwnerEpoch)
		return err
	})
	if err != nil && fault.KindOf(err) != fault.KindNotFound {
		return err
	}
	s.log.Info("an agent session was left behind by its server", "session", session.ID, "turn", turnID)
	if turnID == "" {
		return nil
	}
	return s.composing.EndTurn(ctx, session.CompositionID, turnID, composition.Abandoned,
		"The server that ran the agent went away. What was saved is kept; send the message again to go on.")
}

func (s *Service) closeAll(ctx context.Context, notice string) {
	s.mu.Lock()
	sessions := make([]*liveSession, 0, len(s.live))
	for _, session := range s.live {
		sessions = append(sessions, session)
	}
	s.mu.Unlock()
	var closing sync.WaitGroup
	for _, session := range sessions {
		closing.Go(func() { session.close(ctx, composition.Abandoned, notice) })
	}
	closing.Wait()
}
