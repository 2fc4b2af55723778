package packing

import (
	"context"
	"slices"

	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/ports"
)

// Export tells what to put into a pack. Nothing selected is everything of the team, or everything global.
type Export struct {
	Team        string // a slug; empty: what is global
	Workflows   []string
	ActionTypes []string
	Tools       []string
	Templates   []string // session templates
	Bases       bool     // note what each item is now, so that importing it again after a change elsewhere is a conflict
}

func (e Export) selectsNothing() bool {
	return len(e.Workflows)+len(e.ActionTypes)+len(e.Tools)+len(e.Templates) == 0
}

// ExportPack gathers a pack. It brings what its workflows and action types need, so that it can be imported elsewhere.
func (s *Service) ExportPack(ctx context.Context, actor access.Actor, what Export) (p *pack.Pack, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		scope, err := scopeOf(ctx, tx, actor, what.Team)
		if err != nil {
			return err
		}
		if err := actor.Require(access.InstallationRead, scope.TeamID); err != nil {
			return err
		}
		g := &gathering{tx: tx, teamID: scope.TeamID, pack: new(pack.Pack)}
		if what.selectsNothing() {
			err = g.everything(ctx)
		} else {
			err = g.selected(ctx, what)
		}
		if err != nil {
			return err
		}
		p = g.pack.Sorted()
		if what.Bases {
			p.NoteBases()
		}
		return nil
	})
	return p, err
}

// gathering is a pack in the making.
type gathering struct {
	tx     ports.Tx
	teamID string
	pack   *pack.Pack
}

// pageSize is how many rows are read at once.
const pageSize = 200

func (g *gathering) everything(ctx context.Context) error {
	for _, kind := range []catalog.Kind{catalog.ActionType, catalog.Tool, catalog.SessionTemplate} {
		for after := ""; ; {
			page, err := g.tx.ListObjectsOf(ctx, kind, g.teamID, after, pageSize)
			if err != nil {
				return err
			}
			for _, object := range page {
				g.pack.Add(objectItem(object))
				after = object.Name
			}
			if len(page) < pageSize {
				break
			}
		}
	}
	for after := ""; ; {
		page, err := g.tx.ListDefinitionsOf(ctx, g.teamID, after, pageSize)
		if err != nil {
			return err
		}
		for _, d := range page {
			g.pack.Add(workflowItem(d))
			after = d.Slug
		}
		if len(page) < pageSize {
			return g.needed(ctx)
		}
	}
}

func (g *gathering) selected(ctx context.Context, what Export) error {
	for _, slug := range what.Workflows {
		d, err := g.tx.DefinitionBySlug(ctx, g.teamID, slug)
		if err != nil {
			return named(err, pack.Workflow, slug)
		}
		g.pack.Add(workflowItem(d))
	}
	for _, names := range []struct {
		kind  catalog.Kind
		names []string
	}{{catalog.ActionType, what.ActionTypes}, {catalog.Tool, what.Tools}, {catalog.SessionTemplate, what.Templates}} {
		for _, name := range names.names {
			object, err := cataloguing.LookUp(ctx, g.tx, names.kind, g.teamID, name)
			if err != nil {
				return named(err, names.kind, name)
			}
			g.pack.Add(objectItem(object))
		}
	}
	return g.needed(ctx)
}

func named(err error, kind catalog.Kind, name string) error {
	if isMissing(err) {
		return fault.New(fault.KindNotFound, "not-found", "there is no %s %q to export here", kind, name)
	}
	return err
}

// needed adds what the items name and do not bring. What is nowhere stays away: the import will say so.
func (g *gathering) needed(ctx context.Context) error {
	for missing := map[pack.Key]bool{}; ; {
		names := slices.DeleteFunc(g.pack.References(), func(key pack.Key) bool { return missing[key] })
		if len(names) == 0 {
			return nil
		}
		for _, name := range names {
			object, err := cataloguing.LookUp(ctx, g.tx, name.Kind, g.teamID, name.Name)
			switch {
			case err == nil:
				g.pack.Add(objectItem(object))
			case isMissing(err):
				missing[name] = true
			default:
				return err
			}
		}
	}
}

func objectItem(o catalog.Object) pack.Item {
	return pack.Item{Key: pack.Key{Kind: o.Kind, Name: o.Name}, Content: o.Content, Revision: o.ContentRevision}
}

func workflowItem(d definition.Definition) pack.Item {
	return pack.Item{
		Key: pack.Key{Kind: pack.Workflow, Name: d.Slug}, Content: d.Document, Revision: d.ContentRevision,
		Settings: d.Settings().Patch(),
	}
}
