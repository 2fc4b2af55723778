package composing

import (
	"context"
	"slices"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

// tracer finds what one turn did, from what the server stored of it.
type tracer struct {
	*Service

	tx   ports.Tx
	c    *composition.Composition
	turn composition.Turn
}

// trace finds what the turn did to each action type and tool: those it saved, by the turn's revisions, then those it
// only removed.
func (t *tracer) trace(ctx context.Context, saved []composition.Revision) (traces []composition.TurnTrace, err error) {
	removed, err := t.tx.ListRemovedItems(ctx, t.turn.ID)
	if err != nil {
		return nil, err
	}
	items, err := t.tx.ListItems(ctx, t.c.ID)
	if err != nil {
		return nil, err
	}
	for _, item := range append(items[1:], removed...) {
		trace := composition.TurnTrace{Item: item, Name: item.Name, Removed: item.RemovedTurnID == t.turn.ID}
		wasSaved := slices.ContainsFunc(saved, func(r composition.Revision) bool { return r.ItemID == item.ID })
		if !trace.Removed && !wasSaved {
			continue
		}
		if err := t.traceRevisions(ctx, &trace, saved); err != nil {
			return nil, err
		}
		if err := t.traceName(ctx, &trace); err != nil {
			return nil, err
		}
		traces = append(traces, trace)
	}
	return traces, nil
}

func (t *tracer) traceRevisions(ctx context.Context, trace *composition.TurnTrace, saved []composition.Revision) error {
	first := ""
	for i := range saved {
		if saved[i].ItemID == trace.Item.ID {
			if first == "" {
				first = saved[i].ID
			}
			trace.Last = &saved[i]
		}
	}
	if first == "" {
		newest, err := t.tx.ListItemRevisions(ctx, trace.Item.ID, ports.Page{Limit: 1})
		if err == nil {
			trace.Before = &newest[0]
		}
		return err
	}
	before, err := t.tx.ItemRevisionBefore(ctx, trace.Item.ID, first)
	if err == nil {
		trace.Before = &before
	}
	return unlessMissing(err)
}

// traceName finds the name that a removed item had, and who has it now.
func (t *tracer) traceName(ctx context.Context, trace *composition.TurnTrace) error {
	if !trace.Removed {
		return nil
	}
	trace.Name = nameOf(trace.Item.Type, trace.Item.Content)
	holder, err := t.tx.ItemByName(ctx, t.c.ID, trace.Item.Type, trace.Name)
	trace.HolderID = holder.ID
	return unlessMissing(err)
}
