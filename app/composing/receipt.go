package composing

import (
	"context"

	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// account adds up what the turn did, from what the server stored of it.
func (s *Service) account(
	ctx context.Context, tx ports.Tx, c *composition.Composition, turn composition.Turn,
) (combined string, receipt composition.Receipt, err error) {
	t := tracer{Service: s, tx: tx, c: c, turn: turn}
	if combined, err = t.accountWorkflow(ctx, &receipt); err != nil {
		return "", receipt, err
	}
	if err := t.accountItems(ctx, &receipt); err != nil {
		return "", receipt, err
	}
	receipt.TestsRun, err = testsOf(ctx, tx, turn.ID)
	return combined, receipt, err
}

// accountWorkflow adds up what the turn proposes for the workflow.
func (t *tracer) accountWorkflow(ctx context.Context, receipt *composition.Receipt) (combined string, err error) {
	workflow, err := t.tx.WorkflowItem(ctx, t.c.ID)
	if err != nil {
		return "", err
	}
	last, err := t.tx.LatestWorkingCopy(ctx, t.turn.ID)
	if err != nil {
		return "", err
	}
	steps, err := t.tx.ListSteps(ctx, t.turn.ID)
	if err != nil {
		return "", err
	}
	if combined, receipt.OpsApplied, receipt.Summary, err = combine(steps, workflow); err != nil {
		return "", err
	}
	if receipt.ProblemsBefore, err = t.errorsIn(ctx, composition.WorkflowItem, workflow.Content); err != nil {
		return "", err
	}
	receipt.ProblemsAfter, err = t.errorsIn(ctx, composition.WorkflowItem, last.Content)
	return combined, err
}

// accountItems adds up what the turn saved and removed.
func (t *tracer) accountItems(ctx context.Context, receipt *composition.Receipt) error {
	receipt.ItemsSaved = []string{}
	saved, err := t.tx.ListTurnRevisions(ctx, t.turn.ID)
	if err != nil {
		return err
	}
	traces, err := t.trace(ctx, saved)
	if err != nil {
		return err
	}
	for _, trace := range traces {
		if trace.Removed {
			receipt.ItemsRemoved = append(receipt.ItemsRemoved, trace.Label())
		} else {
			receipt.ItemsSaved = append(receipt.ItemsSaved, trace.Label())
		}
		if err := t.countItemErrors(ctx, trace, receipt); err != nil {
			return err
		}
	}
	return nil
}

func (t *tracer) countItemErrors(ctx context.Context, trace composition.TurnTrace, receipt *composition.Receipt) error {
	if trace.Before != nil {
		before, err := t.tx.ItemRevisionByID(ctx, trace.Item.ID, trace.Before.ID)
		if err != nil {
			return err
		}
		n, err := t.errorsIn(ctx, trace.Item.Type, before.Content)
		if err != nil {
			return err
		}
		receipt.ProblemsBefore += n
	}
	if trace.Removed {
		return nil
	}
	n, err := t.errorsIn(ctx, trace.Item.Type, trace.Item.Content)
	receipt.ProblemsAfter += n
	return err
}

// combine joins the change sets of a turn. The first may be an earlier turn's pending set: its operations are not
// this turn's, and it counts only if this turn added sets of its own. The summary is made of the operations, whatever
// the agent says that they do.
func combine(steps []composition.Step, workflow composition.Item) (combined string, ops int, summary string, err error) {
	var all, own []*changeset.ChangeSet
	for _, step := range steps {
		set, err := changeset.Parse([]byte(step.ChangeSet))
		if err != nil {
			return "", 0, "", err
		}
		all = append(all, set)
		if step.Seq > 0 {
			own = append(own, set)
			ops += len(set.Ops())
		}
	}
	if len(own) == 0 {
		return "", 0, "", nil
	}
	d, err := parsedDocument(workflow)
	if err != nil {
		return "", 0, "", err
	}
	return string(changeset.Combine(all...).Text()), ops, changeset.SummariseFor(changeset.Combine(own...), d), nil
}

// errorsIn counts what keeps a draft from being published.
func (t *tracer) errorsIn(ctx context.Context, itemType composition.ItemType, text string) (n int, err error) {
	problems, err := t.problems(ctx, t.tx, *t.c, itemType, text)
	for _, problem := range problems {
		if problem.Severity == fault.SeverityError {
			n++
		}
	}
	return n, err
}
