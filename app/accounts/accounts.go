// Package accounts tells who is calling and keeps teams.
package accounts

import (
	"context"
	"sync"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Service is the use cases of accounts.
type Service struct {
	store ports.Store
	clock ports.Clock
	newID ports.NewID

	mu    sync.Mutex
	owner *access.User // in local mode, once it is known
}

// New makes the service.
func New(store ports.Store, clock ports.Clock, newID ports.NewID) *Service {
	return &Service{store: store, clock: clock, newID: newID}
}

// LocalOwner is the actor of `local` mode: the installation's one owner, made at the first call, signed in without
// a password. Whether a call may count as local is the driving adapter's to decide.
func (s *Service) LocalOwner(ctx context.Context) (access.Actor, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.owner != nil {
		return access.Actor{User: *s.owner}, nil
	}
	var owner access.User
	err := s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		owner, err = tx.EnsureOwner(ctx, access.User{ID: s.newID(), Name: "Owner", CreatedAt: s.clock.Now()})
		return err
	})
	if err != nil {
		return access.Actor{}, err
	}
	s.owner = &owner
	return access.Actor{User: owner}, nil
}

// NamePeople lists those of the users with these ids that there are, by name. Everybody with an account may ask.
func (s *Service) NamePeople(ctx context.Context, actor access.Actor, ids []string) (people []access.User, err error) {
	if err := actor.Require(access.InstallationRead, ""); err != nil {
		return nil, err
	}
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		people, err = tx.ListUsersByID(ctx, ids)
		return err
	})
	return people, err
}

// ListTeams lists the teams that the actor sees, by slug: an owner all, others their own.
func (s *Service) ListTeams(ctx context.Context, actor access.Actor) (memberships []access.Membership, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		if !actor.User.IsOwner {
			memberships, err = tx.ListMemberships(ctx, actor.ID())
			return err
		}
		teams, err := tx.ListTeams(ctx)
		for _, team := range teams {
			memberships = append(memberships, access.Membership{Team: team, Role: access.Admin})
		}
		return err
	})
	return memberships, err
}

// CreateTeam makes a team with the actor as its admin.
func (s *Service) CreateTeam(ctx context.Context, actor access.Actor, slug, name string) (access.Team, error) {
	if !actor.User.IsOwner {
		return access.Team{}, fault.New(fault.KindForbidden, "forbidden", "only an owner of the installation makes teams")
	}
	team, err := access.NewTeam(s.newID(), slug, name, s.clock.Now())
	if err != nil {
		return access.Team{}, err
	}
	return team, s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		if err := tx.InsertTeam(ctx, team); err != nil {
			if fault.CodeOf(err) == "already-exists" {
				return fault.New(fault.KindConflict, "already-exists", "there is a team %q already; choose another slug", team.Slug)
			}
			return err
		}
		return tx.InsertMember(ctx, team.ID, actor.ID(), access.Admin)
	})
}
