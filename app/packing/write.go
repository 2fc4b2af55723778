package packing

import (
	"context"
	"time"

	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/ports"
)

// writer carries a plan out.
type writer struct {
	tx    ports.Tx
	newID ports.NewID
	scope Scope
	at    time.Time
	plan  *pack.Plan
	ids   map[pack.Key]string
}

func (w *writer) write(ctx context.Context, entry *pack.Entry) error {
	if entry.Occupant != nil {
		w.ids[entry.Item.Key] = entry.Occupant.ID
	} else {
		w.ids[entry.Item.Key] = w.newID()
	}
	switch {
	case entry.Change == pack.Unchanged:
		return nil
	case entry.Item.Kind == pack.Workflow:
		return w.writeWorkflow(ctx, entry)
	default:
		return w.writeObject(ctx, entry.Item, entry.Occupant == nil)
	}
}

func (w *writer) writeObject(ctx context.Context, item *pack.Item, isNew bool) error {
	object := catalog.Object{
		ID: w.ids[item.Key], Kind: item.Kind, TeamID: w.scope.TeamID, Name: item.Name, Content: item.Content,
		ContentRevision: item.Revision, CreatedBy: w.scope.Actor.ID(), CreatedAt: w.at, UpdatedAt: w.at, UpdatedBy: w.scope.Actor.ID(),
	}
	if isNew {
		return w.tx.InsertObject(ctx, object)
	}
	return w.tx.UpdateObject(ctx, object)
}

func (w *writer) writeWorkflow(ctx context.Context, entry *pack.Entry) error {
	d, err := w.definition(ctx, entry)
	if err != nil {
		return err
	}
	if entry.Version > 0 {
		if err := w.publish(ctx, &d, entry); err != nil {
			return err
		}
	}
	if entry.Occupant != nil && len(entry.Settings) > 0 {
		d.Configure(entry.Definition, w.at)
		if err := w.tx.UpdateDefinitionSettings(ctx, d); err != nil {
			return err
		}
	}
	return cataloguing.TellWorkflow(ctx, w.tx, d, w.at)
}

// definition is what the workflow was published as before, or a new one that has its settings from the start.
func (w *writer) definition(ctx context.Context, entry *pack.Entry) (d definition.Definition, err error) {
	if entry.Occupant != nil {
		return w.tx.DefinitionByID(ctx, entry.Occupant.ID)
	}
	d, err = definition.New(w.ids[entry.Item.Key], w.scope.TeamID, entry.Item.Name, w.scope.Actor.ID(), w.at)
	if err == nil && len(entry.Settings) > 0 {
		d.Configure(entry.Definition, w.at)
	}
	return d, err
}

// publish makes the next version, and the definition with its first.
func (w *writer) publish(ctx context.Context, d *definition.Definition, entry *pack.Entry) error {
	text, err := entry.Snapshot.Text()
	if err != nil {
		return err
	}
	d.Publish(entry.Version, entry.Snapshot, entry.Item.Revision, w.at)
	if entry.Occupant == nil {
		err = w.tx.InsertDefinition(ctx, *d)
	} else {
		err = w.tx.UpdateDefinitionDocument(ctx, *d)
	}
	if err != nil {
		return err
	}
	err = w.tx.InsertVersion(ctx, definition.Version{
		ID: w.newID(), DefinitionID: d.ID, Number: entry.Version, Snapshot: text, CreatedBy: w.scope.Actor.ID(), CreatedAt: w.at,
	})
	if err != nil {
		return err
	}
	return w.tx.SetUses(ctx, d.ID, w.idsOf(entry))
}

// idsOf lists the objects that the workflow's version uses: those of the pack by where they were written, which was
// before.
func (w *writer) idsOf(entry *pack.Entry) []string {
	ids := make([]string, len(entry.Reaches))
	for i, key := range entry.Reaches {
		id, written := w.ids[key]
		if !written {
			id = w.plan.Target.Others[key].ID
		}
		ids[i] = id
	}
	return ids
}
