package http

import (
	"context"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/openapi/api"
)

// SendMessage implements the contract.
func (o *operations) SendMessage(ctx context.Context, r server.SendMessageRequestObject) (server.SendMessageResponseObject, error) {
	actor := actorOf(ctx)
	turn, err := o.Composing.SendMessage(ctx, actor, r.CompositionId, composing.Message{
		Text: r.Body.Message, NodeIDs: given(r.Body.NodeIds), EdgeIDs: given(r.Body.EdgeIds),
		ContentRevision: revision.Revision(given(r.Body.ContentRevision)),
	}, idempotency.NewKey(actor, "sendMessage/"+r.CompositionId, given(r.Params.IdempotencyKey), bodyOf(ctx)))
	if err != nil {
		return nil, err
	}
	return server.SendMessage202JSONResponse(turnOf(turn)), nil
}

// InterruptTurn implements the contract.
func (o *operations) InterruptTurn(ctx context.Context, r server.InterruptTurnRequestObject) (server.InterruptTurnResponseObject, error) {
	if err := o.Composing.Interrupt(ctx, actorOf(ctx), r.CompositionId); err != nil {
		return nil, err
	}
	return server.InterruptTurn202Response{}, nil
}

// ListTurns implements the contract.
func (o *operations) ListTurns(ctx context.Context, r server.ListTurnsRequestObject) (server.ListTurnsResponseObject, error) {
	page, err := pageOf(listTurns, r.Params.Limit, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	found, err := o.Composing.ListTurns(ctx, actorOf(ctx), r.CompositionId, page)
	if err != nil {
		return nil, err
	}
	return server.ListTurns200JSONResponse{
		Items:      mapAll(found, turnOf),
		NextCursor: nextCursor(listTurns, found, page.Limit, func(t composition.Turn) string { return t.ID }),
	}, nil
}

// GetTurn implements the contract.
func (o *operations) GetTurn(ctx context.Context, r server.GetTurnRequestObject) (server.GetTurnResponseObject, error) {
	turn, err := o.Composing.GetTurn(ctx, actorOf(ctx), r.CompositionId, r.TurnId)
	if err != nil {
		return nil, err
	}
	return server.GetTurn200JSONResponse(turnOf(turn)), nil
}

// ResolveChangeSet implements the contract.
func (o *operations) ResolveChangeSet(ctx context.Context, r server.ResolveChangeSetRequestObject) (server.ResolveChangeSetResponseObject, error) {
	c, err := o.Composing.ResolveChangeSet(ctx, actorOf(ctx), r.CompositionId, composing.Resolution{
		TurnID: r.Body.TurnId, Outcome: composing.ResolutionOutcome(r.Body.Outcome), LeaseID: given(r.Body.LeaseId),
	})
	if err != nil {
		return nil, err
	}
	return server.ResolveChangeSet200JSONResponse(compositionOf(c)), nil
}

// ApplyPendingChangeSet implements the contract.
func (o *operations) ApplyPendingChangeSet(
	ctx context.Context, r server.ApplyPendingChangeSetRequestObject,
) (server.ApplyPendingChangeSetResponseObject, error) {
	item, err := o.Composing.ApplyPending(ctx, actorOf(ctx), r.CompositionId, given(r.Params.LeaseId))
	if err != nil {
		return nil, err
	}
	return server.ApplyPendingChangeSet200JSONResponse(itemOf(item)), nil
}

// OfferChangeSet implements the contract.
func (o *operations) OfferChangeSet(ctx context.Context, r server.OfferChangeSetRequestObject) (server.OfferChangeSetResponseObject, error) {
	c, err := o.Composing.OfferChangeSet(ctx, actorOf(ctx), r.CompositionId, r.TurnId)
	if err != nil {
		return nil, err
	}
	return server.OfferChangeSet200JSONResponse(compositionOf(c)), nil
}

func turnOf(t composition.Turn) api.Turn {
	shown := api.Turn{
		Id: t.ID, CompositionId: t.CompositionID, Message: t.Message, StartedBy: t.StartedBy, StartedAt: instant(t.StartedAt),
		EndedAt: instantOrNone(t.EndedAt), Outcome: optional(string(t.Outcome)), ChangeSet: rawOrNone(t.ChangeSet), TouchedItems: t.TouchedItems,
		Reprompted: t.Reprompted, Origin: "message", AgentTokenId: optional(t.AgentTokenID),
	}
	if t.IsAttached() {
		shown.Origin = "attached"
	}
	if t.Receipt != nil {
		shown.Receipt = &api.Receipt{
			OpsApplied: t.Receipt.OpsApplied, Summary: optional(t.Receipt.Summary), ItemsSaved: t.Receipt.ItemsSaved, ItemsRemoved: optionalList(t.Receipt.ItemsRemoved),
			TestsRun:       testOutcomesOf(t.Receipt.TestsRun),
			ProblemsBefore: t.Receipt.ProblemsBefore, ProblemsAfter: t.Receipt.ProblemsAfter, Notice: optional(t.Receipt.Notice),
			Usage: usageOf(t.Usage),
		}
	}
	return shown
}
