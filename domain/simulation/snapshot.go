package simulation

import (
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/workflowinstance"
)

// Snapshot is the picture after one call. Its fields are those of the output of
// "heddle doc simulate".
type Snapshot struct {
	Resume         string                            `json:"resume,omitempty"` // the node that was given an output
	Output         jsontext.Value                    `json:"output,omitempty"`
	Status         workflowinstance.Status           `json:"status"`
	ActiveBranches []Branch                          `json:"activeBranches"` // in the order of entering their nodes
	JoinArrivals   map[string][]string               `json:"joinArrivals"`
	Context        *expression.Object                `json:"context"`
	Visited        []string                          `json:"visited"`          // every entry so far; a join once, when it goes on
	Inputs         map[string]*expression.Object     `json:"inputs,omitempty"` // by action entered in this call
	Edges          []workflowinstance.EdgeEvaluation `json:"edges"`            // of this call
	Failure        *workflowinstance.Failure         `json:"failure,omitempty"`
}

// Branch is a branch that waits.
type Branch struct {
	BranchID string `json:"branchId"`
	NodeID   string `json:"nodeId"`
}

func (s *simulation) picture(delivery Delivery, step workflowinstance.Step, trace workflowinstance.Trace) Snapshot {
	for _, entry := range step.History {
		if entry.Kind == workflowinstance.EntryEntered {
			s.visited = append(s.visited, entry.NodeID)
		}
	}
	snapshot := Snapshot{
		Resume: delivery.Node, Output: delivery.Output, Status: step.Instance.Status,
		ActiveBranches: []Branch{}, JoinArrivals: step.Instance.JoinArrivals, Context: step.Instance.Context,
		Visited: s.visited[:len(s.visited):len(s.visited)], Edges: trace.Edges, Failure: step.Instance.Failure,
	}
	if snapshot.Edges == nil {
		snapshot.Edges = []workflowinstance.EdgeEvaluation{}
	}
	for _, b := range step.Instance.ActiveBranches {
		snapshot.ActiveBranches = append(snapshot.ActiveBranches, Branch{b.BranchID, b.NodeID})
	}
	for _, effect := range step.Effects {
		if action, isAction := effect.(workflowinstance.RunAction); isAction {
			if snapshot.Inputs == nil {
				snapshot.Inputs = make(map[string]*expression.Object)
			}
			snapshot.Inputs[action.NodeID] = action.Inputs
		}
	}
	return snapshot
}
