package storetest

import (
	"context"
	"time"

	"heddle.dev/heddle/domain/usage"
	"heddle.dev/heddle/ports"
)

var usageRules = []rule{
	{"records of use come back the newest first, by pages and within a time", usageListed},
	{"sums are made by day, engine, model, composition, user and team, and of all", usageSummed},
	{"a viewer sees their own use and that of their teams", usageSeen},
	{"records of use stay when their composition goes", usageStays},
}

func anyUse(userID, teamID string, at time.Time) usage.Record {
	cost := 0.25
	return usage.Record{
		ID: newID(), At: at, Purpose: usage.ForTurn, SessionID: newID(), TurnID: newID(), CompositionID: newID(), TeamID: teamID,
		UserID: userID, Engine: "builtin", Model: "p/m", InputTokens: 1, OutputTokens: 20, CacheReadTokens: 300, CacheWriteTokens: 4000,
		CostUSD: &cost,
	}
}

func (b *bundle) use(r usage.Record) usage.Record {
	b.Helper()
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.InsertUsage(ctx, r) })
	return r
}

// wholeDay holds noon and no other day's records.
var wholeDay = ports.Span{From: noon.Add(-12 * time.Hour), Until: noon.Add(11 * time.Hour)}

func (b *bundle) uses(viewer ports.Viewer, span ports.Span, page ports.Page) []usage.Record {
	b.Helper()
	return stored(b, func(ctx context.Context, tx ports.Tx) ([]usage.Record, error) {
		return tx.ListUsage(ctx, viewer, span, page)
	})
}

func (b *bundle) sums(viewer ports.Viewer, by usage.Grouping) []usage.Sum {
	b.Helper()
	span := ports.Span{From: noon, Until: noon.Add(100 * time.Hour)}
	return stored(b, func(ctx context.Context, tx ports.Tx) ([]usage.Sum, error) { return tx.SumUsage(ctx, viewer, by, span) })
}

var everyone = ports.Viewer{Everything: true}

func usageListed(b *bundle) {
	first := b.use(anyUse(newID(), "", noon))
	bare := usage.Record{ID: newID(), At: noon, Purpose: usage.ForTest, UserID: newID(), Engine: "e"}
	b.use(bare)
	b.use(anyUse(newID(), "", wholeDay.Until))
	equal(b, "within the day", b.uses(everyone, wholeDay, ports.Page{Limit: 10}), []usage.Record{bare, first})
	equal(b, "a page", b.uses(everyone, wholeDay, ports.Page{Limit: 1}), []usage.Record{bare})
	equal(b, "the next", b.uses(everyone, wholeDay, ports.Page{Limit: 1, Before: bare.ID}), []usage.Record{first})
}

func usageSummed(b *bundle) {
	user, team := newID(), newID()
	one := b.use(anyUse(user, team, noon))
	two := anyUse(user, "", after(24*time.Hour))
	two.TurnID, two.CompositionID, two.Model, two.CostUSD = one.TurnID, "", "p/n", nil
	b.use(two)
	sum := func(key string, n, turns int64, cost float64, unpriced int64) usage.Sum {
		return usage.Sum{
			Key: key, Records: n, Turns: turns, InputTokens: n, OutputTokens: 20 * n, CacheReadTokens: 300 * n, CacheWriteTokens: 4000 * n,
			CostUSD: cost, Unpriced: unpriced,
		}
	}
	both := func(key string) []usage.Sum { return []usage.Sum{sum(key, 2, 1, 0.25, 1)} }
	for by, want := range map[usage.Grouping][]usage.Sum{
		usage.ByDay:         {sum("2026-03-04", 1, 1, 0.25, 0), sum("2026-03-05", 1, 1, 0, 1)},
		usage.ByEngine:      both("builtin"),
		usage.ByModel:       {sum("p/m", 1, 1, 0.25, 0), sum("p/n", 1, 1, 0, 1)},
		usage.ByComposition: {sum("", 1, 1, 0, 1), sum(one.CompositionID, 1, 1, 0.25, 0)},
		usage.ByUser:        both(user),
		usage.ByTeam:        {sum("", 1, 1, 0, 1), sum(team, 1, 1, 0.25, 0)},
		usage.Together:      both(""),
	} {
		equal(b, string(by), b.sums(everyone, by), want)
	}
	equal(b, "of nobody", b.sums(ports.Viewer{UserID: newID()}, usage.Together), []usage.Sum{})
}

func usageSeen(b *bundle) {
	s := b.scopes()
	own, teams := b.use(anyUse(s.owner.ID, "", noon)), b.use(anyUse(newID(), s.mine.ID, noon))
	b.use(anyUse(newID(), s.theirs.ID, noon))
	b.use(anyUse(newID(), "", noon))
	equal(b, "a member's list", b.uses(s.member(), wholeDay, ports.Page{Limit: 10}), []usage.Record{teams, own})
	if sums := b.sums(s.member(), usage.Together); len(sums) != 1 || sums[0].Records != 2 {
		b.Errorf("a member's sum is %+v", sums)
	}
	equal(b, "all", len(b.uses(everyone, wholeDay, ports.Page{Limit: 10})), 4)
}

func usageStays(b *bundle) {
	turn := b.turn()
	r := anyUse(newID(), "", noon)
	r.CompositionID, r.TurnID = turn.CompositionID, turn.ID
	b.use(r)
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.DeleteComposition(ctx, turn.CompositionID) })
	equal(b, "after", b.uses(everyone, wholeDay, ports.Page{Limit: 10}), []usage.Record{r})
}
