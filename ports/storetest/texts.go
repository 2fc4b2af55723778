package storetest

import (
	"context"
	"strings"
	"time"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

var textRules = []rule{
	{"texts come back byte for byte", textsComeBack},
	{"a text with NUL or not in UTF-8 is refused", textsRefused},
	{"a text of many megabytes comes back", longTextsComeBack},
	{"times come back to the microsecond, cut and in UTC", timesComeBack},
	{"times compare by time, not by their text", timesCompare},
}

// oddTexts are what a careless column type, driver or encoder would change.
var oddTexts = []string{
	``, ` `, "\n", `1e3`, `-0`, `1.0`, `0.10`, `1E+02`, `100000000000000000000000001`, `true`, `null`, `"x"`, `2026-03-04`, `2026-03-04 12:00:00+00:00`, `12:00`,
	`{"z":1,"a":{"c":1,"b":2},"z ":1e3}`, "{ \"spaced\" :\t[ 1 ,2 ] }\r\n", `{"a":1,"a":2}`, `{"u":"\u0000\ud83d\ude00"}`,
	"line\u2028and\u2029paragraph", `quote ' double " back \ tick ` + "`", `100% _like_ $1 ?1 @x :y --`, "é e\u0301 ß İ 漢字 🙂 \U0010ffff \ufeff \x7f\x01",
	"'; DROP TABLE users; --",
}

func textsComeBack(b *bundle) {
	i := b.workflowItem()
	for _, text := range oddTexts {
		i.Content, i.Name = text, "name "+text
		b.write(func(ctx context.Context, tx ports.Tx) error { return tx.UpdateItem(ctx, i) })
		found := stored(b, func(ctx context.Context, tx ports.Tx) (composition.Item, error) {
			return tx.ItemByName(ctx, i.CompositionID, i.Type, i.Name)
		})
		equal(b, "item", found, i)
	}
}

func textsRefused(b *bundle) {
	i := b.workflowItem()
	before := i
	for _, text := range []string{"\x00", "in\x00side", "\xff", "cut \xe2\x82", "\xed\xa0\x80"} {
		i.Content = text
		b.refuse(fault.KindInvalid, "text-not-storable", func(ctx context.Context, tx ports.Tx) error { return tx.UpdateItem(ctx, i) })
		i.Content, i.LastTurnID = before.Content, text
		b.refuse(fault.KindInvalid, "text-not-storable", func(ctx context.Context, tx ports.Tx) error { return tx.UpdateItem(ctx, i) })
	}
	found := stored(b, func(ctx context.Context, tx ports.Tx) (composition.Item, error) {
		return tx.ItemByID(ctx, i.CompositionID, i.ID)
	})
	equal(b, "item", found, before)
}

func longTextsComeBack(b *bundle) {
	i := b.workflowItem()
	i.Content = `{"long":"` + strings.Repeat("0123456789 ünïcödé ", 500_000) + `"}`
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.UpdateItem(ctx, i) })
	found := stored(b, func(ctx context.Context, tx ports.Tx) (composition.Item, error) {
		return tx.ItemByID(ctx, i.CompositionID, i.ID)
	})
	if found.Content != i.Content {
		b.Errorf("%d bytes went in, %d other bytes came back", len(i.Content), len(found.Content))
	}
}

func timesComeBack(b *bundle) {
	owner := b.owner()
	summer := time.FixedZone("UTC+5:30", 5*3600+1800)
	for given, want := range map[time.Time]time.Time{
		time.Date(2026, 7, 1, 3, 4, 5, 123456789, summer):        time.Date(2026, 6, 30, 21, 34, 5, 123456000, time.UTC),
		time.Date(2026, 7, 1, 0, 0, 0, 999, time.UTC):            time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC),
		time.Date(2026, 7, 1, 0, 0, 0, 100_000_000, time.UTC):    time.Date(2026, 7, 1, 0, 0, 0, 100_000_000, time.UTC),
		time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC): time.Date(9999, 12, 31, 23, 59, 59, 999999000, time.UTC),
		time.Date(1969, 12, 31, 23, 59, 59, 1000, time.UTC):      time.Date(1969, 12, 31, 23, 59, 59, 1000, time.UTC),
	} {
		c := anyComposition(owner, "")
		c.CreatedAt, c.UpdatedAt = given, given
		b.write(func(ctx context.Context, tx ports.Tx) error { return tx.InsertComposition(ctx, c) })
		equal(b, "time", b.compositionByID(c.ID).UpdatedAt, want)
	}
}

// timesCompare stores leases whose texts differ in length and sorts them by the database's comparison.
func timesCompare(b *bundle) {
	steps := []time.Duration{0, time.Microsecond, 10 * time.Microsecond, 100 * time.Millisecond, 110 * time.Millisecond, time.Second}
	midnight := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	want := make([]string, len(steps))
	for i := range steps {
		want[i] = b.session().ID
	}
	for i := len(steps) - 1; i >= 0; i-- {
		changed(b, func(ctx context.Context, tx ports.Tx) (bool, error) {
			return tx.TakeSession(ctx, want[i], "one", midnight, midnight.Add(steps[i]))
		})
	}
	found := stored(b, func(ctx context.Context, tx ports.Tx) ([]composition.Session, error) {
		return tx.ListExpiredSessions(ctx, midnight.Add(time.Second+time.Microsecond))
	})
	equal(b, "by lease", each(found, func(s composition.Session) string { return s.ID }), want)
}
