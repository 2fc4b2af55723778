package http

import (
	"context"
	"time"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/domain/usage"
	"heddle.dev/heddle/openapi/api"
	"heddle.dev/heddle/ports"
)

// SumUsage implements the contract.
func (o *operations) SumUsage(ctx context.Context, r server.SumUsageRequestObject) (server.SumUsageResponseObject, error) {
	by := usage.ByDay
	if r.Params.GroupBy != nil {
		by = usage.Grouping(*r.Params.GroupBy)
	}
	report, err := o.Metering.SumUsage(ctx, actorOf(ctx), by, spanOf(r.Params.From, r.Params.To))
	if err != nil {
		return nil, err
	}
	return server.SumUsage200JSONResponse{
		From: instant(report.From), To: instant(report.Until), GroupBy: string(report.By),
		Items: mapAll(report.Sums, func(s usage.Sum) api.UsageSum { return sumOf(s, report.Labels[s.Key]) }),
		Total: sumOf(report.Total, ""),
	}, nil
}

// ListUsageRecords implements the contract.
func (o *operations) ListUsageRecords(
	ctx context.Context, r server.ListUsageRecordsRequestObject,
) (server.ListUsageRecordsResponseObject, error) {
	page, err := pageOf(listUsage, r.Params.Limit, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	found, err := o.Metering.ListUsage(ctx, actorOf(ctx), spanOf(r.Params.From, r.Params.To), page)
	if err != nil {
		return nil, err
	}
	return server.ListUsageRecords200JSONResponse{
		Items:      mapAll(found, usageRecordOf),
		NextCursor: nextCursor(listUsage, found, page.Limit, func(r usage.Record) string { return r.ID }),
	}, nil
}

func spanOf(from, to *time.Time) ports.Span { return ports.Span{From: given(from), Until: given(to)} }

func sumOf(s usage.Sum, label string) api.UsageSum {
	return api.UsageSum{
		Key: s.Key, Label: optional(label), Records: s.Records, Turns: s.Turns, InputTokens: s.InputTokens, OutputTokens: s.OutputTokens,
		CacheReadTokens: s.CacheReadTokens, CacheWriteTokens: s.CacheWriteTokens, CostUSD: s.CostUSD, Unpriced: s.Unpriced,
	}
}

func usageRecordOf(r usage.Record) api.UsageRecord {
	return api.UsageRecord{
		Id: r.ID, At: instant(r.At), Purpose: string(r.Purpose), SessionId: optional(r.SessionID), TurnId: optional(r.TurnID),
		CompositionId: optional(r.CompositionID), TeamId: optional(r.TeamID), UserId: r.UserID, Engine: r.Engine, Model: r.Model,
		InputTokens: r.InputTokens, OutputTokens: r.OutputTokens, CacheReadTokens: r.CacheReadTokens, CacheWriteTokens: r.CacheWriteTokens,
		CostUSD: r.CostUSD,
	}
}
