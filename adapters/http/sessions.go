package http

import (
	"context"
	"encoding/json"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/assisting"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/sessiontemplate"
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
	shown, err := o.sessionOf(ctx, s)
	if err != nil {
		return nil, err
	}
	return server.GetSession200JSONResponse(shown), nil
}

// RestartSession implements the contract.
func (o *operations) RestartSession(ctx context.Context, r server.RestartSessionRequestObject) (server.RestartSessionResponseObject, error) {
	s, err := o.Composing.GetSession(ctx, actorOf(ctx), r.SessionId)
	if err != nil {
		return nil, err
	}
	restart := o.Composing.RestartSession
	if s.IsOwn() {
		restart = o.Assisting.RestartSession
	}
	if s, err = restart(ctx, actorOf(ctx), r.SessionId); err != nil {
		return nil, err
	}
	shown, err := o.sessionOf(ctx, s)
	return server.RestartSession202JSONResponse(shown), err
}

func (o *operations) sessionOf(ctx context.Context, s composition.Session) (api.Session, error) {
	described, err := o.Assisting.Describe(ctx, s)
	return o.describedSessionOf(described), err
}

func (o *operations) describedSessionOf(s assisting.Session) api.Session {
	label, may := o.Engines.Label(s.Engine), capabilitiesOf(s.Capabilities)
	shown := api.Session{
		Id: s.ID, CompositionId: optional(s.CompositionID), Engine: s.Engine, EngineLabel: &label, Model: optional(s.Model),
		Status: string(s.Status), Error: optional(s.Error), CreatedAt: instant(s.CreatedAt), TemplateId: optional(s.TemplateID),
		Capabilities: &may,
	}
	if s.IsOwn() {
		state := string(s.TurnState())
		shown.Name, shown.TeamId, shown.CreatedBy = optional(s.Name), optional(s.TeamID), optional(s.CreatedBy)
		shown.TurnState, shown.CurrentTurnId = &state, optional(s.CurrentTurnID)
	}
	return shown
}

func capabilitiesOf(capabilities []sessiontemplate.Capability) []string {
	return mapAll(capabilities, func(c sessiontemplate.Capability) string { return string(c) })
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
