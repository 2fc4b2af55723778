// Package conversing keeps the agent sessions of this server: it starts their processes, gives them what people say,
// and stores what they answer.
//
// A session's process lives on one server at a time, its owner, which holds a lease on the session's row. An owner
// that can't renew its leases ends its processes; a session whose lease has passed is anybody's to start again, and
// the turn that ran in it is abandoned.
package conversing

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"heddle.dev/heddle/app/engines"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

const (
	lease      = 10 * time.Second
	renewEvery = lease / 3
	// startLimit bounds how long an agent may take to be ready, patience how long one may take to end a turn that was
	// interrupted before its process is ended instead.
	startLimit = time.Minute
	patience   = 5 * time.Second
)

// Config is what an installation sets.
type Config struct {
	Owner     string        // names this process among all that share the store
	Dir       string        // where sessions have their working directories
	ServerURL func() string // where agents reach this server
	MCP       []string      // the command of the MCP server that agents start as their child
	Most      int           // agents that live on this server at once; 0 for no bound
	Idle      time.Duration // how long an agent's process waits for a message until it is ended; 0 for as long as it takes

	// Keys are those that engines have from the settings. Nothing that a session says shows them.
	Keys []string

	// What session templates need: Scripts runs their init scripts, LookPath finds the programs of their MCP servers.
	Scripts  ports.ScriptRunner
	Secrets  Secrets
	LookPath func(program string) (string, error)
}

// Service is the agent sessions of one server.
type Service struct {
	store   ports.Store
	clock   ports.Clock
	hosts   Hosts
	engines *engines.Service
	drivers map[string]ports.AgentDriver // by engine
	config  Config
	log     *slog.Logger

	mu         sync.Mutex
	live       map[string]*liveSession // by session id
	beginnings map[string]*beginning   // by session id
	places     places
	term       int // counts how often this server lost its leases
}

// New makes the service.
func New(
	store ports.Store, clock ports.Clock, hosts Hosts, engines *engines.Service, drivers map[string]ports.AgentDriver, config Config,
	log *slog.Logger,
) *Service {
	return &Service{
		store: store, clock: clock, hosts: hosts, engines: engines, drivers: drivers, config: config, log: log,
		live: map[string]*liveSession{}, beginnings: map[string]*beginning{}, places: places{most: config.Most},
	}
}

// Run keeps leases and takes care of what other servers left, until the context ends; then it ends every session.
func (s *Service) Run(ctx context.Context) {
	if err := s.sweepDirs(ctx); err != nil && ctx.Err() == nil {
		s.log.Warn("the directories of sessions that are gone could not be removed", "error", err)
	}
	lastRenewed := s.clock.Now()
	for ctx.Err() == nil {
		now := s.clock.Now()
		if err := s.renew(ctx, now); err == nil {
			lastRenewed = now
			s.endLost(ctx)
			s.parkIdle(ctx)
		} else if now.Sub(lastRenewed) >= lease-renewEvery {
			s.log.Error("the leases of agent sessions could not be renewed; their processes are ended", "error", err)
			s.closeAll(ctx, "The server lost its database, so the agent was stopped.")
			s.resign()
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
	ctx, cancel := context.WithTimeout(ctx, renewEvery)
	defer cancel()
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		return tx.RenewSessions(ctx, s.owner(), now.Add(lease))
	})
}

// owner is the name under which this server holds leases.
func (s *Service) owner() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprintf("%s/%d", s.config.Owner, s.term)
}

// resign makes this server another owner. The sessions that it had ended without being able to store it are never
// renewed again then, so that their leases pass and their turns are abandoned.
func (s *Service) resign() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.term++
}

// endLost ends the processes, and their starts, of sessions that are deleted, or another server's by now.
func (s *Service) endLost(ctx context.Context) {
	for _, session := range s.sessions() {
		owned := false
		err := s.store.View(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
			owned, err = session.isOwned(ctx, tx)
			return err
		})
		if err == nil && !owned {
			session.close(ctx, composition.Abandoned, "")
		}
	}
	s.stopLost(ctx)
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

// abandon ends the turn of a session that its owner left, and gives the session up, so that anybody may start it.
func (s *Service) abandon(ctx context.Context, session composition.Session) error {
	err := s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		host := s.hosts.of(session)
		if err := host.LockTurns(ctx, tx, session); err != nil {
			return err
		}
		now, err := tx.SessionByID(ctx, session.ID)
		if err != nil {
			return err
		}
		if now.OwnerEpoch != session.OwnerEpoch || now.LeaseUntil == nil || now.LeaseUntil.After(s.clock.Now()) {
			return nil // its owner came back, or another took it
		}
		if _, err := tx.UpdateSession(ctx, now.ID, now.OwnerEpoch, composition.SessionStopped, "", now.ResumeID); err != nil {
			return err
		}
		if _, err := tx.ReleaseSession(ctx, now.ID, now.OwnerEpoch); err != nil {
			return err
		}
		// A turn whose message has not reached the agent is not its own; it goes on with whoever delivers the message.
		return host.EndTurn(ctx, tx, now, now.TurnID, composition.Abandoned,
			"The server that ran the agent went away. What was saved is kept; send the message again to go on.")
	})
	if err != nil && fault.KindOf(err) == fault.KindNotFound {
		return nil // the session was deleted
	}
	if err == nil {
		s.log.Info("an agent session was left behind by its server", "session", session.ID)
	}
	return err
}

// closeAll ends every session, whether or not that can be stored.
func (s *Service) closeAll(ctx context.Context, notice string) {
	var closing sync.WaitGroup
	for _, b := range s.stopBeginnings(errElsewhere, func(*beginning) bool { return true }) {
		closing.Go(func() { _ = b.wait(ctx) }) // whose message is delivered again
	}
	for _, session := range s.sessions() {
		closing.Go(func() {
			session.giveUp()
			session.close(ctx, composition.Abandoned, notice)
		})
	}
	closing.Wait()
}

func (s *Service) sessions() []*liveSession {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Values(s.live))
}
