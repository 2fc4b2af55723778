package http

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"heddle.dev/heddle/domain/fault"
)

// mcpPath is where agents reach a composition over MCP.
const mcpPath = "/mcp/compositions/:compositionId"

// callLimit bounds one call of an agent, which may run what it tests.
const callLimit = 10 * time.Minute

// serveMCP mounts the handler of MCP for the agents of compositions.
func (o *operations) serveMCP(e *echo.Echo, handler http.Handler) {
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
		e.Add(method, mcpPath, echo.WrapHandler(handler), o.bearing, sized(o.config.MaxBody), unhurried)
	}
}

// bearing lets agents in by their bearer token (RFC 6750), which is looked at anew with every request.
func (o *operations) bearing(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		_, err := o.Composing.AuthenticateAgent(r.Context(), c.Param("compositionId"), bearerToken(r))
		if fault.KindOf(err) == fault.KindUnauthenticated && err != nil {
			c.Response().Header().Set(echo.HeaderWWWAuthenticate, `Bearer realm="heddle"`)
		}
		if err != nil {
			return err
		}
		return next(c)
	}
}

// bearerToken is the token of the Authorization header; empty if there is none.
func bearerToken(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get(echo.HeaderAuthorization), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// sized refuses a body that says that it is too large; any other is cut off by whoever reads it.
func sized(maxBody int64) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if c.Request().ContentLength > maxBody {
				return refuseTooLarge(c, maxBody)
			}
			return next(c)
		}
	}
}

// unhurried gives an answer more time than other answers have.
func unhurried(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := http.NewResponseController(c.Response()).SetWriteDeadline(time.Now().Add(callLimit))
		if err != nil && !errors.Is(err, http.ErrNotSupported) {
			return err
		}
		return next(c)
	}
}
