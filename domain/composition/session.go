package composition

import (
	"strings"
	"time"
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
