package heddletest

import (
	"context"
	"net/http"
	"os"
	"path/filepath"

	"heddle.dev/heddle/openapi/api"
)

// Attach makes a token for an agent that works on a composition.
func (s *Server) Attach(compositionID, name string) api.AgentTokenMade {
	s.t.Helper()
	r, err := s.API.CreateAgentTokenWithResponse(context.Background(), compositionID, api.NewAgentToken{Name: name})
	s.reached(err)
	return answered(s.t, r.JSON201, r.HTTPResponse, r.Body)
}

// Snippet is what a token's answer has to paste into a client.
func (s *Server) Snippet(made api.AgentTokenMade, client, transport string) string {
	s.t.Helper()
	for _, snippet := range made.Snippets {
		if snippet.Client == client && snippet.Transport == transport {
			return snippet.Text
		}
	}
	s.t.Fatalf("there is no snippet for %s over %s", client, transport)
	return ""
}

// Turns lists the turns of a composition, newest first.
func (s *Server) Turns(compositionID string) []api.Turn {
	s.t.Helper()
	r, err := s.API.ListTurnsWithResponse(context.Background(), compositionID, nil)
	s.reached(err)
	return answered(s.t, r.JSON200, r.HTTPResponse, r.Body).Items
}

// ClientFile is the path of a file in the folder of the official MCP client, which the set-up fills.
func (s *Server) ClientFile(path ...string) string {
	s.t.Helper()
	root, err := Root()
	if err != nil {
		s.t.Fatal(err)
	}
	file := filepath.Join(append([]string{root, "e2e", "clients"}, path...)...)
	if _, err := os.Stat(file); err != nil {
		s.t.Fatalf("%v; `go tool task setup` installs it", err)
	}
	return file
}

// AgentTokens lists the tokens of a composition's attached agents.
func (s *Server) AgentTokens(compositionID string) []api.AgentToken {
	s.t.Helper()
	r, err := s.API.ListAgentTokensWithResponse(context.Background(), compositionID, nil)
	s.reached(err)
	return answered(s.t, r.JSON200, r.HTTPResponse, r.Body).Items
}

// Revoke takes all tokens of a composition's attached agents away.
func (s *Server) Revoke(compositionID string) {
	s.t.Helper()
	for _, token := range s.AgentTokens(compositionID) {
		r, err := s.API.RevokeAgentTokenWithResponse(context.Background(), compositionID, token.Id)
		s.reached(err)
		if r.StatusCode() != http.StatusNoContent {
			s.t.Fatalf("the token was not revoked: %s %s", r.Status(), r.Body)
		}
	}
}
