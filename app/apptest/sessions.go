package apptest

import (
	"context"

	"heddle.dev/heddle/app/assisting"
	"heddle.dev/heddle/app/idempotency"
)

// Session starts a session of a template that belongs to no composition, on behalf of the owner.
func (h *Heddle) Session(templateID, teamID string) assisting.Session {
	h.Helper()
	made, err := h.Assisting.CreateSession(context.Background(), h.Owner, assisting.NewSession{Template: templateID, TeamID: teamID}, idempotency.Key{})
	if err != nil {
		h.Fatal(err)
	}
	return made
}

// Ask starts a turn of such a session.
func (h *Heddle) Ask(session assisting.Session, message string) assisting.Turn {
	h.Helper()
	turn, err := h.Assisting.SendMessage(context.Background(), h.Owner, session.ID, message, idempotency.Key{})
	if err != nil {
		h.Fatal(err)
	}
	return turn
}

// AssistantToken lets the session's agent work on the turn, and answers its token.
func (h *Heddle) AssistantToken(turn assisting.Turn) string {
	h.Helper()
	return h.startAgent(turn.SessionID, turn.ID)
}

// Assistant is the caller with that token.
func (h *Heddle) Assistant(turn assisting.Turn) assisting.Agent {
	h.Helper()
	agent, err := h.Assisting.AuthenticateAgent(context.Background(), turn.SessionID, h.AssistantToken(turn))
	if err != nil {
		h.Fatal(err)
	}
	return agent
}
