package http

import (
	"context"
	"encoding/json"
	"strconv"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/openapi/api"
)

// ListWorkflows implements the contract.
func (o *operations) ListWorkflows(ctx context.Context, r server.ListWorkflowsRequestObject) (server.ListWorkflowsResponseObject, error) {
	page, err := pageOf(listWorkflows, r.Params.Limit, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	found, err := o.Cataloguing.ListWorkflows(ctx, actorOf(ctx), page)
	if err != nil {
		return nil, err
	}
	return server.ListWorkflows200JSONResponse{
		Items:      mapAll(found, workflowOf),
		NextCursor: nextCursor(listWorkflows, found, page.Limit, func(d definition.Definition) string { return d.ID }),
	}, nil
}

// GetWorkflow implements the contract.
func (o *operations) GetWorkflow(ctx context.Context, r server.GetWorkflowRequestObject) (server.GetWorkflowResponseObject, error) {
	d, err := o.Cataloguing.GetWorkflow(ctx, actorOf(ctx), r.WorkflowId)
	if err != nil {
		return nil, err
	}
	return server.GetWorkflow200JSONResponse(workflowOf(d)), nil
}

// UpdateWorkflow implements the contract.
func (o *operations) UpdateWorkflow(ctx context.Context, r server.UpdateWorkflowRequestObject) (server.UpdateWorkflowResponseObject, error) {
	patch := definition.SettingsPatch{IsActive: r.Body.IsActive}
	d, err := o.Cataloguing.ConfigureWorkflow(ctx, actorOf(ctx), r.WorkflowId, r.Body.Revision, patch)
	if err != nil {
		return nil, err
	}
	return server.UpdateWorkflow200JSONResponse(workflowOf(d)), nil
}

// MakeVersionCurrent implements the contract.
func (o *operations) MakeVersionCurrent(ctx context.Context, r server.MakeVersionCurrentRequestObject) (server.MakeVersionCurrentResponseObject, error) {
	d, err := o.Cataloguing.MakeVersionCurrent(ctx, actorOf(ctx), r.WorkflowId, r.Number)
	if err != nil {
		return nil, err
	}
	return server.MakeVersionCurrent200JSONResponse(workflowOf(d)), nil
}

// ListWorkflowVersions implements the contract.
func (o *operations) ListWorkflowVersions(ctx context.Context, r server.ListWorkflowVersionsRequestObject) (server.ListWorkflowVersionsResponseObject, error) {
	place, err := readCursor(listVersions, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	before := int64(0)
	if place != "" {
		if before, err = strconv.ParseInt(place, 10, 64); err != nil {
			return nil, errForeignCursor
		}
	}
	limit := limitOf(r.Params.Limit)
	found, err := o.Cataloguing.ListVersions(ctx, actorOf(ctx), r.WorkflowId, before, limit)
	if err != nil {
		return nil, err
	}
	return server.ListWorkflowVersions200JSONResponse{
		Items:      mapAll(found, versionOf),
		NextCursor: nextCursor(listVersions, found, limit, func(v definition.Version) string { return strconv.FormatInt(v.Number, 10) }),
	}, nil
}

// GetWorkflowVersion implements the contract.
func (o *operations) GetWorkflowVersion(ctx context.Context, r server.GetWorkflowVersionRequestObject) (server.GetWorkflowVersionResponseObject, error) {
	v, err := o.Cataloguing.GetVersion(ctx, actorOf(ctx), r.WorkflowId, r.Number)
	if err != nil {
		return nil, err
	}
	return server.GetWorkflowVersion200JSONResponse(versionOf(v)), nil
}

func workflowOf(d definition.Definition) api.Workflow {
	return api.Workflow{
		Id: d.ID, TeamId: optional(d.TeamID), Slug: d.Slug, Name: d.Name, Description: optional(d.Description),
		EntryMode: string(d.EntryMode), IsActive: d.IsActive, Version: d.Version, NewestVersion: d.NewestVersion, Revision: d.Revision,
		Document: json.RawMessage(d.Document), ContentRevision: string(d.ContentRevision), CreatedBy: d.CreatedBy,
		CreatedAt: instant(d.CreatedAt), UpdatedAt: instant(d.UpdatedAt),
	}
}

func versionOf(v definition.Version) api.WorkflowVersion {
	return api.WorkflowVersion{
		Id: v.ID, WorkflowId: v.DefinitionID, Number: v.Number, Snapshot: rawOrNone(v.Snapshot), CreatedBy: v.CreatedBy,
		CreatedAt: instant(v.CreatedAt),
	}
}
