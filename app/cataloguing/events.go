package cataloguing

import (
	"context"
	"time"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/ports"
)

// eventWorkflow is the kind of the browser event that a workflow was published, that another version of it became
// current, or that its settings changed.
const eventWorkflow = "workflow-changed"

type workflowChanged struct {
	WorkflowID    string `json:"workflowId"`
	Version       int64  `json:"version"`
	NewestVersion int64  `json:"newestVersion"`
	Revision      int64  `json:"revision"`
	IsActive      bool   `json:"isActive"`
}

// TellWorkflow appends to the transaction the event that the workflow is as it stands now.
func TellWorkflow(ctx context.Context, tx ports.Tx, d definition.Definition, at time.Time) error {
	data, err := json.Marshal(workflowChanged{
		WorkflowID: d.ID, Version: d.Version, NewestVersion: d.NewestVersion, Revision: d.Revision, IsActive: d.IsActive,
	})
	if err != nil {
		return err
	}
	return tx.AppendEvent(ctx, ports.BrowserEvent{Kind: eventWorkflow, TeamID: d.TeamID, Data: string(data), CreatedAt: at})
}
