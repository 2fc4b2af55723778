package composing

import (
	"context"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

// The kinds of browser events that composing sends.
const (
	eventComposition = "composition-changed"
	eventItemChanged = "composition-item-changed"
	eventTurn        = "composition-turn"
	eventChangeSet   = "composition-changeset"
	eventLease       = "composition-lease"
)

// compositionChange is what became of a composition itself; what happens in it has events of its own.
type compositionChange string

const (
	compositionCreated compositionChange = "created"
	compositionUpdated compositionChange = "updated"
	compositionDeleted compositionChange = "deleted"
)

type compositionChanged struct {
	CompositionID string            `json:"compositionId"`
	Change        compositionChange `json:"change"`
}

type itemChanged struct {
	CompositionID   string `json:"compositionId"`
	ItemID          string `json:"itemId"`
	ContentRevision string `json:"contentRevision,omitzero"`
	Author          string `json:"author,omitzero"`
	TurnID          string `json:"turnId,omitzero"`
	LayoutSeq       int64  `json:"layoutSeq,omitzero"`
	Removed         bool   `json:"removed,omitzero"`
}

type turnChanged struct {
	CompositionID string `json:"compositionId"`
	TurnID        string `json:"turnId"`
	State         string `json:"state"`
	Outcome       string `json:"outcome,omitzero"`
}

// changeSetPending names the window that is to apply the set, and the epoch of its lease; no window while it waits.
type changeSetPending struct {
	CompositionID string         `json:"compositionId"`
	TurnID        string         `json:"turnId"`
	ChangeSet     jsontext.Value `json:"changeSet"`
	WindowID      string         `json:"windowId,omitzero"`
	Epoch         int64          `json:"epoch,omitzero"`
}

// tell appends an event about the composition to the transaction.
func (s *Service) tell(ctx context.Context, tx ports.Tx, c *composition.Composition, kind string, data any) error {
	text, err := json.Marshal(data, jsontext.PreserveRawStrings(true))
	if err != nil {
		return err
	}
	return tx.AppendEvent(ctx, ports.BrowserEvent{
		Kind: kind, CompositionID: c.ID, TeamID: c.TeamID, Data: string(text), CreatedAt: s.clock.Now(),
	})
}

func (s *Service) tellComposition(ctx context.Context, tx ports.Tx, c *composition.Composition, change compositionChange) error {
	return s.tell(ctx, tx, c, eventComposition, compositionChanged{CompositionID: c.ID, Change: change})
}

func (s *Service) tellItem(ctx context.Context, tx ports.Tx, c *composition.Composition, i composition.Item) error {
	return s.tell(ctx, tx, c, eventItemChanged, itemChanged{
		CompositionID: c.ID, ItemID: i.ID, ContentRevision: string(i.ContentRevision), Author: string(i.LastAuthor),
		TurnID: i.LastTurnID, LayoutSeq: i.LayoutSeq,
	})
}

func (s *Service) tellTurn(ctx context.Context, tx ports.Tx, c *composition.Composition, turn composition.Turn) error {
	return s.tell(ctx, tx, c, eventTurn, turnChanged{
		CompositionID: c.ID, TurnID: turn.ID, State: string(c.TurnState), Outcome: string(turn.Outcome),
	})
}

func (s *Service) tellTurnByID(ctx context.Context, tx ports.Tx, c *composition.Composition, turnID string) error {
	turn, err := tx.TurnByID(ctx, c.ID, turnID)
	if err != nil {
		return err
	}
	return s.tellTurn(ctx, tx, c, turn)
}

func (s *Service) tellChangeSet(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
	told := changeSetPending{CompositionID: c.ID, TurnID: c.Pending.TurnID, ChangeSet: jsontext.Value(c.Pending.ChangeSet)}
	if c.TurnState == composition.Resolving {
		told.WindowID, told.Epoch = c.Lease.Holder.ID, c.Lease.Epoch
	}
	return s.tell(ctx, tx, c, eventChangeSet, told)
}
