package composition

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"heddle.dev/heddle/domain/fault"
)

// AttachedEngine is the engine of the sessions of attached agents: nothing here drives them.
const AttachedEngine = "attached"

// IdleLimit is how long an attached agent's turn goes on without a call.
const IdleLimit = time.Minute

// useGranularity is how exactly it is noted when a token was used last, so that not every call has to write.
const useGranularity = 5 * time.Second

// AgentToken lets an agent that a user runs work on one composition. It has a session of its own, under the same id.
type AgentToken struct {
	ID            string
	CompositionID string
	Name          string // what the user calls the agent
	Hash          string // SHA-256 of the token, hex; the token itself is shown once and not kept
	CreatedBy     string
	CreatedAt     time.Time
	LastUsedAt    *time.Time // to a few seconds
	ExpiresAt     *time.Time // nil: never
	RevokedAt     *time.Time
}

// longestTokenName is the length of the longest name of a token, in characters.
const longestTokenName = 80

// NewAgentToken makes a token out of what its maker chose: ids, name, hash, maker and, where it is to expire, when.
func NewAgentToken(chosen AgentToken, at time.Time) (AgentToken, error) {
	t := chosen
	t.Name = strings.TrimSpace(t.Name)
	switch {
	case t.Name == "":
		return AgentToken{}, fault.New(fault.KindInvalid, "missing-name", "an agent needs a name, so that people know whose changes they see")
	case utf8.RuneCountInString(t.Name) > longestTokenName || strings.ContainsFunc(t.Name, unicode.IsControl):
		return AgentToken{}, fault.New(fault.KindInvalid, "invalid-name",
			"the name of an agent has at most %d characters, and no control characters", longestTokenName)
	case t.ExpiresAt != nil && !t.ExpiresAt.After(at):
		return AgentToken{}, fault.New(fault.KindInvalid, "already-expired", "a token can't expire before it is made")
	}
	t.CreatedAt, t.LastUsedAt, t.RevokedAt = at, nil, nil
	return t, nil
}

// RequireUsable answers a fault once the token was revoked or has expired.
func (t AgentToken) RequireUsable(at time.Time) error {
	switch {
	case t.RevokedAt != nil:
		return fault.New(fault.KindUnauthenticated, "token-revoked", "the token of the agent %q was revoked", t.Name)
	case t.ExpiresAt != nil && !at.Before(*t.ExpiresAt):
		return fault.New(fault.KindUnauthenticated, "token-expired", "the token of the agent %q has expired", t.Name)
	default:
		return nil
	}
}

// Use notes a call; it answers false when one was noted just before, so that there is nothing to store.
func (t *AgentToken) Use(at time.Time) bool {
	if t.LastUsedAt != nil && at.Sub(*t.LastUsedAt) < useGranularity {
		return false
	}
	t.LastUsedAt = &at
	return true
}

// IdleAt is when a turn of the agent ends unless there is another call. It is never too early, although the last use is
// only known roughly.
func (t AgentToken) IdleAt() time.Time {
	last := t.CreatedAt
	if t.LastUsedAt != nil {
		last = *t.LastUsedAt
	}
	return last.Add(IdleLimit + useGranularity)
}

// Revoke makes the token useless; a token that was revoked before stays as it is, and the answer is false.
func (t *AgentToken) Revoke(at time.Time) bool {
	if t.RevokedAt != nil {
		return false
	}
	t.RevokedAt = &at
	return true
}
