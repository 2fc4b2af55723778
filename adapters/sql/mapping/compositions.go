package mapping

import (
	"context"
	"time"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

// InsertComposition implements ports.Compositions.
func (t *Tx) InsertComposition(ctx context.Context, c composition.Composition) error {
	changeSet, turnID := pendingColumns(c.Pending)
	return t.err(t.q.InsertComposition(ctx, rows.InsertCompositionParams{
		ID: c.ID, TeamID: orNull(c.TeamID), Name: c.Name, Goal: c.Goal, Engine: c.Engine, Model: c.Model,
		SessionID: c.SessionID, TurnState: string(c.TurnState), CurrentTurnID: orNull(c.CurrentTurnID),
		ResolvingUntil: stampOrNull(c.ResolvingUntil), PendingChangeSet: changeSet, PendingTurnID: turnID, ApplyMode: string(c.ApplyMode),
		LeaseID: orNull(c.Lease.ID), LeaseWindowID: c.Lease.Holder.ID, LeaseUserID: c.Lease.Holder.UserID,
		LeaseUserName: c.Lease.Holder.UserName, LeaseEpoch: c.Lease.Epoch, LeaseExpiresAt: leaseExpiry(c.Lease),
		CreatedBy: c.CreatedBy, CreatedAt: stamp(c.CreatedAt), UpdatedAt: stamp(c.UpdatedAt),
	}))
}

// UpdateComposition implements ports.Compositions.
func (t *Tx) UpdateComposition(ctx context.Context, c composition.Composition) error {
	changeSet, turnID := pendingColumns(c.Pending)
	n, err := t.q.UpdateComposition(ctx, rows.UpdateCompositionParams{
		ID: c.ID, Name: c.Name, Goal: c.Goal, Engine: c.Engine, Model: c.Model, SessionID: c.SessionID,
		TurnState: string(c.TurnState), CurrentTurnID: orNull(c.CurrentTurnID), ResolvingUntil: stampOrNull(c.ResolvingUntil),
		PendingChangeSet: changeSet, PendingTurnID: turnID, ApplyMode: string(c.ApplyMode),
		LeaseID: orNull(c.Lease.ID), LeaseWindowID: c.Lease.Holder.ID, LeaseUserID: c.Lease.Holder.UserID,
		LeaseUserName: c.Lease.Holder.UserName, LeaseEpoch: c.Lease.Epoch, LeaseExpiresAt: leaseExpiry(c.Lease),
		UpdatedAt: stamp(c.UpdatedAt),
	})
	return t.changed(n, err, "composition", c.ID)
}

// CompositionByID implements ports.Compositions.
func (t *Tx) CompositionByID(ctx context.Context, id string) (composition.Composition, error) {
	row, err := t.q.CompositionByID(ctx, rows.CompositionByIDParams{ID: id})
	return compositionOf(row), t.found(err, "composition", id)
}

// LockComposition implements ports.Compositions.
func (t *Tx) LockComposition(ctx context.Context, id string) (composition.Composition, error) {
	row, err := t.q.LockComposition(ctx, rows.LockCompositionParams{ID: id})
	return compositionOf(row), t.found(err, "composition", id)
}

// ListCompositions implements ports.Compositions.
func (t *Tx) ListCompositions(ctx context.Context, viewer ports.Viewer, page ports.Page) ([]composition.Composition, error) {
	found, err := t.q.ListCompositions(ctx, rows.ListCompositionsParams{
		Before: pageStart(page), Everything: viewer.Everything, UserID: viewer.UserID, MaxRows: int64(page.Limit),
	})
	return mapAll(found, compositionOf), t.err(err)
}

// SummarizeCompositions implements ports.Compositions.
func (t *Tx) SummarizeCompositions(ctx context.Context, ids []string) (map[string]composition.Summary, error) {
	found, err := t.q.SummarizeCompositions(ctx, rows.SummarizeCompositionsParams{Ids: ids})
	summaries := make(map[string]composition.Summary, len(found))
	for _, row := range found {
		summaries[row.CompositionID] = composition.Summary{Drafts: int(row.Drafts), Unpublished: int(row.Unpublished)}
	}
	return summaries, t.err(err)
}

// DeleteComposition implements ports.Compositions.
func (t *Tx) DeleteComposition(ctx context.Context, id string) error {
	n, err := t.q.DeleteComposition(ctx, rows.DeleteCompositionParams{ID: id})
	return t.changed(n, err, "composition", id)
}

func pendingColumns(p *composition.Pending) (changeSet, turnID *string) {
	if p == nil {
		return nil, nil
	}
	return &p.ChangeSet, &p.TurnID
}

// leaseExpiry is null for a lease that nobody holds.
func leaseExpiry(l composition.Lease) *time.Time {
	if l.ID == "" {
		return nil
	}
	return stampOrNull(&l.ExpiresAt)
}

func compositionOf(row rows.Composition) composition.Composition {
	c := composition.Composition{
		ID: row.ID, TeamID: orEmpty(row.TeamID), Name: row.Name, Goal: row.Goal, Engine: row.Engine, Model: row.Model,
		SessionID: row.SessionID, TurnState: composition.TurnState(row.TurnState), CurrentTurnID: orEmpty(row.CurrentTurnID),
		ResolvingUntil: row.ResolvingUntil, ApplyMode: composition.ApplyMode(row.ApplyMode),
		Lease: composition.Lease{
			ID: orEmpty(row.LeaseID), Epoch: row.LeaseEpoch,
			Holder: composition.Window{ID: row.LeaseWindowID, UserID: row.LeaseUserID, UserName: row.LeaseUserName},
		},
		CreatedBy: row.CreatedBy, CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
	if row.LeaseExpiresAt != nil {
		c.Lease.ExpiresAt = *row.LeaseExpiresAt
	}
	if row.PendingChangeSet != nil {
		c.Pending = &composition.Pending{TurnID: orEmpty(row.PendingTurnID), ChangeSet: *row.PendingChangeSet}
	}
	return c
}
