package remote

import (
	"bytes"
	"context"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/openapi/api"
)

// Export selects what goes into a pack; nothing selected is everything of the team, or everything global.
type Export struct {
	Team        string // a slug
	Workflows   []string
	ActionTypes []string
	Tools       []string
	Templates   []string // session templates
	Bases       bool     // note the revision of each item
}

// ExportPack answers the text of a pack.
func (c *Client) ExportPack(ctx context.Context, what Export) ([]byte, error) {
	response, err := c.api.ExportPackWithResponse(ctx, &api.ExportPackParams{
		Team: orNone(what.Team), Workflows: listOrNone(what.Workflows), ActionTypes: listOrNone(what.ActionTypes),
		Tools: listOrNone(what.Tools), SessionTemplates: listOrNone(what.Templates), Bases: &what.Bases,
	})
	if err != nil {
		return nil, c.unreached(err)
	}
	return response.Body, c.answer(response.HTTPResponse, response.Body)
}

// Import tells how to import a pack.
type Import struct {
	Team   string // the slug of the team that gets what is new; empty: all teams
	DryRun bool
	Force  bool
}

// ImportPlan is what an import did, or would do.
type ImportPlan struct {
	Text  jsontext.Value // as the server sent it
	Items []PlannedItem
}

// PlannedItem is one item of a plan.
type PlannedItem struct {
	Type     string          `json:"type"`
	Name     string          `json:"name"`
	Change   pack.Change     `json:"change"`
	Version  int64           `json:"version"` // of a workflow that gets one; 0 for none
	Settings []string        `json:"settings"`
	KeptBy   []string        `json:"keptBy"`
	Problems []fault.Problem `json:"problems"`
	Conflict *struct {
		Reason pack.Reason `json:"reason"`
	} `json:"conflict"`
}

// ImportPack sends the text of a pack.
func (c *Client) ImportPack(ctx context.Context, text []byte, how Import) (plan ImportPlan, err error) {
	response, err := c.api.ImportPackWithBodyWithResponse(ctx, &api.ImportPackParams{
		Team: orNone(how.Team), DryRun: &how.DryRun, Force: &how.Force,
	}, "application/json", bytes.NewReader(text))
	if err != nil {
		return plan, c.unreached(err)
	}
	if err := c.answer(response.HTTPResponse, response.Body); err != nil {
		return plan, err
	}
	plan.Text = bytes.TrimSpace(response.Body)
	var answer struct {
		Items []PlannedItem `json:"items"`
	}
	if err := json.Unmarshal(plan.Text, &answer); err != nil {
		return plan, c.strange(response.Status())
	}
	plan.Items = answer.Items
	return plan, nil
}

func orNone(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func listOrNone(texts []string) *[]string {
	if len(texts) == 0 {
		return nil
	}
	return &texts
}
