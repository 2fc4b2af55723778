// Package packing is the use cases of configuration packs: export, import, and the import inside of a transaction, by
// which compositions publish.
package packing

import (
	"context"
	"time"

	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/ports"
)

// Importer imports packs inside of a transaction. It holds no state.
type Importer struct {
	NewID       ports.NewID
	Expressions expression.Analyst
}

// Scope is where a pack goes, and on whose behalf.
type Scope struct {
	TeamID string // empty: global
	Actor  access.Actor
}

// require refuses what the actor may not write in the scope.
func (s Scope) require(p *pack.Pack) error {
	for _, item := range p.Items() {
		permission := cataloguing.EditPermission(item.Kind)
		if item.Kind == pack.Workflow {
			permission = access.WorkflowPublish
		}
		if err := s.Actor.Require(permission, s.TeamID); err != nil {
			return err
		}
	}
	return nil
}

// Imported is what an import wrote.
type Imported struct {
	Plan pack.Plan
	IDs  map[pack.Key]string // of the objects and definitions that hold the items now
}

// Plan says what an import would do, in a transaction that only reads. Whether the actor may do it is not asked.
func (i Importer) Plan(ctx context.Context, tx ports.Tx, p *pack.Pack, scope Scope, force bool) (pack.Plan, error) {
	return i.plan(ctx, reading{tx}, p, scope, force)
}

func (i Importer) plan(ctx context.Context, in reader, p *pack.Pack, scope Scope, force bool) (pack.Plan, error) {
	target, err := loadTarget(ctx, in, p, scope.TeamID)
	if err != nil {
		return pack.Plan{}, err
	}
	return pack.Checker{Expressions: i.Expressions}.Plan(p, target, force), nil
}

// Import writes a pack, all of it or, with an error, nothing. A plan that can't be carried out is a fault:
// not-importable with the problems of each item, changed-outside (a *pack.ConflictError) with both sides of each
// conflict.
func (i Importer) Import(ctx context.Context, tx ports.Tx, p *pack.Pack, scope Scope, force bool, at time.Time) (Imported, error) {
	if err := scope.require(p); err != nil {
		return Imported{}, err
	}
	plan, err := i.plan(ctx, locking{reading{tx}}, p, scope, force)
	if err != nil {
		return Imported{}, err
	}
	if err := plan.Refusal(); err != nil {
		return Imported{Plan: plan}, err
	}
	w := writer{tx: tx, newID: i.NewID, scope: scope, at: at, plan: &plan, ids: map[pack.Key]string{}}
	for _, kind := range []catalog.Kind{catalog.Tool, catalog.ActionType, catalog.SessionTemplate, pack.Workflow} {
		for n := range plan.Entries {
			if entry := &plan.Entries[n]; entry.Item.Kind == kind {
				if err := w.write(ctx, entry); err != nil {
					return Imported{}, err
				}
			}
		}
	}
	return Imported{Plan: plan, IDs: w.ids}, nil
}
