package http

import (
	"context"
	"encoding/json"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/openapi/api"
)

// GetAgentComposition implements the contract.
func (o *operations) GetAgentComposition(ctx context.Context, _ server.GetAgentCompositionRequestObject) (server.GetAgentCompositionResponseObject, error) {
	view, err := o.Composing.ViewForAgent(ctx, agentOf(ctx))
	if err != nil {
		return nil, err
	}
	return server.GetAgentComposition200JSONResponse{
		Id: view.Composition.ID, Name: view.Composition.Name, Goal: view.Composition.Goal, TurnId: optional(view.Composition.CurrentTurnID),
		Workflow: api.AgentWorkflow{
			Document: json.RawMessage(view.Workflow.Content), ContentRevision: string(view.Workflow.ContentRevision),
			Problems: problemsOf(view.Workflow.Problems),
		},
		Items: mapAll(view.Items, agentItemOf),
	}, nil
}

// GetAgentItem implements the contract.
func (o *operations) GetAgentItem(ctx context.Context, r server.GetAgentItemRequestObject) (server.GetAgentItemResponseObject, error) {
	item, err := o.Composing.ItemForAgent(ctx, agentOf(ctx), composition.ItemType(r.ItemType), r.ItemName)
	if err != nil {
		return nil, err
	}
	source := "draft"
	if item.FromCatalog {
		source = "catalog"
	}
	return server.GetAgentItem200JSONResponse{
		Type: string(item.Type), Name: item.Name, ContentRevision: string(item.ContentRevision), Source: source,
		Content: json.RawMessage(item.Content), Problems: problemsOf(item.Problems),
	}, nil
}

// SaveAgentItem implements the contract.
func (o *operations) SaveAgentItem(ctx context.Context, r server.SaveAgentItemRequestObject) (server.SaveAgentItemResponseObject, error) {
	saved, err := o.Composing.SaveForAgent(ctx, agentOf(ctx), composition.ItemType(r.Body.Type), r.Body.Content)
	if err != nil {
		return nil, err
	}
	return server.SaveAgentItem200JSONResponse{
		Type: string(saved.Type), Name: saved.Name, ContentRevision: string(saved.ContentRevision), Created: saved.Created,
		Problems: problemsOf(saved.Problems),
	}, nil
}

// RemoveAgentItem implements the contract.
func (o *operations) RemoveAgentItem(ctx context.Context, r server.RemoveAgentItemRequestObject) (server.RemoveAgentItemResponseObject, error) {
	if err := o.Composing.RemoveForAgent(ctx, agentOf(ctx), composition.ItemType(r.ItemType), r.ItemName); err != nil {
		return nil, err
	}
	return server.RemoveAgentItem204Response{}, nil
}

// ProposeChangeSet implements the contract. The change set is taken from the body as it was sent.
func (o *operations) ProposeChangeSet(ctx context.Context, _ server.ProposeChangeSetRequestObject) (server.ProposeChangeSetResponseObject, error) {
	outcome, err := o.Composing.ProposeChangeSet(ctx, agentOf(ctx), bodyOf(ctx))
	if err != nil {
		return nil, err
	}
	return server.ProposeChangeSet200JSONResponse{
		Applied: outcome.Refused == nil, ContentRevision: optional(outcome.Revision), Problems: problemsOf(outcome.Problems),
		Error: changeSetErrorOf(outcome.Refused),
	}, nil
}

// ValidateForAgent implements the contract.
func (o *operations) ValidateForAgent(ctx context.Context, _ server.ValidateForAgentRequestObject) (server.ValidateForAgentResponseObject, error) {
	view, err := o.Composing.ViewForAgent(ctx, agentOf(ctx))
	if err != nil {
		return nil, err
	}
	return server.ValidateForAgent200JSONResponse(validationOf(append([]composing.CheckedItem{view.Workflow}, view.Items...))), nil
}

func agentItemOf(i composing.CheckedItem) api.AgentItem {
	return api.AgentItem{
		Type: string(i.Type), Name: i.Name, ContentRevision: string(i.ContentRevision),
		Published: i.PublishedRevision == i.ContentRevision, Problems: problemsOf(i.Problems),
	}
}

func changeSetErrorOf(err *changeset.Error) *api.ChangeSetError {
	if err == nil {
		return nil
	}
	return &api.ChangeSetError{Code: string(err.Code), OpIndex: err.OpIndex, Reason: err.Reason}
}
