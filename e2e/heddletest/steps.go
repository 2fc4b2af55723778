package heddletest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"heddle.dev/heddle/openapi/api"
)

// answered gives what a call answered, or fails the test with what it said instead.
func answered[T any](t testing.TB, value *T, response *http.Response, body []byte) T {
	t.Helper()
	if value == nil {
		t.Fatalf("%s %s: %s %s", response.Request.Method, response.Request.URL.Path, response.Status, body)
	}
	return *value
}

// reached fails the test when a call did not get any answer.
func (s *Server) reached(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatalf("the server can't be reached: %v", err)
	}
}

// Compose starts a composition.
func (s *Server) Compose(name string) api.Composition {
	s.t.Helper()
	r, err := s.API.CreateCompositionWithResponse(context.Background(), nil, api.NewComposition{Name: name})
	s.reached(err)
	return answered(s.t, r.JSON201, r.HTTPResponse, r.Body)
}

// Composition reads a composition.
func (s *Server) Composition(id string) api.Composition {
	s.t.Helper()
	r, err := s.API.GetCompositionWithResponse(context.Background(), id)
	s.reached(err)
	return answered(s.t, r.JSON200, r.HTTPResponse, r.Body)
}

// Say starts a turn.
func (s *Server) Say(compositionID, message string) api.Turn {
	s.t.Helper()
	r, err := s.API.SendMessageWithResponse(context.Background(), compositionID, nil, api.NewMessage{Message: message})
	s.reached(err)
	return answered(s.t, r.JSON202, r.HTTPResponse, r.Body)
}

// TurnEnded waits for the end of a turn.
func (s *Server) TurnEnded(turn api.Turn) (ended api.Turn) {
	s.t.Helper()
	if !holdsWithin(s.turnPatience, func() bool {
		r, err := s.API.GetTurnWithResponse(context.Background(), turn.CompositionId, turn.Id)
		s.reached(err)
		ended = answered(s.t, r.JSON200, r.HTTPResponse, r.Body)
		return ended.Outcome != nil
	}) {
		s.t.Fatalf("the turn does not end: %+v", ended)
	}
	return ended
}

// Ask lets the agent carry out a message and requires that it completed the turn.
func (s *Server) Ask(compositionID, message string) api.Turn {
	s.t.Helper()
	turn := s.TurnEnded(s.Say(compositionID, message))
	if *turn.Outcome != "completed" {
		s.t.Fatalf("the turn %s, with the receipt %+v", *turn.Outcome, turn.Receipt)
	}
	return turn
}

// Items lists the drafts of a composition, the workflow first.
func (s *Server) Items(compositionID string) []api.Item {
	s.t.Helper()
	r, err := s.API.ListItemsWithResponse(context.Background(), compositionID)
	s.reached(err)
	return answered(s.t, r.JSON200, r.HTTPResponse, r.Body).Items
}

// Workflow is the workflow draft of a composition.
func (s *Server) Workflow(compositionID string) api.Item {
	s.t.Helper()
	return s.Items(compositionID)[0]
}

// Save saves new content over what the item holds now.
func (s *Server) Save(item api.Item, content string) api.Item {
	s.t.Helper()
	r, err := s.API.SaveItemWithResponse(context.Background(), item.CompositionId, item.Id, api.ItemSave{
		BaseRevision: item.ContentRevision, Content: json.RawMessage(content),
	})
	s.reached(err)
	return answered(s.t, r.JSON200, r.HTTPResponse, r.Body)
}

// AddActionType adds a draft of an action type.
func (s *Server) AddActionType(compositionID, name, content string) api.Item {
	s.t.Helper()
	r, err := s.API.AddItemWithResponse(context.Background(), compositionID, api.NewItem{Type: "action-type", Name: &name})
	s.reached(err)
	return s.Save(answered(s.t, r.JSON201, r.HTTPResponse, r.Body), content)
}

// ApplyPending applies the change set that waits.
func (s *Server) ApplyPending(compositionID string) api.Item {
	s.t.Helper()
	r, err := s.API.ApplyPendingChangeSetWithResponse(context.Background(), compositionID, nil)
	s.reached(err)
	return answered(s.t, r.JSON200, r.HTTPResponse, r.Body)
}

// Publish publishes all drafts of a composition.
func (s *Server) Publish(compositionID string) api.Workflow {
	s.t.Helper()
	var request api.PublishRequest
	for _, item := range s.Items(compositionID) {
		request.Items = append(request.Items, item.Id)
	}
	r, err := s.API.PublishItemsWithResponse(context.Background(), compositionID, request)
	s.reached(err)
	return *answered(s.t, r.JSON200, r.HTTPResponse, r.Body).Workflow
}

