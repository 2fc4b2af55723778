package http

import (
	"context"
	"strings"

	"github.com/labstack/echo/v4"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/fault"
)

// sessionTokenHeader carries an agent session's token.
const sessionTokenHeader = "X-Heddle-Session-Token"

type contextKey int

const (
	actorKey contextKey = iota
	tokenKey
	bodyKey
)

// identified finds out who is calling. In local mode that is the owner, except for agents: a session token opens the
// agent routes and nothing else.
func (a *operations) identified(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		agentRoute := strings.Contains(c.Path(), "/agent/")
		token := r.Header.Get(sessionTokenHeader)
		ctx := r.Context()
		switch {
		case agentRoute:
			ctx = context.WithValue(ctx, tokenKey, token)
		case token != "":
			return fault.New(fault.KindForbidden, "agent-route-only", "an agent session's token opens the agent routes of its composition only")
		default:
			owner, err := a.Accounts.LocalOwner(ctx)
			if err != nil {
				return err
			}
			ctx = context.WithValue(ctx, actorKey, owner)
		}
		c.SetRequest(r.WithContext(ctx))
		return next(c)
	}
}

// actorOf is who is calling; nobody on agent routes.
func actorOf(ctx context.Context) access.Actor {
	actor, _ := ctx.Value(actorKey).(access.Actor)
	return actor
}

// tokenOf is the session token that came with a request to an agent route.
func tokenOf(ctx context.Context) string {
	token, _ := ctx.Value(tokenKey).(string)
	return token
}
