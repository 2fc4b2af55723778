package packing

import (
	"context"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/ports"
)

// Service is the use cases of packing.
type Service struct {
	store    ports.Store
	clock    ports.Clock
	importer Importer
}

// New makes the service.
func New(store ports.Store, clock ports.Clock, newID ports.NewID, compiler expression.Compiler) *Service {
	return &Service{store: store, clock: clock, importer: Importer{NewID: newID, Expressions: compiler}}
}

// Import tells how to import a pack.
type Import struct {
	Team   string // the slug of the team that gets what is new; empty: all teams
	DryRun bool   // only say what would be done
	Force  bool   // overwrite what changed since the items were made
}

// ImportPack imports the text of a pack, all of it or nothing. The plan of a dry run tells problems and conflicts, where
// an import that meets any is a fault (see Importer.Import). A text that is no pack is the fault invalid-pack either way.
func (s *Service) ImportPack(ctx context.Context, actor access.Actor, text []byte, how Import) (plan pack.Plan, err error) {
	p, problems := pack.Parse(text)
	if problems != nil {
		return plan, fault.New(fault.KindInvalid, "invalid-pack", "this is no pack that can be read; nothing was written: see the problems").
			WithProblems(problems)
	}
	run := s.store.InTx
	if how.DryRun {
		run = s.store.View
	}
	err = Settled(func() error { return run(ctx, s.importing(actor, p, how, &plan)) })
	return plan, err
}

// importing is one import under way.
func (s *Service) importing(actor access.Actor, p *pack.Pack, how Import, plan *pack.Plan) func(context.Context, ports.Tx) error {
	return func(ctx context.Context, tx ports.Tx) error {
		scope, err := scopeOf(ctx, tx, actor, how.Team)
		if err != nil {
			return err
		}
		if how.DryRun {
			if err := scope.require(p); err != nil {
				return err
			}
			*plan, err = s.importer.Plan(ctx, tx, p, scope, how.Force)
			return err
		}
		imported, err := s.importer.Import(ctx, tx, p, scope, how.Force, s.clock.Now())
		*plan = imported.Plan
		return err
	}
}

// Settled runs an import once more where another one made something of the same name at the same time. What that one
// made can be seen by then, so it is replaced, or shown as a conflict with both sides.
func Settled(run func() error) error {
	err := run()
	if fault.CodeOf(err) == "already-exists" {
		return run()
	}
	return err
}

// scopeOf finds the team of a slug.
func scopeOf(ctx context.Context, tx ports.Tx, actor access.Actor, slug string) (Scope, error) {
	scope := Scope{Actor: actor}
	if slug == "" || slug == access.GlobalScope {
		return scope, nil
	}
	teams, err := tx.ListTeams(ctx)
	if err != nil {
		return scope, err
	}
	var seen []string
	for _, team := range teams {
		if !actor.May(access.InstallationRead, team.ID) {
			continue
		}
		if team.Slug == slug {
			scope.TeamID = team.ID
			return scope, nil
		}
		seen = append(seen, team.Slug)
	}
	return scope, fault.New(fault.KindNotFound, "not-found", "there is no team %q for you%s", slug, spelling.DidYouMean(slug, "teams", seen))
}