// Begin starts an instance of a workflow.
func (s *Server) Begin(workflowID, instanceContext string) api.Instance {
	s.t.Helper()
	given := json.RawMessage(instanceContext)
	r, err := s.API.StartInstanceWithResponse(context.Background(), workflowID, nil, api.NewInstance{Context: &given})
	s.reached(err)
	return answered(s.t, r.JSON201, r.HTTPResponse, r.Body)
}

// Instance reads an instance.
func (s *Server) Instance(id string) api.Instance {
	s.t.Helper()
	r, err := s.API.GetInstanceWithResponse(context.Background(), id)
	s.reached(err)
	return answered(s.t, r.JSON200, r.HTTPResponse, r.Body)
}

// Becomes waits until an instance has the status.
func (s *Server) Becomes(instanceID, status string) (instance api.Instance) {
	s.t.Helper()
	Until(s.t, fmt.Sprintf("the instance is %s (it is %s)", status, s.Instance(instanceID).Status), func() bool {
		instance = s.Instance(instanceID)
		return instance.Status == status
	})
	return instance
}

// OpenTask waits for an instance to ask a person something.
func (s *Server) OpenTask(instanceID string) (task api.Task) {
	s.t.Helper()
	Until(s.t, "a task is open", func() bool {
		instance := s.Instance(instanceID)
		if instance.Failure != nil {
			s.t.Fatalf("the instance failed: %+v", *instance.Failure)
		}
		if instance.Tasks == nil || len(*instance.Tasks) == 0 {
			return false
		}
		task = (*instance.Tasks)[0]
		return true
	})
	return task
}

// Complete hands in the form of a task.
func (s *Server) Complete(instanceID string, task api.Task, output string) api.Instance {
	s.t.Helper()
	r, err := s.API.CompleteTaskWithResponse(context.Background(), instanceID, task.Number, api.TaskOutput{Output: json.RawMessage(output)})
	s.reached(err)
	return answered(s.t, r.JSON200, r.HTTPResponse, r.Body)
}

// History lists everything that happened to an instance.
func (s *Server) History(instanceID string) (entries []api.HistoryEntry) {
	s.t.Helper()
	for after := new(int64); after != nil; {
		r, err := s.API.GetHistoryWithResponse(context.Background(), instanceID, &api.GetHistoryParams{After: after})
		s.reached(err)
		page := answered(s.t, r.JSON200, r.HTTPResponse, r.Body)
		entries, after = append(entries, page.Items...), page.NextAfter
	}
	return entries
}

// Logs lists the attempts at the actions of an instance.
func (s *Server) Logs(instanceID string) []api.ActionLog {
	s.t.Helper()
	r, err := s.API.GetActionLogsWithResponse(context.Background(), instanceID, nil)
	s.reached(err)
	return answered(s.t, r.JSON200, r.HTTPResponse, r.Body).Items
}

// Conversation lists what was said in a session.
func (s *Server) Conversation(sessionID string) (events []api.SessionEvent) {
	s.t.Helper()
	for after := new(int64); after != nil; {
		r, err := s.API.GetConversationWithResponse(context.Background(), sessionID, &api.GetConversationParams{After: after})
		s.reached(err)
		page := answered(s.t, r.JSON200, r.HTTPResponse, r.Body)
		events, after = append(events, page.Items...), page.NextAfter
	}
	return events
}

// Agent waits for the server to have one agent process with its MCP server as its child.
func (s *Server) Agent() (agent, mcp Process) {
	s.t.Helper()
	Until(s.t, "an agent with an MCP server runs", func() bool {
		agents := s.Agents()
		if len(agents) != 1 {
			return false
		}
		children := ChildrenOf(agents[0].PID)
		i := slices.IndexFunc(children, func(p Process) bool { return p.Is("mcp") })
		if i < 0 {
			return false
		}
		agent, mcp = agents[0], children[i]
		return true
	})
	return agent, mcp
}

// Agents lists the agent processes that are children of the server.
func (s *Server) Agents() []Process {
	return slices.DeleteFunc(ChildrenOf(s.PID()), func(p Process) bool {
		return !p.Is("scripted-agent") && !p.Is("--pure") && !p.Is("--strict-mcp-config") // the arguments that only an agent gets
	})
}
