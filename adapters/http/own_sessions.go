package http

import (
	"context"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/assisting"
	"heddle.dev/heddle/app/idempotency"
)

// ListSessions implements the contract.
func (o *operations) ListSessions(ctx context.Context, r server.ListSessionsRequestObject) (server.ListSessionsResponseObject, error) {
	page, err := pageOf(listSessions, r.Params.Limit, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	found, err := o.Assisting.ListSessions(ctx, actorOf(ctx), page)
	if err != nil {
		return nil, err
	}
	return server.ListSessions200JSONResponse{
		Items:      mapAll(found, o.describedSessionOf),
		NextCursor: nextCursor(listSessions, found, page.Limit, func(s assisting.Session) string { return s.ID }),
	}, nil
}

// CreateSession implements the contract.
func (o *operations) CreateSession(ctx context.Context, r server.CreateSessionRequestObject) (server.CreateSessionResponseObject, error) {
	actor := actorOf(ctx)
	made, err := o.Assisting.CreateSession(ctx, actor, assisting.NewSession{
		Template: given(r.Body.TemplateId), Name: given(r.Body.Name), Engine: given(r.Body.Engine), Model: given(r.Body.Model),
		TeamID: given(r.Body.TeamId),
	}, idempotency.NewKey(actor, "createSession", given(r.Params.IdempotencyKey), bodyOf(ctx)))
	if err != nil {
		return nil, err
	}
	return server.CreateSession201JSONResponse(o.describedSessionOf(made)), nil
}

// UpdateSession implements the contract.
func (o *operations) UpdateSession(ctx context.Context, r server.UpdateSessionRequestObject) (server.UpdateSessionResponseObject, error) {
	changed, err := o.Assisting.UpdateSession(ctx, actorOf(ctx), r.SessionId, assisting.SessionChanges{
		Name: r.Body.Name, Engine: r.Body.Engine, Model: r.Body.Model,
	})
	if err != nil {
		return nil, err
	}
	return server.UpdateSession200JSONResponse(o.describedSessionOf(changed)), nil
}

// DeleteSession implements the contract.
func (o *operations) DeleteSession(ctx context.Context, r server.DeleteSessionRequestObject) (server.DeleteSessionResponseObject, error) {
	if err := o.Assisting.DeleteSession(ctx, actorOf(ctx), r.SessionId); err != nil {
		return nil, err
	}
	return server.DeleteSession204Response{}, nil
}

// SendSessionMessage implements the contract.
func (o *operations) SendSessionMessage(ctx context.Context, r server.SendSessionMessageRequestObject) (server.SendSessionMessageResponseObject, error) {
	actor := actorOf(ctx)
	key := idempotency.NewKey(actor, "sendSessionMessage "+r.SessionId, given(r.Params.IdempotencyKey), bodyOf(ctx))
	turn, err := o.Assisting.SendMessage(ctx, actor, r.SessionId, r.Body.Message, key)
	if err != nil {
		return nil, err
	}
	return server.SendSessionMessage202JSONResponse{Id: turn.ID, SessionId: turn.SessionID, Message: turn.Message, StartedBy: turn.StartedBy}, nil
}

// InterruptSession implements the contract.
func (o *operations) InterruptSession(ctx context.Context, r server.InterruptSessionRequestObject) (server.InterruptSessionResponseObject, error) {
	if err := o.Assisting.Interrupt(ctx, actorOf(ctx), r.SessionId); err != nil {
		return nil, err
	}
	return server.InterruptSession202Response{}, nil
}
