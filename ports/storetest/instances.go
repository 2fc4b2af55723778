package storetest

import (
	"context"
	"time"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

var instanceRules = []rule{
	{"an instance comes back as it was stored", instanceComesBack},
	{"an update stores what can change", instanceUpdate},
	{"an instance that is not there is not found", unknownInstance},
	{"an instance needs its definition, and an id is taken once", instanceRefused},
	{"lists show what the viewer and the filter allow, the newest first, in pages, without state", instancesSeen},
}

func (b *bundle) instanceByID(id string) ports.StoredInstance {
	b.Helper()
	return stored(b, func(ctx context.Context, tx ports.Tx) (ports.StoredInstance, error) { return tx.InstanceByID(ctx, id) })
}

func instanceComesBack(b *bundle) {
	i := b.instance()
	equal(b, "instance", b.instanceByID(i.ID), i)
	locked := changed(b, func(ctx context.Context, tx ports.Tx) (ports.StoredInstance, error) {
		return tx.LockInstance(ctx, i.ID)
	})
	equal(b, "locked", locked, i)
}

func instanceUpdate(b *bundle) {
	i := b.instance()
	ended := after(time.Hour)
	i.Status, i.State, i.HistorySeq, i.CallSeq, i.UpdatedAt, i.EndedAt = "completed", `{"x":1e400}`, 9, 5, ended, &ended
	update := func(ctx context.Context, tx ports.Tx) error { return tx.UpdateInstance(ctx, i) }
	b.write(update)
	equal(b, "ended", b.instanceByID(i.ID), i)
	i.EndedAt = nil
	b.write(update)
	equal(b, "revived", b.instanceByID(i.ID), i)
}

func unknownInstance(b *bundle) {
	ghost := anyInstance(b.definition(), "")
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.InstanceByID(ctx, ghost.ID); return err })
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.LockInstance(ctx, ghost.ID); return err })
	b.missing(func(ctx context.Context, tx ports.Tx) error { return tx.UpdateInstance(ctx, ghost) })
}

func instanceRefused(b *bundle) {
	i := b.instance()
	insert := func(ctx context.Context, tx ports.Tx) error { return tx.InsertInstance(ctx, i) }
	b.taken(insert)
	i.ID, i.DefinitionID = newID(), newID()
	b.refuse(fault.KindConflict, "in-use", insert)
}

func instancesSeen(b *bundle) {
	s := b.scopes()
	d, other := anyDefinition(s.owner, "", "a"), anyDefinition(s.owner, "", "b")
	global, mine, theirs := anyInstance(d, ""), anyInstance(d, s.mine.ID), anyInstance(other, s.theirs.ID)
	mine.Status = "completed"
	b.write(func(ctx context.Context, tx ports.Tx) error {
		return all(tx.InsertDefinition(ctx, d), tx.InsertDefinition(ctx, other),
			tx.InsertInstance(ctx, global), tx.InsertInstance(ctx, mine), tx.InsertInstance(ctx, theirs))
	})
	everything, page := ports.Viewer{Everything: true}, ports.Page{Limit: 10}
	for what, c := range map[string]struct {
		viewer ports.Viewer
		filter ports.InstanceFilter
		page   ports.Page
		want   []ports.StoredInstance
	}{
		"member":          {s.member(), ports.InstanceFilter{}, page, []ports.StoredInstance{mine, global}},
		"stranger":        {ports.Viewer{UserID: newID()}, ports.InstanceFilter{}, page, []ports.StoredInstance{global}},
		"everything":      {everything, ports.InstanceFilter{}, page, []ports.StoredInstance{theirs, mine, global}},
		"first page":      {everything, ports.InstanceFilter{}, ports.Page{Limit: 1}, []ports.StoredInstance{theirs}},
		"later page":      {everything, ports.InstanceFilter{}, ports.Page{Before: mine.ID, Limit: 5}, []ports.StoredInstance{global}},
		"of a definition": {everything, ports.InstanceFilter{DefinitionID: d.ID}, page, []ports.StoredInstance{mine, global}},
		"in a status":     {everything, ports.InstanceFilter{Status: "waiting"}, page, []ports.StoredInstance{theirs, global}},
		"of both":         {everything, ports.InstanceFilter{DefinitionID: d.ID, Status: "waiting"}, page, []ports.StoredInstance{global}},
		"nothing":         {s.member(), ports.InstanceFilter{DefinitionID: other.ID}, page, []ports.StoredInstance{}},
	} {
		got := stored(b, func(ctx context.Context, tx ports.Tx) ([]ports.StoredInstance, error) {
			return tx.ListInstances(ctx, c.viewer, c.filter, c.page)
		})
		equal(b, what, got, each(c.want, withoutState))
	}
}

func withoutState(i ports.StoredInstance) ports.StoredInstance {
	i.State, i.HistorySeq, i.CallSeq = "", 0, 0
	return i
}
