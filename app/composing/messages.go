package composing

import (
	"context"
	"strings"
	"time"

	"heddle.dev/heddle/app/asking"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

// Message is what a person tells the agent, with what they had selected and which workflow they saw.
type Message struct {
	Text            string
	NodeIDs         []string
	EdgeIDs         []string
	ContentRevision revision.Revision // empty: not told

	answers string // the question that it answers, if any
}

// forAgent says to the agent what of the message is not in its text.
func (m Message) forAgent() string {
	if m.answers == "" {
		return ""
	}
	return AnswerForAgent(m.answers)
}

// AnswerForAgent says to the agent which of its questions the words that follow answer.
func AnswerForAgent(question string) string {
	return "[This answers your question: " + OnOneLine(question) + "]\n"
}

// newTurn is a turn that a person starts.
func newTurn(compositionID, id, message, userID string, at time.Time) composition.Turn {
	return composition.Turn{
		ID: id, CompositionID: compositionID, Message: message, StartedBy: userID, StartedAt: at, TouchedItems: []string{}, Drafts: []string{},
	}
}

// SendMessage starts an AI turn. The message is stored with the turn and reaches the agent through a job, so it is
// not lost between the two.
func (s *Service) SendMessage(
	ctx context.Context, actor access.Actor, compositionID string, message Message, key idempotency.Key,
) (turn composition.Turn, err error) {
	if strings.TrimSpace(message.Text) == "" {
		return turn, fault.New(fault.KindInvalid, "empty-message", "the message is empty")
	}
	err = s.change(ctx, actor, access.CompositionEdit, compositionID, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		now := s.clock.Now()
		id, repeated, err := key.Claim(ctx, tx, s.newID(), now)
		if err != nil {
			return err
		}
		if repeated {
			turn, err = tx.TurnByID(ctx, c.ID, id)
			return err
		}
		turn = newTurn(c.ID, id, message.Text, actor.ID(), now)
		return s.startTurn(ctx, tx, c, turn, message)
	})
	return turn, err
}

// startTurn starts the turn of a person's message and has it delivered to the composition's agent.
func (s *Service) startTurn(
	ctx context.Context, tx ports.Tx, c *composition.Composition, turn composition.Turn, message Message,
) error {
	if err := c.StartTurn(turn.ID, turn.Message, turn.StartedAt); err != nil {
		return err
	}
	previous, err := lastTurn(ctx, tx, c)
	if err != nil {
		return err
	}
	workflow, err := tx.WorkflowItem(ctx, c.ID)
	if err != nil {
		return err
	}
	first, waits, err := s.beginTurn(ctx, tx, c, turn, workflow)
	if err != nil {
		return err
	}
	before, err := s.preamble(ctx, tx, previous, first, workflow, message)
	if err != nil {
		return err
	}
	if err := asking.Close(ctx, tx, c.SessionID, "", turn.StartedAt, s.storeFor(tx, c)); err != nil {
		return err
	}
	if err := s.storeMessage(ctx, tx, c, turn); err != nil {
		return err
	}
	return s.enqueue(ctx, tx, DeliverMessageJob, DeliverMessage{
		CompositionID: c.ID, SessionID: c.SessionID, TurnID: turn.ID, Message: before + waits.forAgent() + message.forAgent() + message.Text,
	}, turn.ID)
}

// beginTurn stores a turn that has started, with the working copy that it starts from.
func (s *Service) beginTurn(
	ctx context.Context, tx ports.Tx, c *composition.Composition, turn composition.Turn, workflow composition.Item,
) (first composition.WorkingCopy, waits waiting, err error) {
	if err := tx.InsertTurn(ctx, turn); err != nil {
		return first, waits, err
	}
	if first, waits, err = s.firstWorkingCopy(ctx, tx, c, turn, workflow); err != nil {
		return first, waits, err
	}
	if err := tx.InsertWorkingCopy(ctx, first); err != nil {
		return first, waits, err
	}
	if err := tx.UpdateComposition(ctx, *c); err != nil {
		return first, waits, err
	}
	if said := waits.forPeople(); said != "" {
		if err := s.storeNotice(ctx, tx, c, turn.ID, said); err != nil {
			return first, waits, err
		}
	}
	return first, waits, s.tellTurn(ctx, tx, c, turn)
}

// lastTurn is the composition's newest turn; nil if it has none.
func lastTurn(ctx context.Context, tx ports.Tx, c *composition.Composition) (*composition.Turn, error) {
	newest, err := tx.ListTurns(ctx, c.ID, ports.Page{Limit: 1})
	if err != nil || len(newest) == 0 {
		return nil, err
	}
	return &newest[0], nil
}

// firstWorkingCopy is what the turn starts from: the draft, with the pending change set of an earlier turn applied if
// it can be carried over to it. The set is part of the copy then, so that the new turn's combined set replaces it.
func (s *Service) firstWorkingCopy(
	ctx context.Context, tx ports.Tx, c *composition.Composition, turn composition.Turn, workflow composition.Item,
) (first composition.WorkingCopy, waits waiting, err error) {
	first = composition.WorkingCopy{
		TurnID: turn.ID, Content: workflow.Content, ContentRevision: workflow.ContentRevision, CreatedAt: turn.StartedAt,
	}
	if c.Pending == nil {
		return first, noneWaits, nil
	}
	set, err := s.rebased(ctx, tx, workflow, c.Pending.ChangeSet)
	if fault.CodeOf(err) == codeConflicts {
		return first, waitsNoLonger, nil
	}
	if err != nil {
		return first, noneWaits, err
	}
	applied, rev, err := applyText(workflow.Content, set)
	if err != nil {
		return first, noneWaits, err
	}
	first.ChangeSet, first.Content, first.ContentRevision = set, applied, rev
	return first, waitsIncluded, nil
}

// applyText applies a change set to a document, both as text, and checks the base revision.
func applyText(text, changeSet string) (string, revision.Revision, error) {
	d, err := document.Parse([]byte(text))
	if err != nil {
		return "", "", err
	}
	set, err := changeset.Parse([]byte(changeSet))
	if err != nil {
		return "", "", err
	}
	changed, err := changeset.ApplyChecked(d, set)
	if err != nil {
		return "", "", err
	}
	return string(changed.Text()), revision.OfDocument(changed), nil
}

// GetTurn reads one turn.
func (s *Service) GetTurn(ctx context.Context, actor access.Actor, compositionID, turnID string) (turn composition.Turn, err error) {
	err = s.read(ctx, actor, compositionID, func(ctx context.Context, tx ports.Tx, c composition.Composition) error {
		turn, err = tx.TurnByID(ctx, c.ID, turnID)
		return err
	})
	return turn, err
}

// ListTurns lists the newest first.
func (s *Service) ListTurns(
	ctx context.Context, actor access.Actor, compositionID string, page ports.Page,
) (turns []composition.Turn, err error) {
	err = s.read(ctx, actor, compositionID, func(ctx context.Context, tx ports.Tx, c composition.Composition) error {
		turns, err = tx.ListTurns(ctx, c.ID, page)
		return err
	})
	return turns, err
}
