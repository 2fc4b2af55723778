package mapping

import (
	"context"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

// InsertTurn implements ports.Turns.
func (t *Tx) InsertTurn(ctx context.Context, turn composition.Turn) error {
	touched, receipt, err := turnColumns(turn)
	if err != nil {
		return err
	}
	return t.err(t.q.InsertTurn(ctx, rows.InsertTurnParams{
		ID: turn.ID, CompositionID: turn.CompositionID, Message: turn.Message, StartedBy: turn.StartedBy,
		StartedAt: stamp(turn.StartedAt), EndedAt: stampOrNull(turn.EndedAt), Outcome: orNull(string(turn.Outcome)),
		ChangeSet: orNull(turn.ChangeSet), TouchedItems: touched, Receipt: receipt,
	}))
}

// UpdateTurn implements ports.Turns.
func (t *Tx) UpdateTurn(ctx context.Context, turn composition.Turn) error {
	touched, receipt, err := turnColumns(turn)
	if err != nil {
		return err
	}
	usage, err := json.Marshal(turn.Usage)
	if err != nil {
		return err
	}
	n, err := t.q.UpdateTurn(ctx, rows.UpdateTurnParams{
		ID: turn.ID, EndedAt: stampOrNull(turn.EndedAt), Outcome: orNull(string(turn.Outcome)),
		ChangeSet: orNull(turn.ChangeSet), TouchedItems: touched, Receipt: receipt, Usage: orNull(string(usage)),
	})
	return t.changed(n, err, "turn", turn.ID)
}

// TurnByID implements ports.Turns.
func (t *Tx) TurnByID(ctx context.Context, compositionID, id string) (composition.Turn, error) {
	row, err := t.q.TurnByID(ctx, rows.TurnByIDParams{CompositionID: compositionID, ID: id})
	if err != nil {
		return composition.Turn{}, t.found(err, "turn", id)
	}
	return turnOf(row)
}

// ListTurns implements ports.Turns.
func (t *Tx) ListTurns(ctx context.Context, compositionID string, page ports.Page) ([]composition.Turn, error) {
	found, err := t.q.ListTurns(ctx, rows.ListTurnsParams{
		CompositionID: compositionID, Before: pageStart(page), MaxRows: int64(page.Limit),
	})
	if err != nil {
		return nil, t.err(err)
	}
	turns := make([]composition.Turn, len(found))
	for i, row := range found {
		if turns[i], err = turnOf(row); err != nil {
			return nil, err
		}
	}
	return turns, nil
}

func turnColumns(turn composition.Turn) (touched string, receipt *string, err error) {
	list, err := json.Marshal(turn.TouchedItems)
	if err != nil || turn.Receipt == nil {
		return string(list), nil, err
	}
	text, err := json.Marshal(turn.Receipt)
	return string(list), orNull(string(text)), err
}

func turnOf(row rows.Turn) (composition.Turn, error) {
	turn := composition.Turn{
		ID: row.ID, CompositionID: row.CompositionID, Message: row.Message, StartedBy: row.StartedBy, StartedAt: row.StartedAt,
		EndedAt: row.EndedAt, Outcome: composition.Outcome(orEmpty(row.Outcome)), ChangeSet: orEmpty(row.ChangeSet),
	}
	if err := json.Unmarshal([]byte(row.TouchedItems), &turn.TouchedItems); err != nil {
		return turn, err
	}
	if row.Usage != nil {
		if err := json.Unmarshal([]byte(*row.Usage), &turn.Usage); err != nil {
			return turn, err
		}
	}
	if row.Receipt == nil {
		return turn, nil
	}
	turn.Receipt = new(composition.Receipt)
	return turn, json.Unmarshal([]byte(*row.Receipt), turn.Receipt)
}

// InsertWorkingCopy implements ports.Turns.
func (t *Tx) InsertWorkingCopy(ctx context.Context, w composition.WorkingCopy) error {
	return t.err(t.q.InsertWorkingCopy(ctx, rows.InsertWorkingCopyParams{
		TurnID: w.TurnID, Seq: w.Seq, ChangeSet: orNull(w.ChangeSet), Content: w.Content,
		ContentRevision: string(w.ContentRevision), CreatedAt: stamp(w.CreatedAt),
	}))
}

// LatestWorkingCopy implements ports.Turns.
func (t *Tx) LatestWorkingCopy(ctx context.Context, turnID string) (composition.WorkingCopy, error) {
	row, err := t.q.LatestWorkingCopy(ctx, rows.LatestWorkingCopyParams{TurnID: turnID})
	return composition.WorkingCopy{
		TurnID: row.TurnID, Seq: row.Seq, ChangeSet: orEmpty(row.ChangeSet), Content: row.Content,
		ContentRevision: revision.Revision(row.ContentRevision), CreatedAt: row.CreatedAt,
	}, t.found(err, "working copy of turn", turnID)
}

// ListWorkingChangeSets implements ports.Turns.
func (t *Tx) ListWorkingChangeSets(ctx context.Context, turnID string) ([]string, error) {
	found, err := t.q.ListWorkingChangeSets(ctx, rows.ListWorkingChangeSetsParams{TurnID: turnID})
	return mapAll(found, orEmpty), t.err(err)
}
