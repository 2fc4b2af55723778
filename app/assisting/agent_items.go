package assisting

import (
	"context"
	"slices"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/configuration"
	"heddle.dev/heddle/domain/sessiontemplate"
	"heddle.dev/heddle/ports"
)

// ListForAgent lists the session's drafts, checked together. It shows no content.
func (s *Service) ListForAgent(ctx context.Context, agent Agent) (items []CheckedItem, err error) {
	err = s.view(ctx, agent, func(ctx context.Context, tx ports.Tx, session composition.Session) error {
		if err := requireDrafts(ctx, tx, session); err != nil {
			return err
		}
		items, err = s.examineAll(ctx, tx, session)
		return err
	})
	return items, err
}

// ItemForAgent shows the agent a draft, which it may write over then.
func (s *Service) ItemForAgent(ctx context.Context, agent Agent, folder, name string) (item CheckedItem, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		session, err := tx.SessionByID(ctx, agent.sessionID)
		if err != nil {
			return err
		}
		key, err := draftKey(ctx, tx, session, folder, name)
		if err != nil {
			return err
		}
		if item, err = s.examineOne(ctx, tx, session, key); err != nil {
			return err
		}
		return agent.show(ctx, tx, item.Item)
	})
	return item, err
}

// SaveForAgent writes a draft, whole, and answers whether it is new. A draft that is not what the agent was shown last is
// a stale fault with its content, which the agent has been shown then.
func (s *Service) SaveForAgent(
	ctx context.Context, agent Agent, folder, name, content string,
) (saved configuration.Item, created bool, err error) {
	var unseen error
	err = s.inTurn(ctx, agent, folder, name, func(ctx context.Context, tx ports.Tx, session composition.Session, key configuration.Key) error {
		d, err := openDraft(ctx, tx, session, key)
		if err != nil {
			return err
		}
		if unseen, err = agent.showUnseen(ctx, tx, d); unseen != nil || err != nil {
			return err
		}
		created = !d.exists
		if err := s.write(ctx, tx, session, &d, content, s.byAgent(session)); err != nil {
			return err
		}
		saved = d.item
		return agent.show(ctx, tx, saved)
	})
	if err == nil {
		err = unseen
	}
	return saved, created, err
}

// StartForAgent begins a draft from what the catalog holds, and shows it to the agent.
func (s *Service) StartForAgent(ctx context.Context, agent Agent, folder, name string) (started CheckedItem, err error) {
	err = s.inTurn(ctx, agent, folder, name, func(ctx context.Context, tx ports.Tx, session composition.Session, key configuration.Key) error {
		item, err := s.start(ctx, tx, session, key, s.byAgent(session))
		if err != nil {
			return err
		}
		if err := agent.show(ctx, tx, item); err != nil {
			return err
		}
		started, err = s.examineOne(ctx, tx, session, key)
		return err
	})
	return started, err
}

// RemoveForAgent discards a draft.
func (s *Service) RemoveForAgent(ctx context.Context, agent Agent, folder, name string) error {
	return s.inTurn(ctx, agent, folder, name, func(ctx context.Context, tx ports.Tx, session composition.Session, key configuration.Key) error {
		return s.remove(ctx, tx, session, key)
	})
}

// TakeFeedback answers the drafts that changed since the agent was told of their problems last, by whomever, and notes
// that it has been told. Sessions without the capability for it get none.
func (s *Service) TakeFeedback(ctx context.Context, agent Agent) (changed []CheckedItem, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		session, err := tx.LockSession(ctx, agent.sessionID)
		if err != nil {
			return err
		}
		may, err := capabilitiesOf(ctx, tx, session)
		if err != nil || !may.has(sessiontemplate.ValidationFeedback) || !may.has(sessiontemplate.ConfigItems) {
			changed = nil
			return err
		}
		changed, err = s.untold(ctx, tx, session)
		return err
	})
	return changed, err
}

// untold are the drafts whose problems the agent has not been told; with that it has.
func (s *Service) untold(ctx context.Context, tx ports.Tx, session composition.Session) (changed []CheckedItem, err error) {
	items, err := tx.ListConfigItems(ctx, session.ID)
	if err != nil || !slices.ContainsFunc(items, isUntold) {
		return nil, err
	}
	all, err := s.examine(ctx, tx, session, items)
	if err != nil {
		return nil, err
	}
	for _, item := range all {
		if !isUntold(item.Item) {
			continue
		}
		item.Told = item.ContentRevision
		if err := tx.PutConfigItem(ctx, item.Item); err != nil {
			return nil, err
		}
		changed = append(changed, item)
	}
	return changed, nil
}

func isUntold(item configuration.Item) bool { return item.Told != item.ContentRevision }

// inTurn runs a change of a draft by the agent, which is possible only inside a turn.
func (s *Service) inTurn(
	ctx context.Context, agent Agent, folder, name string,
	do func(ctx context.Context, tx ports.Tx, session composition.Session, key configuration.Key) error,
) error {
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		session, err := tx.LockSession(ctx, agent.sessionID)
		if err != nil {
			return err
		}
		if err := session.RequireTurn(); err != nil {
			return err
		}
		key, err := draftKey(ctx, tx, session, folder, name)
		if err != nil {
			return err
		}
		return do(ctx, tx, session, key)
	})
}

func (s *Service) byAgent(session composition.Session) configuration.Edit {
	return configuration.Edit{
		Author: configuration.ByAI, TurnID: session.CurrentTurnID, By: session.CurrentTurnBy, At: s.clock.Now(),
	}
}

// show notes that the agent has seen a state of a draft.
func (a Agent) show(ctx context.Context, tx ports.Tx, item configuration.Item) error {
	return tx.SetShownItem(ctx, a.sessionID, composition.ItemType(item.Folder), item.Name, item.ContentRevision)
}

// showUnseen answers the stale fault where the agent has not been shown the draft as it is; with that it has been shown.
// The fault is to be answered once the transaction is committed: nil for none.
func (a Agent) showUnseen(ctx context.Context, tx ports.Tx, d draft) (unseen, err error) {
	if !d.exists {
		return nil, nil
	}
	shown, err := tx.ShownItem(ctx, a.sessionID, composition.ItemType(d.key.Folder), d.key.Name)
	if err != nil {
		return nil, err
	}
	if unseen = d.item.RequireRevision(shown); unseen == nil {
		return nil, nil
	}
	return unseen, a.show(ctx, tx, d.item)
}
