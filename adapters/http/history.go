package http

import (
	"cmp"
	"context"
	"slices"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/history"
	"heddle.dev/heddle/openapi/api"
)

// GetRevision implements the contract.
func (o *operations) GetRevision(ctx context.Context, r server.GetRevisionRequestObject) (server.GetRevisionResponseObject, error) {
	if r.Params.Diff == nil {
		found, err := o.Composing.GetRevision(ctx, actorOf(ctx), r.CompositionId, r.ItemId, r.RevisionId)
		if err != nil {
			return nil, err
		}
		return server.GetRevision200JSONResponse(revisionOf(found)), nil
	}
	diff, err := o.Composing.DiffRevisions(ctx, actorOf(ctx), r.CompositionId, r.ItemId, *r.Params.Diff, r.RevisionId)
	if err != nil {
		return nil, err
	}
	shown := revisionOf(diff.To)
	shown.Diff = diffOf(diff)
	return server.GetRevision200JSONResponse(shown), nil
}

func diffOf(diff composing.RevisionDiff) *api.RevisionDiff {
	shown := &api.RevisionDiff{From: diff.From.ID, Changes: mapAll(diff.Changes, changeOf)}
	if diff.Workflow != nil {
		shown.ChangeSet = rawOrNone(string(diff.Workflow.ChangeSet.Text()))
		shown.Summary = optional(diff.Workflow.ChangeSet.Summary)
		shown.Cosmetic = &diff.Workflow.Cosmetic
	}
	return shown
}

func changeOf(c history.Change) api.ContentChange {
	return api.ContentChange{Path: c.Path, Before: rawOrNone(string(c.Before)), After: rawOrNone(string(c.After))}
}

// BlameItem implements the contract.
func (o *operations) BlameItem(ctx context.Context, r server.BlameItemRequestObject) (server.BlameItemResponseObject, error) {
	blame, err := o.Composing.BlameItem(ctx, actorOf(ctx), r.CompositionId, r.ItemId, given(r.Params.Path))
	if err != nil {
		return nil, err
	}
	shown := api.Blame{
		Places: mapAll(blame.Lines, func(l history.Line) api.BlamedPlace {
			return api.BlamedPlace{Path: l.Path, Since: l.Since, Added: l.Added}
		}),
		Revisions: make([]api.BlamedRevision, 0, len(blame.Revisions)),
	}
	for _, named := range blame.Revisions {
		shown.Revisions = append(shown.Revisions, api.BlamedRevision{
			Id: named.ID, Author: string(named.Author), ActorId: named.ActorID, Origin: optional(named.Origin), TurnId: optional(named.TurnID),
			Message: optional(named.Message), StartedBy: optional(named.StartedBy), CreatedAt: instant(named.CreatedAt),
		})
	}
	slices.SortFunc(shown.Revisions, func(a, b api.BlamedRevision) int { return cmp.Compare(a.Id, b.Id) })
	return server.BlameItem200JSONResponse(shown), nil
}

// UndoTurn implements the contract.
func (o *operations) UndoTurn(ctx context.Context, r server.UndoTurnRequestObject) (server.UndoTurnResponseObject, error) {
	dryRun := given(r.Params.DryRun)
	undone, err := o.Composing.UndoTurn(ctx, actorOf(ctx), r.CompositionId, r.TurnId, given(r.Params.LeaseId), dryRun)
	if err != nil {
		return nil, err
	}
	w := undone.Workflow
	shown := api.UndoneTurn{
		DryRun: dryRun,
		Workflow: api.UndoneWorkflow{
			Outcome: string(w.Fate), Reason: optional(w.Reason), Summary: optional(w.Summary), Document: rawOrNone(w.Content),
			ContentRevision: optional(string(w.Revision)),
		},
		Items: mapAll(undone.Items, func(i composing.UndoneItem) api.UndoneItem {
			return api.UndoneItem{Type: string(i.Type), Name: i.Name, Outcome: string(i.Fate), Reason: optional(i.Reason)}
		}),
	}
	if w.Conflicts != nil {
		conflicts := problemsOf(w.Conflicts)
		shown.Workflow.Conflicts = &conflicts
	}
	return server.UndoTurn200JSONResponse(shown), nil
}

func usageOf(u composition.Usage) *api.Usage {
	if u == (composition.Usage{}) {
		return nil
	}
	return &api.Usage{
		InputTokens: u.InputTokens, OutputTokens: u.OutputTokens, CacheReadTokens: optionalNumber(u.CacheReadTokens),
		CacheWriteTokens: optionalNumber(u.CacheWriteTokens), CostUSD: u.CostUSD,
	}
}
