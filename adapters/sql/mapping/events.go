package mapping

import (
	"context"
	"time"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/ports"
)

// AppendEvent implements ports.EventLog.
func (t *Tx) AppendEvent(ctx context.Context, e ports.BrowserEvent) error {
	t.signals = true
	return t.err(t.q.InsertBrowserEvent(ctx, rows.InsertBrowserEventParams{
		Kind: e.Kind, CompositionID: orNull(e.CompositionID), InstanceID: orNull(e.InstanceID), TeamID: orNull(e.TeamID),
		SessionID: orNull(e.SessionID), UserID: orNull(e.UserID),
		Data: e.Data, CreatedAt: stamp(e.CreatedAt),
	}))
}

// EventsAfter implements ports.EventLog.
func (t *Tx) EventsAfter(ctx context.Context, c ports.Cursor, limit int) ([]ports.BrowserEvent, error) {
	found, err := t.q.ListBrowserEvents(ctx, rows.ListBrowserEventsParams{AfterXid: c.XID, AfterSeq: c.Seq, MaxRows: int64(limit)})
	return mapAll(found, func(row rows.BrowserEvent) ports.BrowserEvent {
		return ports.BrowserEvent{
			Cursor: ports.Cursor{Epoch: t.epoch, XID: row.Xid, Seq: row.Seq}, Kind: row.Kind,
			CompositionID: orEmpty(row.CompositionID), InstanceID: orEmpty(row.InstanceID), TeamID: orEmpty(row.TeamID),
			SessionID: orEmpty(row.SessionID), UserID: orEmpty(row.UserID),
			Data: row.Data, CreatedAt: row.CreatedAt,
		}
	}), t.err(err)
}

// EventHorizon implements ports.EventLog.
func (t *Tx) EventHorizon(ctx context.Context) (ports.Cursor, error) {
	row, err := t.q.BrowserEventHorizon(ctx)
	return ports.Cursor{Epoch: t.epoch, XID: row.Xid, Seq: row.Seq}, t.err(err)
}

// PrunedUpTo implements ports.EventLog.
func (t *Tx) PrunedUpTo(ctx context.Context) (ports.Cursor, error) {
	never := ports.Cursor{Epoch: t.epoch}
	text, err := t.q.InstallationValue(ctx, rows.InstallationValueParams{Key: keyEventsPruned})
	if none(err) {
		return never, nil
	}
	if err != nil {
		return never, t.err(err)
	}
	var pruned ports.Cursor
	if err := json.Unmarshal([]byte(text), &pruned); err != nil {
		return never, err
	}
	if pruned.Epoch != t.epoch {
		return never, nil // of a log that was given up
	}
	return pruned, nil
}

// PruneEvents implements ports.EventLog. The row that is written first makes others who prune wait, so that each finds
// what the one before it has left.
func (t *Tx) PruneEvents(ctx context.Context, before time.Time, keep int) error {
	if err := t.q.SetInstallationValue(ctx, rows.SetInstallationValueParams{Key: keyPruning}); err != nil {
		return t.err(err)
	}
	last, err := t.lastToPrune(ctx, before, keep)
	if err != nil || last == (ports.Cursor{}) {
		return err
	}
	last.Epoch = t.epoch
	text, err := json.Marshal(last)
	if err != nil {
		return err
	}
	if err := t.q.SetInstallationValue(ctx, rows.SetInstallationValueParams{Key: keyEventsPruned, Value: string(text)}); err != nil {
		return t.err(err)
	}
	_, err = t.q.DeleteBrowserEventsUpTo(ctx, rows.DeleteBrowserEventsUpToParams{UpToXid: last.XID, UpToSeq: last.Seq})
	return t.err(err)
}

// lastToPrune is the last event that is too old or too much; the zero cursor if there is none.
func (t *Tx) lastToPrune(ctx context.Context, before time.Time, keep int) (last ports.Cursor, err error) {
	old, err := t.q.NewestBrowserEventBefore(ctx, rows.NewestBrowserEventBeforeParams{Before: stamp(before)})
	if err != nil && !none(err) {
		return last, t.err(err)
	}
	beyond, err := t.q.NewestBrowserEventBeyond(ctx, rows.NewestBrowserEventBeyondParams{Keep: int64(keep)})
	if err != nil && !none(err) {
		return last, t.err(err)
	}
	last = ports.Cursor{XID: old.Xid, Seq: old.Seq}
	if beyond.Xid > last.XID || (beyond.Xid == last.XID && beyond.Seq > last.Seq) {
		last = ports.Cursor{XID: beyond.Xid, Seq: beyond.Seq}
	}
	return last, nil
}

// Remember implements ports.Idempotency.
func (t *Tx) Remember(ctx context.Context, c ports.IdempotentCall) (bool, error) {
	n, err := t.q.InsertIdempotencyKey(ctx, rows.InsertIdempotencyKeyParams{
		ActorID: c.ActorID, Operation: c.Operation, Key: c.Key, RequestHash: c.RequestHash, ResourceID: c.ResourceID,
		CreatedAt: stamp(c.At),
	})
	return n == 1, t.err(err)
}

// Recall implements ports.Idempotency.
func (t *Tx) Recall(ctx context.Context, actorID, operation, key string) (ports.IdempotentCall, bool, error) {
	row, err := t.q.IdempotencyKey(ctx, rows.IdempotencyKeyParams{ActorID: actorID, Operation: operation, Key: key})
	if none(err) {
		return ports.IdempotentCall{}, false, nil
	}
	return ports.IdempotentCall{
		ActorID: row.ActorID, Operation: row.Operation, Key: row.Key, RequestHash: row.RequestHash, ResourceID: row.ResourceID,
		At: row.CreatedAt,
	}, err == nil, t.err(err)
}

// PruneIdempotency implements ports.Idempotency.
func (t *Tx) PruneIdempotency(ctx context.Context, before time.Time) error {
	_, err := t.q.DeleteIdempotencyKeysBefore(ctx, rows.DeleteIdempotencyKeysBeforeParams{Before: stamp(before)})
	return t.err(err)
}
