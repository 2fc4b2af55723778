package heddletest

import (
	"context"
	"strings"

	"heddle.dev/heddle/openapi/api"
)

// Session starts a session of a template that belongs to no composition.
func (s *Server) Session(templateID string) api.Session {
	s.t.Helper()
	r, err := s.API.CreateSessionWithResponse(context.Background(), nil, api.NewSession{TemplateId: &templateID})
	s.reached(err)
	return answered(s.t, r.JSON201, r.HTTPResponse, r.Body)
}

// Tell starts a turn of such a session.
func (s *Server) Tell(sessionID, message string) api.SessionTurn {
	s.t.Helper()
	r, err := s.API.SendSessionMessageWithResponse(context.Background(), sessionID, nil, api.NewSessionMessage{Message: message})
	s.reached(err)
	return answered(s.t, r.JSON202, r.HTTPResponse, r.Body)
}

// HowEnded waits for the end of a turn of such a session, and answers what the conversation says of it.
func (s *Server) HowEnded(turn api.SessionTurn) (end string) {
	s.t.Helper()
	if !holdsWithin(s.turnPatience, func() bool {
		for _, entry := range s.Conversation(turn.SessionId) {
			if entry.Kind == "turn-ended" && entry.TurnId != nil && *entry.TurnId == turn.Id {
				end = string(entry.Data)
			}
		}
		return end != ""
	}) {
		s.t.Fatalf("the turn does not end: %+v", turn)
	}
	return end
}

// Chat lets the agent of such a session carry out a message and requires that it completed the turn.
func (s *Server) Chat(sessionID, message string) {
	s.t.Helper()
	if end := s.HowEnded(s.Tell(sessionID, message)); !strings.Contains(end, `"completed"`) {
		s.t.Fatalf("the turn ended as %s", end)
	}
}

// ConfigItems lists the drafts of a session as "path state", by path.
func (s *Server) ConfigItems(sessionID string) (listed []string) {
	s.t.Helper()
	r, err := s.API.ListConfigItemsWithResponse(context.Background(), sessionID)
	s.reached(err)
	for _, item := range answered(s.t, r.JSON200, r.HTTPResponse, r.Body).Items {
		listed = append(listed, item.Path+" "+item.State)
	}
	return listed
}
