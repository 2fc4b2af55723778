package http

import (
	"context"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/validation"
	"heddle.dev/heddle/openapi/api"
)

// PublishItems implements the contract.
func (o *operations) PublishItems(ctx context.Context, r server.PublishItemsRequestObject) (server.PublishItemsResponseObject, error) {
	published, err := o.Composing.PublishItems(ctx, actorOf(ctx), r.CompositionId, composing.Publish{
		ItemIDs: r.Body.Items, Force: given(r.Body.Force), Scope: composing.PublishScope(given(r.Body.Scope)), Slug: given(r.Body.Slug),
	})
	if err != nil {
		return nil, err
	}
	result := api.PublishResult{Items: mapAll(published.Items, itemOf)}
	if published.Workflow != nil {
		workflow := workflowOf(*published.Workflow)
		result.Workflow = &workflow
	}
	return server.PublishItems200JSONResponse(result), nil
}

// PreviewPublish implements the contract.
func (o *operations) PreviewPublish(ctx context.Context, r server.PreviewPublishRequestObject) (server.PreviewPublishResponseObject, error) {
	preview, err := o.Composing.PreviewPublish(ctx, actorOf(ctx), r.CompositionId, composing.PublishScope(given(r.Params.Scope)))
	if err != nil {
		return nil, err
	}
	return server.PreviewPublish200JSONResponse{
		Scope: string(preview.Scope), Slug: preview.Slug, Items: mapAll(preview.Items, previewItemOf),
		Scopes: mapAll(preview.Scopes, func(s composing.PublishScope) string { return string(s) }),
	}, nil
}

func previewItemOf(i composing.PreviewItem) api.PublishPreviewItem {
	return api.PublishPreviewItem{
		ItemId: i.ID, Type: string(i.Type), Name: i.Name, Change: string(i.Plan.Change), ContentRevision: string(i.ContentRevision),
		Version: optionalNumber(i.Plan.Version), BaseRevision: optional(string(i.BaseContentRevision)), BaseContent: rawOrNone(i.BaseContent),
		Published: publishedOf(i.Plan.Occupant), Conflict: conflictOf(i.Plan.Conflict), Valid: !validation.HasErrors(i.Plan.Problems),
		Problems: problemsOf(i.Plan.Problems), Requires: append([]string{}, i.Requires...), Authors: mapAll(i.Authors, draftAuthorOf),
	}
}

func draftAuthorOf(a composing.DraftAuthor) api.DraftAuthor {
	return api.DraftAuthor{Author: string(a.Author), ActorId: a.ActorID, Revisions: a.Revisions, TurnIds: optionalList(a.TurnIDs)}
}
