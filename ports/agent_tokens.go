package ports

import (
	"context"
	"time"

	"heddle.dev/heddle/domain/composition"
)

// AgentTokens are the tokens of the agents that users attach. They go with their composition, or their session.
type AgentTokens interface {
	// InsertAgentToken stores the token; the session with its id exists before.
	InsertAgentToken(ctx context.Context, t composition.AgentToken) error
	AgentTokenByHash(ctx context.Context, hash string) (composition.AgentToken, error)
	AgentTokenByID(ctx context.Context, compositionID, id string) (composition.AgentToken, error)
	// ListAgentTokens lists the newest first, those that are revoked or have expired too.
	ListAgentTokens(ctx context.Context, compositionID string, page Page) ([]composition.AgentToken, error)
	// UseAgentToken notes when the token was used last.
	UseAgentToken(ctx context.Context, id string, at time.Time) error
	RevokeAgentToken(ctx context.Context, id string, at time.Time) error
}
