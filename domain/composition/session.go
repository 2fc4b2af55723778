package composition

import (
	"strings"
	"time"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/fault"
)

// SessionStatus tells what an agent session does.
type SessionStatus string

// The session statuses. A stopped session starts again with the next message.
const (
	SessionStarting SessionStatus = "starting"
	SessionRunning  SessionStatus = "running"
	SessionParked   SessionStatus = "parked"
	SessionStopped  SessionStatus = "stopped"
	SessionError    SessionStatus = "error"
)

// Session is one agent session. Its process lives on one replica at a time, the owner, which holds a lease; every
// change of owner raises the epoch, and writes of an older epoch are refused.
type Session struct {
	ID            string
	CompositionID string
	TemplateID    string
	Engine        string
	Model         string
	Status        SessionStatus
	Error         string
	TokenHash     string // SHA-256 of the session's token, hex
	ResumeID      string // what the engine needs to resume
	Owner         string
	OwnerEpoch    int64
	LeaseUntil    *time.Time
	TurnID        string // the turn that its agent was given last: its calls count for that turn only
	CreatedAt     time.Time

	// Of a session that belongs to no composition: its name, who sees it, and the turn that runs, if one does. Those of
	// other sessions are their composition's.
	Name          string
	TeamID        string // empty: its maker's alone
	CreatedBy     string
	CurrentTurnID string
	CurrentTurnBy string // who started it
}

// IsOwn tells whether the session belongs to no composition.
func (s Session) IsOwn() bool { return s.CompositionID == "" }

// longestSessionName is the length of the longest name, in bytes.
const longestSessionName = 200

// NewOwnSession makes a session that belongs to no composition, out of what its maker chose: ids, name, template, engine
// and model, team and maker.
func NewOwnSession(chosen Session, at time.Time) (Session, error) {
	s := chosen
	s.Status, s.CreatedAt = SessionStopped, at
	err := s.Rename(chosen.Name)
	return s, err
}

// Rename gives the session another name.
func (s *Session) Rename(name string) error {
	name = strings.TrimSpace(name)
	if name == "" || len(name) > longestSessionName {
		return fault.New(fault.KindInvalid, "invalid-name", "a session needs a name of at most %d bytes", longestSessionName)
	}
	s.Name = name
	return nil
}

// SeenBy tells whether the actor sees a session that belongs to no composition: its maker and its team do.
func (s Session) SeenBy(actor access.Actor) bool {
	if s.TeamID == "" {
		return actor.User.IsOwner || actor.ID() != "" && s.CreatedBy == actor.ID()
	}
	return actor.May(access.InstallationRead, s.TeamID)
}

// TurnState tells whether the agent works. A session of its own has nothing to resolve.
func (s Session) TurnState() TurnState {
	if s.CurrentTurnID == "" {
		return Idle
	}
	return AIWorking
}

// StartTurn begins a turn.
func (s *Session) StartTurn(turnID, by string) error {
	if s.CurrentTurnID != "" {
		return fault.New(fault.KindConflict, codeRunning, "the agent still works on the last message; wait for it, or interrupt it").
			With("turnId", s.CurrentTurnID)
	}
	s.CurrentTurnID, s.CurrentTurnBy = turnID, by
	return nil
}

// EndTurn ends the turn; false where it is not the one that runs, so that whoever comes second does no harm.
func (s *Session) EndTurn(turnID string) bool {
	if turnID == "" || s.CurrentTurnID != turnID {
		return false
	}
	s.CurrentTurnID, s.CurrentTurnBy = "", ""
	return true
}

// RequireTurn answers a fault unless the session's agent works on the turn that runs, so that it may change things in it.
func (s Session) RequireTurn() error {
	if s.CurrentTurnID != "" && s.TurnID == s.CurrentTurnID {
		return nil
	}
	return fault.New(fault.KindConflict, codeNoTurn,
		"the turn is over or was interrupted, so nothing can be changed; wait for the person's next message")
}

// Server names the process that runs the session's agent; empty where none does. An owner is a process and, behind a
// slash, how often it had lost its leases.
func (s Session) Server() string {
	name, _, _ := strings.Cut(s.Owner, "/")
	return name
}

// SessionEvent is one stored event of a session's conversation.
type SessionEvent struct {
	SessionID string
	Seq       int64
	Kind      string
	TurnID    string
	Data      string // JSON text
	At        time.Time
}
