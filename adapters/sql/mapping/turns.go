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
	lists, receipt, err := turnColumns(turn)
	if err != nil {
		return err
	}
	return t.err(t.q.InsertTurn(ctx, rows.InsertTurnParams{
		ID: turn.ID, CompositionID: turn.CompositionID, Message: turn.Message, StartedBy: turn.StartedBy,
		StartedAt: stamp(turn.StartedAt), EndedAt: stampOrNull(turn.EndedAt), Outcome: orNull(string(turn.Outcome)),
		ChangeSet: orNull(turn.ChangeSet), TouchedItems: lists.touched, Drafts: lists.drafts, Reprompted: turn.Reprompted,
		AgentTokenID: orNull(turn.AgentTokenID), Receipt: receipt,
	}))
}

// UpdateTurn implements ports.Turns.
func (t *Tx) UpdateTurn(ctx context.Context, turn composition.Turn) error {
	lists, receipt, err := turnColumns(turn)
	if err != nil {
		return err
	}
	usage, err := json.Marshal(turn.Usage)
	if err != nil {
		return err
	}
	n, err := t.q.UpdateTurn(ctx, rows.UpdateTurnParams{
		ID: turn.ID, EndedAt: stampOrNull(turn.EndedAt), Outcome: orNull(string(turn.Outcome)),
		ChangeSet: orNull(turn.ChangeSet), TouchedItems: lists.touched, Drafts: lists.drafts, Reprompted: turn.Reprompted,
		Receipt: receipt, Usage: orNull(string(usage)),
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

// turnLists are the lists of a turn as JSON text.
type turnLists struct{ touched, drafts string }

func turnColumns(turn composition.Turn) (lists turnLists, receipt *string, err error) {
	if lists.touched, err = listText(turn.TouchedItems); err != nil {
		return lists, nil, err
	}
	if lists.drafts, err = listText(turn.Drafts); err != nil || turn.Receipt == nil {
		return lists, nil, err
	}
	text, err := json.Marshal(turn.Receipt)
	return lists, orNull(string(text)), err
}

func listText(list []string) (string, error) {
	text, err := json.Marshal(list)
	return string(text), err
}

func turnOf(row rows.Turn) (composition.Turn, error) {
	turn := composition.Turn{
		ID: row.ID, CompositionID: row.CompositionID, Message: row.Message, StartedBy: row.StartedBy, StartedAt: row.StartedAt,
		EndedAt: row.EndedAt, Outcome: composition.Outcome(orEmpty(row.Outcome)), ChangeSet: orEmpty(row.ChangeSet),
		AgentTokenID: orEmpty(row.AgentTokenID), Reprompted: row.Reprompted,
	}
	if err := json.Unmarshal([]byte(row.TouchedItems), &turn.TouchedItems); err != nil {
		return turn, err
	}
	if row.Usage != nil {
		if err := json.Unmarshal([]byte(*row.Usage), &turn.Usage); err != nil {
			return turn, err
		}
	}
	if err := json.Unmarshal([]byte(row.Drafts), &turn.Drafts); err != nil {
		return turn, err
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

// ListSteps implements ports.Turns.
func (t *Tx) ListSteps(ctx context.Context, turnID string) ([]composition.Step, error) {
	found, err := t.q.ListSteps(ctx, rows.ListStepsParams{TurnID: turnID})
	return mapAll(found, func(row rows.ListStepsRow) composition.Step {
		return composition.Step{Seq: row.Seq, ChangeSet: orEmpty(row.ChangeSet)}
	}), t.err(err)
}
