package http

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/labstack/echo/v4"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/packing"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/openapi/api"
)

// ExportPack implements the contract.
func (o *operations) ExportPack(ctx context.Context, r server.ExportPackRequestObject) (server.ExportPackResponseObject, error) {
	p, err := o.Packing.ExportPack(ctx, actorOf(ctx), packing.Export{
		Team: given(r.Params.Team), Workflows: given(r.Params.Workflows), ActionTypes: given(r.Params.ActionTypes), Tools: given(r.Params.Tools),
		Templates: given(r.Params.SessionTemplates),
		Bases:     given(r.Params.Bases),
	})
	if err != nil {
		return nil, err
	}
	return packText(p.Text()), nil
}

// packText is sent as it is: an encoder would lay it out anew, and write some characters otherwise.
type packText []byte

// VisitExportPackResponse implements the generated interface of responses.
func (t packText) VisitExportPackResponse(w http.ResponseWriter) error {
	w.Header().Set(echo.HeaderContentType, echo.MIMEApplicationJSON)
	_, err := w.Write(t)
	return err
}

// ImportPack implements the contract.
func (o *operations) ImportPack(ctx context.Context, r server.ImportPackRequestObject) (server.ImportPackResponseObject, error) {
	plan, err := o.Packing.ImportPack(ctx, actorOf(ctx), bodyOf(ctx), packing.Import{
		Team: given(r.Params.Team), DryRun: given(r.Params.DryRun), Force: given(r.Params.Force),
	})
	if err != nil {
		return nil, err
	}
	return server.ImportPack200JSONResponse{Items: mapAll(plan.Entries, plannedOf)}, nil
}

func plannedOf(e pack.Entry) api.PlannedItem {
	return api.PlannedItem{
		Type: string(e.Item.Kind), Name: e.Item.Name, Change: string(e.Change), PublishedRevision: optional(string(e.Before)),
		ContentRevision: string(e.Item.Revision), Version: optionalNumber(e.Version), Settings: optionalList(e.Settings),
		KeptBy: optionalList(e.Stay), Problems: problemsOf(e.Problems), Conflict: conflictOf(e.Conflict),
	}
}

func conflictOf(c *pack.Conflict) *api.Conflict {
	if c == nil {
		return nil
	}
	shown := &api.Conflict{
		Item: c.Item.Called(), Reason: string(c.Reason), Content: json.RawMessage(c.Item.Content), ContentRevision: string(c.Item.Revision),
		Published: publishedOf(c.Published),
	}
	if c.Item.Base != nil {
		shown.BaseRevision = optional(string(*c.Item.Base))
	}
	return shown
}

func publishedOf(o *pack.Occupant) *api.PublishedContent {
	if o == nil {
		return nil
	}
	at := instant(o.PublishedAt)
	return &api.PublishedContent{
		Id: o.ID, Name: o.Name, Content: json.RawMessage(o.Content), ContentRevision: string(o.Revision),
		PublishedBy: optional(o.PublishedBy), PublishedAt: &at,
	}
}

func optionalList(texts []string) *[]string {
	if len(texts) == 0 {
		return nil
	}
	return &texts
}

func optionalNumber(n int64) *int64 {
	if n == 0 {
		return nil
	}
	return &n
}
