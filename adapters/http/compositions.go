package http

import (
	"context"
	"encoding/json"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/validation"
	"heddle.dev/heddle/openapi/api"
)

// ListCompositions implements the contract.
func (o *operations) ListCompositions(ctx context.Context, r server.ListCompositionsRequestObject) (server.ListCompositionsResponseObject, error) {
	page, err := pageOf(listCompositions, r.Params.Limit, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	found, err := o.Composing.ListCompositions(ctx, actorOf(ctx), page)
	if err != nil {
		return nil, err
	}
	return server.ListCompositions200JSONResponse{
		Items:      mapAll(found, listedCompositionOf),
		NextCursor: nextCursor(listCompositions, found, page.Limit, func(c composing.ListedComposition) string { return c.ID }),
	}, nil
}

// CreateComposition implements the contract.
func (o *operations) CreateComposition(ctx context.Context, r server.CreateCompositionRequestObject) (server.CreateCompositionResponseObject, error) {
	actor := actorOf(ctx)
	made, err := o.Composing.CreateComposition(ctx, actor, composing.NewComposition{
		Name: r.Body.Name, Goal: given(r.Body.Goal), Engine: given(r.Body.Engine), Model: given(r.Body.Model), TeamID: given(r.Body.TeamId),
		SeedWorkflowID: given(r.Body.SeedWorkflowId), Template: given(r.Body.TemplateId),
	}, idempotency.NewKey(actor, "createComposition", given(r.Params.IdempotencyKey), bodyOf(ctx)))
	if err != nil {
		return nil, err
	}
	return server.CreateComposition201JSONResponse(compositionOf(made)), nil
}

// GetComposition implements the contract.
func (o *operations) GetComposition(ctx context.Context, r server.GetCompositionRequestObject) (server.GetCompositionResponseObject, error) {
	c, err := o.Composing.GetComposition(ctx, actorOf(ctx), r.CompositionId)
	if err != nil {
		return nil, err
	}
	return server.GetComposition200JSONResponse(compositionOf(c)), nil
}

// UpdateComposition implements the contract.
func (o *operations) UpdateComposition(ctx context.Context, r server.UpdateCompositionRequestObject) (server.UpdateCompositionResponseObject, error) {
	c, err := o.Composing.UpdateComposition(ctx, actorOf(ctx), r.CompositionId, composing.CompositionChanges{
		Name: r.Body.Name, ApplyMode: (*composition.ApplyMode)(r.Body.ApplyMode), Engine: r.Body.Engine, Model: r.Body.Model,
	})
	if err != nil {
		return nil, err
	}
	return server.UpdateComposition200JSONResponse(compositionOf(c)), nil
}

// DeleteComposition implements the contract.
func (o *operations) DeleteComposition(ctx context.Context, r server.DeleteCompositionRequestObject) (server.DeleteCompositionResponseObject, error) {
	if err := o.Composing.DeleteComposition(ctx, actorOf(ctx), r.CompositionId); err != nil {
		return nil, err
	}
	return server.DeleteComposition204Response{}, nil
}

// ValidateComposition implements the contract.
func (o *operations) ValidateComposition(ctx context.Context, r server.ValidateCompositionRequestObject) (server.ValidateCompositionResponseObject, error) {
	items, err := o.Composing.ListItems(ctx, actorOf(ctx), r.CompositionId)
	if err != nil {
		return nil, err
	}
	return server.ValidateComposition200JSONResponse(validationOf(items)), nil
}

func compositionOf(c composition.Composition) api.Composition {
	shown := api.Composition{
		Id: c.ID, TeamId: optional(c.TeamID), Name: c.Name, Goal: c.Goal, Engine: c.Engine, Model: optional(c.Model),
		SessionId: c.SessionID, TurnState: string(c.TurnState), CurrentTurnId: optional(c.CurrentTurnID), ResolvingUntil: instantOrNone(c.ResolvingUntil),
		ApplyMode: string(c.ApplyMode), CreatedBy: c.CreatedBy, CreatedAt: instant(c.CreatedAt), UpdatedAt: instant(c.UpdatedAt),
	}
	if c.Pending != nil {
		changeSet := json.RawMessage(c.Pending.ChangeSet)
		shown.PendingChangeSet, shown.PendingTurnId = &changeSet, optional(c.Pending.TurnID)
	}
	if c.Lease.ID != "" {
		lease := leaseOf(c.Lease)
		lease.LeaseId = nil
		shown.Lease = &lease
	}
	return shown
}

func listedCompositionOf(c composing.ListedComposition) api.Composition {
	shown := compositionOf(c.Composition)
	shown.Summary = &api.CompositionSummary{Drafts: c.Summary.Drafts, Unpublished: c.Summary.Unpublished}
	return shown
}

func validationOf(items []composing.CheckedItem) api.CompositionValidation {
	result := api.CompositionValidation{Valid: true, Items: []api.ItemProblems{}}
	for _, item := range items {
		result.Valid = result.Valid && !validation.HasErrors(item.Problems)
		result.Items = append(result.Items, api.ItemProblems{Type: string(item.Type), Name: item.Name, Problems: problemsOf(item.Problems)})
	}
	return result
}

// rawOrNone shows stored JSON text, which may be missing.
func rawOrNone(text string) *json.RawMessage {
	if text == "" {
		return nil
	}
	raw := json.RawMessage(text)
	return &raw
}
