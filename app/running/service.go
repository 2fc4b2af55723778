// Package running is the use cases of workflow instances: starting and moving them, running their actions and timers.
package running

import (
	"context"
	"log/slog"

	"heddle.dev/heddle/app/safekeeping"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/workflowinstance"
	"heddle.dev/heddle/ports"
)

// Service is the use cases of running.
type Service struct {
	store    ports.Store
	clock    ports.Clock
	newID    ports.NewID
	scripts  ports.ScriptRunner
	secrets  *safekeeping.Service
	versions *versions
	log      *slog.Logger
}

// Scripts is what runs the scripts of actions, and gives them their secrets.
type Scripts struct {
	Runner  ports.ScriptRunner
	Secrets *safekeeping.Service
}

// New makes the service. Limits bound how far one instance moves.
func New(
	store ports.Store, clock ports.Clock, newID ports.NewID, compiler expression.Compiler, scripts Scripts, limits workflowinstance.Limits, log *slog.Logger,
) *Service {
	return &Service{
		store: store, clock: clock, newID: newID, scripts: scripts.Runner, secrets: scripts.Secrets, versions: newVersions(compiler, limits), log: log,
	}
}

// readInstance reads an instance that the actor may see.
func (s *Service) readInstance(ctx context.Context, tx ports.Tx, actor access.Actor, id string) (ports.StoredInstance, error) {
	stored, err := tx.InstanceByID(ctx, id)
	if err != nil {
		return stored, err
	}
	return stored, actor.Require(access.InstallationRead, stored.TeamID)
}

func viewerOf(actor access.Actor) ports.Viewer {
	return ports.Viewer{UserID: actor.ID(), Everything: actor.User.IsOwner}
}
