package claudecode

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/google/uuid"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/ports"
)

// request asks the CLI for something beside the conversation, and waits for the answer.
func (s *session) request(ctx context.Context, what string) (response, error) {
	id := uuid.NewString()
	answer := make(chan response, 1)
	s.mu.Lock()
	s.waiting[id] = answer
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.waiting, id)
		s.mu.Unlock()
	}()
	if err := s.tell(ctx, asked(id, what)); err != nil {
		return response{}, err
	}
	select {
	case r := <-answer:
		if r.Subtype != "success" {
			return r, fmt.Errorf("it refused to %s: %s", what, process.Excerpt(r.Error))
		}
		return r, nil
	case <-s.agent.Done():
		return response{}, gone()
	case <-ctx.Done():
		return response{}, context.Cause(ctx)
	}
}

// hand gives an answer to whoever waits for it.
func (s *session) hand(r response) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if answer, ok := s.waiting[r.RequestID]; ok {
		answer <- r // there is room for the one that it waits for
		delete(s.waiting, r.RequestID)
	}
}

// serverStates tells how the MCP servers of the session are.
func (s *session) serverStates(ctx context.Context) (map[string]serverState, error) {
	r, err := s.request(ctx, "mcp_status")
	if err != nil {
		return nil, err
	}
	var all struct {
		Servers []serverState `json:"mcpServers"`
	}
	if err := json.Unmarshal(r.Response, &all); err != nil {
		return nil, fmt.Errorf("it did not tell how its MCP servers are: %w", err)
	}
	return byName(all.Servers), nil
}

func byName(servers []serverState) map[string]serverState {
	states := map[string]serverState{}
	for _, server := range servers {
		states[server.Name] = server
	}
	return states
}

// problem is what is known of why a server does not run.
func (s serverState) problem() string {
	if s.Error != "" {
		return process.Excerpt(s.Error)
	}
	if s.Status != "" {
		return s.Status
	}
	return "Claude Code does not know it"
}

// missing names a server without which the agent is of no use, and tells whether there are some that still start.
func missing(spec ports.SessionSpec, states map[string]serverState) (lost string, waits bool) {
	for _, server := range spec.MCPServers {
		switch states[server.Name].Status {
		case "connected":
		case "pending":
			waits = true
		default:
			lost = server.Name
		}
	}
	return lost, waits
}

// lostBy names the server that is gone for good, by what a call of its tools gave. The CLI starts one that has died
// again; where that fails, it goes on without, and tells nobody but the model.
func (s *session) lostBy(output string) string {
	for _, server := range s.spec.MCPServers {
		if output == fmt.Sprintf("MCP server %q is not connected", server.Name) {
			return server.Name
		}
	}
	return ""
}
