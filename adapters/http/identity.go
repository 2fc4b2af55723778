package http

import (
	"context"
	"strings"

	"github.com/labstack/echo/v4"

	"heddle.dev/heddle/app/assisting"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/fault"
)

// sessionTokenHeader carries an agent session's token.
const sessionTokenHeader = "X-Heddle-Session-Token"

type contextKey int

const (
	actorKey contextKey = iota
	agentKey
	assistantKey
	bodyKey
	addressKey
)

// identified finds out who is calling, before anything else of the request is looked at. In local mode that is the
// owner, except for agents: a session token opens the agent routes of its composition, or its session, and nothing else.
func (o *operations) identified(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		ctx := r.Context()
		token := r.Header.Get(sessionTokenHeader)
		switch {
		case strings.Contains(c.Path(), "/agent/"):
			var err error
			if ctx, err = o.asAgent(ctx, c, token); err != nil {
				return err
			}
		case token != "" || composing.IsAgentToken(bearerToken(r)):
			return fault.New(fault.KindForbidden, "agent-route-only", "an agent session's token opens the agent routes of its composition or session only")
		default:
			owner, err := o.Accounts.LocalOwner(ctx)
			if err != nil {
				return err
			}
			ctx = context.WithValue(context.WithValue(ctx, actorKey, owner), addressKey, c.Scheme()+"://"+r.Host)
		}
		c.SetRequest(r.WithContext(ctx))
		return next(c)
	}
}

// asAgent finds out which agent is calling: of a session that belongs to no composition, or of a composition.
func (o *operations) asAgent(ctx context.Context, c echo.Context, token string) (context.Context, error) {
	if sessionID := c.Param("sessionId"); sessionID != "" {
		agent, err := o.Assisting.AuthenticateAgent(ctx, sessionID, token)
		return context.WithValue(ctx, assistantKey, agent), err
	}
	agent, err := o.Composing.AuthenticateAgent(ctx, c.Param("compositionId"), token)
	return context.WithValue(ctx, agentKey, agent), err
}

// assistantOf is the agent that calls an agent route of a session that belongs to no composition.
func assistantOf(ctx context.Context) assisting.Agent {
	agent, _ := ctx.Value(assistantKey).(assisting.Agent)
	return agent
}

// actorOf is who is calling; nobody on agent routes.
func actorOf(ctx context.Context) access.Actor {
	actor, _ := ctx.Value(actorKey).(access.Actor)
	return actor
}

// addressOf is where the caller reaches this server.
func addressOf(ctx context.Context) string {
	address, _ := ctx.Value(addressKey).(string)
	return address
}

// agentOf is the agent that calls an agent route.
func agentOf(ctx context.Context) composing.Agent {
	agent, _ := ctx.Value(agentKey).(composing.Agent)
	return agent
}
