package mapping

import (
	"context"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/domain/usage"
	"heddle.dev/heddle/ports"
)

// InsertUsage implements ports.UsageRecords.
func (t *Tx) InsertUsage(ctx context.Context, r usage.Record) error {
	return t.err(t.q.InsertUsage(ctx, rows.InsertUsageParams{
		ID: r.ID, At: stamp(r.At), Day: r.Day(), Purpose: string(r.Purpose), SessionID: orNull(r.SessionID), TurnID: orNull(r.TurnID),
		CompositionID: orNull(r.CompositionID), TeamID: orNull(r.TeamID), UserID: r.UserID, Engine: r.Engine, Model: r.Model,
		InputTokens: r.InputTokens, OutputTokens: r.OutputTokens, CacheReadTokens: r.CacheReadTokens, CacheWriteTokens: r.CacheWriteTokens,
		CostUsd: r.CostUSD,
	}))
}

// SumUsage implements ports.UsageRecords.
func (t *Tx) SumUsage(ctx context.Context, viewer ports.Viewer, by usage.Grouping, span ports.Span) ([]usage.Sum, error) {
	found, err := t.q.SumUsage(ctx, rows.SumUsageParams{
		GroupBy: string(by), Since: stamp(span.From), Until: stamp(span.Until), Everything: viewer.Everything, UserID: viewer.UserID,
	})
	return mapAll(found, func(row rows.SumUsageRow) usage.Sum {
		return usage.Sum{
			Key: row.GroupKey, Records: row.Records, Turns: row.Turns, InputTokens: row.InputTokens, OutputTokens: row.OutputTokens,
			CacheReadTokens: row.CacheReadTokens, CacheWriteTokens: row.CacheWriteTokens, CostUSD: row.CostUsd, Unpriced: row.Records - row.Priced,
		}
	}), t.err(err)
}

// ListUsage implements ports.UsageRecords.
func (t *Tx) ListUsage(ctx context.Context, viewer ports.Viewer, span ports.Span, page ports.Page) ([]usage.Record, error) {
	found, err := t.q.ListUsage(ctx, rows.ListUsageParams{
		Since: stamp(span.From), Until: stamp(span.Until), Everything: viewer.Everything, UserID: viewer.UserID,
		Before: pageStart(page), MaxRows: int64(page.Limit),
	})
	return mapAll(found, func(row rows.UsageRecord) usage.Record {
		return usage.Record{
			ID: row.ID, At: row.At, Purpose: usage.Purpose(row.Purpose), SessionID: orEmpty(row.SessionID), TurnID: orEmpty(row.TurnID),
			CompositionID: orEmpty(row.CompositionID), TeamID: orEmpty(row.TeamID), UserID: row.UserID, Engine: row.Engine, Model: row.Model,
			InputTokens: row.InputTokens, OutputTokens: row.OutputTokens, CacheReadTokens: row.CacheReadTokens,
			CacheWriteTokens: row.CacheWriteTokens, CostUSD: row.CostUsd,
		}
	}), t.err(err)
}
