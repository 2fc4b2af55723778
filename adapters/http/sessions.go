package http

import (
	"context"
	"encoding/json"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/openapi/api"
)

// ListEngines implements the contract.
func (o *operations) ListEngines(ctx context.Context, r server.ListEnginesRequestObject) (server.ListEnginesResponseObject, error) {
	offers, err := o.Engines.ListOffers(ctx, actorOf(ctx), given(r.Params.TeamId))
	if err != nil {
		return nil, err
	}
	shown := api.EngineList{Items: []api.Engine{}}
	for i, e := range offers {
		models := make([]api.EngineModel, len(e.Models))
		for at, model := range e.Models {
			models[at] = api.EngineModel{Name: model.Name, Label: model.Label}
		}
		shown.Items = append(shown.Items, api.Engine{
			Name: e.Name, Label: e.Label, Description: e.Description, Scripted: e.Scripted, IsDefault: i == 0, Models: models, AnyModel: e.AnyModel,
		})
	}
	return server.ListEngines200JSONResponse(shown), nil
}

// GetSession implements the contract.
func (o *operations) GetSession(ctx context.Context, r server.GetSessionRequestObject) (server.GetSessionResponseObject, error) {
	s, err := o.Composing.GetSession(ctx, actorOf(ctx), r.SessionId)
	if err != nil {
		return nil, err
	}
	return server.GetSession200JSONResponse(o.sessionOf(s)), nil
}

// RestartSession implements the contract.
func (o *operations) RestartSession(ctx context.Context, r server.RestartSessionRequestObject) (server.RestartSessionResponseObject, error) {
	s, err := o.Composing.RestartSession(ctx, actorOf(ctx), r.SessionId)
	if err != nil {
		return nil, err
	}
	return server.RestartSession202JSONResponse(o.sessionOf(s)), nil
}

func (o *operations) sessionOf(s composition.Session) api.Session {
	label := o.Engines.Label(s.Engine)
	return api.Session{
		Id: s.ID, CompositionId: optional(s.CompositionID), TemplateId: optional(s.TemplateID), Engine: s.Engine, EngineLabel: &label, Model: optional(s.Model),
		Status: string(s.Status), Error: optional(s.Error), CreatedAt: instant(s.CreatedAt),
	}
}

// GetConversation implements the contract.
func (o *operations) GetConversation(ctx context.Context, r server.GetConversationRequestObject) (server.GetConversationResponseObject, error) {
	limit := limitOf(r.Params.Limit)
	events, err := o.Composing.GetConversation(ctx, actorOf(ctx), r.SessionId, given(r.Params.After), limit)
	if err != nil {
		return nil, err
	}
	return server.GetConversation200JSONResponse{
		Items:     mapAll(events, sessionEventOf),
		NextAfter: nextAfter(events, limit, func(e composition.SessionEvent) int64 { return e.Seq }),
	}, nil
}

func sessionEventOf(e composition.SessionEvent) api.SessionEvent {
	return api.SessionEvent{Seq: e.Seq, Kind: e.Kind, TurnId: optional(e.TurnID), At: instant(e.At), Data: json.RawMessage(e.Data)}
}

// nextAfter is the number of the last of a full page; a page that is not full is the last.
func nextAfter[T any](found []T, limit int, number func(T) int64) *int64 {
	if len(found) < limit || len(found) == 0 {
		return nil
	}
	after := number(found[len(found)-1])
	return &after
}
