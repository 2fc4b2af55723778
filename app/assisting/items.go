package assisting

import (
	"context"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/configuration"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

// ListItems lists the session's drafts by kind and name, checked together.
func (s *Service) ListItems(ctx context.Context, actor access.Actor, sessionID string) (items []CheckedItem, err error) {
	err = s.read(ctx, actor, sessionID, func(ctx context.Context, tx ports.Tx, session composition.Session) error {
		if err := requireDrafts(ctx, tx, session); err != nil {
			return err
		}
		items, err = s.examineAll(ctx, tx, session)
		return err
	})
	return items, err
}

// GetItem reads one draft.
func (s *Service) GetItem(ctx context.Context, actor access.Actor, sessionID, folder, name string) (item CheckedItem, err error) {
	err = s.read(ctx, actor, sessionID, func(ctx context.Context, tx ports.Tx, session composition.Session) error {
		key, err := draftKey(ctx, tx, session, folder, name)
		if err != nil {
			return err
		}
		item, err = s.examineOne(ctx, tx, session, key)
		return err
	})
	return item, err
}

// SaveItem writes a draft, whole. Seen is the content revision that the person saw; empty to replace whatever is there.
func (s *Service) SaveItem(
	ctx context.Context, actor access.Actor, sessionID, folder, name, content string, seen revision.Revision,
) (saved CheckedItem, err error) {
	err = s.change(ctx, actor, sessionID, func(ctx context.Context, tx ports.Tx, session *composition.Session) error {
		key, err := draftKey(ctx, tx, *session, folder, name)
		if err != nil {
			return err
		}
		d, err := openDraft(ctx, tx, *session, key)
		if err != nil {
			return err
		}
		if d.exists && seen != "" {
			if err := d.item.RequireRevision(seen); err != nil {
				return err
			}
		}
		if err := s.write(ctx, tx, *session, &d, content, s.byPerson(actor)); err != nil {
			return err
		}
		saved, err = s.examineOne(ctx, tx, *session, key)
		return err
	})
	return saved, err
}

// StartItem begins a draft from what the catalog holds.
func (s *Service) StartItem(ctx context.Context, actor access.Actor, sessionID, folder, name string) (started CheckedItem, err error) {
	err = s.change(ctx, actor, sessionID, func(ctx context.Context, tx ports.Tx, session *composition.Session) error {
		key, err := draftKey(ctx, tx, *session, folder, name)
		if err != nil {
			return err
		}
		if _, err := s.start(ctx, tx, *session, key, s.byPerson(actor)); err != nil {
			return err
		}
		started, err = s.examineOne(ctx, tx, *session, key)
		return err
	})
	return started, err
}

// RemoveItem discards a draft. The catalog keeps what it has.
func (s *Service) RemoveItem(ctx context.Context, actor access.Actor, sessionID, folder, name string) error {
	return s.change(ctx, actor, sessionID, func(ctx context.Context, tx ports.Tx, session *composition.Session) error {
		key, err := draftKey(ctx, tx, *session, folder, name)
		if err != nil {
			return err
		}
		return s.remove(ctx, tx, *session, key)
	})
}

func (s *Service) byPerson(actor access.Actor) configuration.Edit {
	return configuration.Edit{Author: configuration.ByUser, By: actor.ID(), At: s.clock.Now()}
}

// draftKey names a draft in a session that may have some.
func draftKey(ctx context.Context, tx ports.Tx, session composition.Session, folder, name string) (configuration.Key, error) {
	if err := requireDrafts(ctx, tx, session); err != nil {
		return configuration.Key{}, err
	}
	return configuration.NewKey(folder, name)
}

// draft is what stands under a key.
type draft struct {
	item   configuration.Item
	exists bool
	key    configuration.Key
}

func openDraft(ctx context.Context, tx ports.Tx, session composition.Session, key configuration.Key) (draft, error) {
	item, err := tx.ConfigItem(ctx, session.ID, key)
	if isMissing(err) {
		return draft{key: key}, nil
	}
	return draft{item: item, exists: err == nil, key: key}, err
}

func isMissing(err error) bool { return err != nil && fault.KindOf(err) == fault.KindNotFound }

// write puts content into a draft, which may be new. What the catalog has is not written over unseen.
func (s *Service) write(
	ctx context.Context, tx ports.Tx, session composition.Session, d *draft, content string, edit configuration.Edit,
) error {
	if d.exists {
		changed, err := d.item.Write(content, edit)
		if err != nil || !changed {
			return err
		}
		return s.put(ctx, tx, session, d.item)
	}
	item, err := configuration.NewItem(session.ID, d.key, content, "", edit)
	if err != nil {
		return err
	}
	_, found, err := catalogued(ctx, tx, session.TeamID, d.key)
	if err != nil {
		return err
	}
	if found {
		return fault.New(fault.KindConflict, "in-catalog",
			"the catalog has %s already: begin the draft from what is there, so that nothing of it is lost", d.key.Path())
	}
	d.item = item
	return s.put(ctx, tx, session, item)
}

// start begins a draft from what the catalog holds.
func (s *Service) start(
	ctx context.Context, tx ports.Tx, session composition.Session, key configuration.Key, edit configuration.Edit,
) (configuration.Item, error) {
	d, err := openDraft(ctx, tx, session, key)
	if err != nil {
		return d.item, err
	}
	if d.exists {
		return d.item, fault.New(fault.KindConflict, "already-a-draft", "there is a draft %s already", key.Path())
	}
	published, found, err := catalogued(ctx, tx, session.TeamID, key)
	if err != nil {
		return d.item, err
	}
	if !found {
		return d.item, fault.New(fault.KindNotFound, "not-found", "the catalog has no %s to begin from; write it anew", key.Path())
	}
	item, err := configuration.NewItem(session.ID, key, published.content, published.base, edit)
	if err != nil {
		return item, err
	}
	return item, s.put(ctx, tx, session, item)
}

// put stores a draft where there is room for it, and shows it.
func (s *Service) put(ctx context.Context, tx ports.Tx, session composition.Session, item configuration.Item) error {
	if err := tx.PutConfigItem(ctx, item); err != nil {
		return err
	}
	all, err := tx.ListConfigItems(ctx, session.ID)
	if err != nil {
		return err
	}
	if err := configuration.RequireRoom(all); err != nil {
		return err
	}
	return s.tellItem(ctx, tx, session, item)
}

func (s *Service) remove(ctx context.Context, tx ports.Tx, session composition.Session, key configuration.Key) error {
	err := tx.DeleteConfigItem(ctx, session.ID, key)
	if isMissing(err) {
		all, listErr := s.examineAll(ctx, tx, session)
		if listErr != nil {
			return listErr
		}
		return notDrafted(key, all)
	}
	if err != nil {
		return err
	}
	return s.tellRemoved(ctx, tx, session, key)
}

// notDrafted is the fault that there is no draft of the key, with those that there are.
func notDrafted(key configuration.Key, all []CheckedItem) error {
	paths := make([]string, len(all))
	for i := range all {
		paths[i] = all[i].Path()
	}
	return fault.New(fault.KindNotFound, "not-found", "there is no draft %s; %s",
		key.Path(), spelling.Listing("drafts", spelling.NearestFirst(key.Path(), paths)))
}
