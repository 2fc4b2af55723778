package storetest

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/ports"
)

var ids atomic.Int64

// newID makes ids like the real ones: unique, and later ones sort behind earlier ones.
func newID() string { return fmt.Sprintf("0198c0de-0000-7000-8000-%012x", ids.Add(1)) }

// noon is a time as both databases keep it.
var noon = time.Date(2026, 3, 4, 12, 0, 0, 123456000, time.UTC)

func after(d time.Duration) time.Time { return noon.Add(d) }

// owner stores the owner and answers it.
func (b *bundle) owner() access.User {
	b.Helper()
	return changed(b, func(ctx context.Context, tx ports.Tx) (access.User, error) {
		return tx.EnsureOwner(ctx, access.User{ID: newID(), Name: "Ada", CreatedAt: noon})
	})
}

// scopes are an owner, a team of theirs and one of others.
type scopes struct {
	owner        access.User
	mine, theirs access.Team
}

// member views as a plain member of the one team.
func (s scopes) member() ports.Viewer { return ports.Viewer{UserID: s.owner.ID} }

func (b *bundle) scopes() scopes {
	b.Helper()
	s := scopes{
		owner:  b.owner(),
		mine:   access.Team{ID: newID(), Slug: "mine", Name: "Mine", CreatedAt: noon},
		theirs: access.Team{ID: newID(), Slug: "theirs", Name: "Theirs", CreatedAt: noon},
	}
	b.write(func(ctx context.Context, tx ports.Tx) error {
		return all(tx.InsertTeam(ctx, s.mine), tx.InsertTeam(ctx, s.theirs), tx.InsertMember(ctx, s.mine.ID, s.owner.ID, access.Member))
	})
	return s
}

func anyComposition(createdBy access.User, teamID string) composition.Composition {
	return composition.Composition{
		ID: newID(), TeamID: teamID, Name: "Refunds", Goal: "pay people back", Engine: "scripted", Model: "m1", SessionID: newID(),
		TurnState: composition.Idle, ApplyMode: composition.Live, CreatedBy: createdBy.ID, CreatedAt: noon, UpdatedAt: noon,
	}
}

func (b *bundle) composition() composition.Composition {
	b.Helper()
	c := anyComposition(b.owner(), "")
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.InsertComposition(ctx, c) })
	return c
}

func anyItem(c composition.Composition, itemType composition.ItemType, name string) composition.Item {
	return composition.Item{
		ID: newID(), CompositionID: c.ID, Type: itemType, Name: name, Content: `{"b":1,"a":1.0}`, ContentRevision: "sha256:1",
		LastAuthor: composition.ByUser, CreatedAt: noon, UpdatedAt: noon,
	}
}

func firstRevision(i composition.Item) composition.Revision {
	return composition.Revision{
		ID: newID(), ItemID: i.ID, Content: i.Content, ContentRevision: i.ContentRevision, Author: i.LastAuthor, ActorID: newID(),
		Origin: "create", CreatedAt: noon,
	}
}

// workflowItem stores a composition with its workflow.
func (b *bundle) workflowItem() composition.Item {
	b.Helper()
	i := anyItem(b.composition(), composition.WorkflowItem, "workflow")
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.InsertItem(ctx, i, firstRevision(i)) })
	return i
}

func anyTurn(c composition.Composition) composition.Turn {
	return composition.Turn{
		ID: newID(), CompositionID: c.ID, Message: "add an approval", StartedBy: c.CreatedBy, StartedAt: noon, TouchedItems: []string{}, Drafts: []string{},
	}
}

func (b *bundle) turn() composition.Turn {
	b.Helper()
	turn := anyTurn(b.composition())
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.InsertTurn(ctx, turn) })
	return turn
}

func (b *bundle) session() composition.Session {
	b.Helper()
	s := composition.Session{
		ID: newID(), CompositionID: b.composition().ID, TemplateID: "composer", Engine: "scripted", Model: "m1",
		Status: composition.SessionStarting, CreatedAt: noon,
	}
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.InsertSession(ctx, s) })
	return s
}

func anyObject(createdBy access.User, kind catalog.Kind, teamID, name string) catalog.Object {
	return catalog.Object{
		ID: newID(), Kind: kind, TeamID: teamID, Name: name, Content: `{"z":1e3}`, ContentRevision: "sha256:2",
		CreatedBy: createdBy.ID, CreatedAt: noon, UpdatedAt: noon, UpdatedBy: createdBy.ID,
	}
}

func anyDefinition(createdBy access.User, teamID, slug string) definition.Definition {
	return definition.Definition{
		ID: newID(), TeamID: teamID, Slug: slug, Name: "Refunds", Description: "Pays people back.", Branding: `{"color":"#123"}`,
		EntryMode: definition.TeamOnly, IsActive: true, Version: 1, NewestVersion: 2, Revision: 3, OnComplete: `{"redirect":"/"}`,
		Retention: `{"mode":"archive"}`, Document: `{"nodes":[]}`, ContentRevision: "sha256:3", CreatedBy: createdBy.ID,
		CreatedAt: noon, UpdatedAt: noon,
	}
}

func (b *bundle) definition() definition.Definition {
	b.Helper()
	d := anyDefinition(b.owner(), "", "refunds")
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.InsertDefinition(ctx, d) })
	return d
}

func anyInstance(d definition.Definition, teamID string) ports.StoredInstance {
	return ports.StoredInstance{
		ID: newID(), DefinitionID: d.ID, Version: 1, TeamID: teamID, Status: "waiting", State: `{"x":-0}`, HistorySeq: 4, CallSeq: 2,
		StartedBy: d.CreatedBy, StartedAt: noon, UpdatedAt: noon,
	}
}

func (b *bundle) instance() ports.StoredInstance {
	b.Helper()
	i := anyInstance(b.definition(), "")
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.InsertInstance(ctx, i) })
	return i
}
