// Package metering keeps what language models were used for, and sums it up.
package metering

import (
	"context"
	"time"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/usage"
	"heddle.dev/heddle/ports"
)

// Write stores a use, unless nothing was used. The record says what it was for and has its id.
func Write(ctx context.Context, tx ports.Tx, record usage.Record, used ports.Usage) error {
	record.InputTokens, record.OutputTokens, record.CostUSD = used.InputTokens, used.OutputTokens, used.CostUSD
	record.CacheReadTokens, record.CacheWriteTokens = used.CacheReadTokens, used.CacheWriteTokens
	if record.IsNothing() {
		return nil
	}
	return tx.InsertUsage(ctx, record)
}

// Service is the use cases of metering.
type Service struct {
	store ports.Store
	clock ports.Clock
}

// New makes the service.
func New(store ports.Store, clock ports.Clock) *Service { return &Service{store: store, clock: clock} }

// defaultSpan is how far reports look back where they are not told.
const defaultSpan = 30 * 24 * time.Hour

// Report is sums of what was used in a time.
type Report struct {
	ports.Span

	By     usage.Grouping
	Sums   []usage.Sum
	Labels map[string]string // of keys that are ids: the names of what is there still
	Total  usage.Sum
}

// SumUsage sums what the actor may see. A span's missing ends are now, and 30 days before the other. A span that ends before
// it begins is an invalid fault (invalid-span).
func (s *Service) SumUsage(ctx context.Context, actor access.Actor, by usage.Grouping, span ports.Span) (report Report, err error) {
	report.By = by
	if report.Span, err = s.complete(span); err != nil {
		return report, err
	}
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		viewer := viewerOf(actor)
		if report.Sums, err = tx.SumUsage(ctx, viewer, by, report.Span); err != nil {
			return err
		}
		total, err := tx.SumUsage(ctx, viewer, usage.Together, report.Span)
		if err != nil {
			return err
		}
		report.Total = usage.Sum{}
		for _, sum := range total { // one, or none where nothing was used
			report.Total = sum
		}
		report.Labels, err = labels(ctx, tx, actor, by, report.Sums)
		return err
	})
	return report, err
}

// ListUsage lists what the actor may see, the newest first.
func (s *Service) ListUsage(
	ctx context.Context, actor access.Actor, span ports.Span, page ports.Page,
) (records []usage.Record, err error) {
	if span, err = s.complete(span); err != nil {
		return nil, err
	}
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		records, err = tx.ListUsage(ctx, viewerOf(actor), span, page)
		return err
	})
	return records, err
}

func (s *Service) complete(span ports.Span) (ports.Span, error) {
	if span.Until.IsZero() {
		span.Until = s.clock.Now()
	}
	if span.From.IsZero() {
		span.From = span.Until.Add(-defaultSpan)
	}
	if !span.From.Before(span.Until) {
		return span, fault.New(fault.KindInvalid, "invalid-span", "from (%s) must be before to (%s)",
			span.From.Format(time.RFC3339), span.Until.Format(time.RFC3339))
	}
	return span, nil
}

func viewerOf(actor access.Actor) ports.Viewer {
	return ports.Viewer{UserID: actor.ID(), Everything: actor.User.IsOwner}
}

// labels names what the keys of sums stand for.
func labels(ctx context.Context, tx ports.Tx, actor access.Actor, by usage.Grouping, sums []usage.Sum) (map[string]string, error) {
	named := map[string]string{}
	for _, sum := range sums {
		if sum.Key == "" {
			continue
		}
		name, err := label(ctx, tx, actor, by, sum.Key)
		if err != nil && fault.KindOf(err) != fault.KindNotFound {
			return nil, err
		}
		if err == nil && name != "" {
			named[sum.Key] = name
		}
	}
	return named, nil
}

func label(ctx context.Context, tx ports.Tx, actor access.Actor, by usage.Grouping, id string) (string, error) {
	switch by {
	case usage.ByComposition:
		c, err := tx.CompositionByID(ctx, id)
		if err != nil || !actor.May(access.InstallationRead, c.TeamID) {
			return "", err
		}
		return c.Name, nil
	case usage.ByUser:
		user, err := tx.UserByID(ctx, id)
		return user.Name, err
	case usage.ByTeam:
		team, err := tx.TeamByID(ctx, id)
		return team.Name, err
	default:
		return "", nil
	}
}
