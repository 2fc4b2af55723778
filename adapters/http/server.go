// Package http serves the API of the contract over HTTP.
package http

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/labstack/echo/v4"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/accounts"
	"heddle.dev/heddle/app/assisting"
	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/engines"
	"heddle.dev/heddle/app/examining"
	"heddle.dev/heddle/app/metering"
	"heddle.dev/heddle/app/packing"
	"heddle.dev/heddle/app/providing"
	"heddle.dev/heddle/app/receiving"
	"heddle.dev/heddle/app/running"
	"heddle.dev/heddle/app/safekeeping"
	"heddle.dev/heddle/app/trying"
	"heddle.dev/heddle/app/watching"
	"heddle.dev/heddle/openapi"
	"heddle.dev/heddle/ports"
)

// basePath is where the API lives.
const basePath = "/api/v1"

// Config is what an installation sets.
type Config struct {
	MaxBody   int64         // bytes of a request's body
	KeepAlive time.Duration // between comments on a quiet event stream
	Program   string        // the path of this program, for agents that start it
	// MCP makes the handler of MCP for agents, which calls the API; nil for none.
	MCP func(api http.Handler) (http.Handler, error)
}

// Services are the use cases that the API calls.
type Services struct {
	Accounts    *accounts.Service
	Assisting   *assisting.Service
	Composing   *composing.Service
	Running     *running.Service
	Cataloguing *cataloguing.Service
	Watching    *watching.Service
	Examining   *examining.Service
	Receiving   *receiving.Service
	Packing     *packing.Service
	Trying      *trying.Service
	Safekeeping *safekeeping.Service
	Providing   *providing.Service
	Engines     *engines.Service
	Metering    *metering.Service
}

// operations implements the operations of the contract.
type operations struct {
	Services
	config Config
}

var _ server.StrictServerInterface = (*operations)(nil)

// NewHandler makes the handler of everything that is served. Stopping is closed when the server begins to shut down,
// so that streams end and do not hold it up.
func NewHandler(config Config, services Services, store ports.Store, stopping <-chan struct{}, log *slog.Logger) (http.Handler, error) {
	contract, err := openapi3.NewLoader().LoadFromData(openapi.Contract) // the generated copy leaves the event stream out
	if err != nil {
		return nil, err
	}
	validate, err := newContractCheck(contract)
	if err != nil {
		return nil, err
	}
	a := &operations{Services: services, config: config}
	e := echo.New()
	e.HTTPErrorHandler = errorHandler(log)
	e.Use(recovered(log), logged(log), secured, guarded, ofTheAPI(a.identified, limited(config.MaxBody), validate, patient(stopping)))
	e.GET("/healthz", func(c echo.Context) error { return c.NoContent(http.StatusOK) })
	e.GET("/readyz", func(c echo.Context) error {
		if err := store.Ready(c.Request().Context()); err != nil {
			return err
		}
		return c.NoContent(http.StatusOK)
	})
	group := e.Group(basePath)
	server.RegisterHandlers(group, server.NewStrictHandler(a, nil))
	group.GET("/events", a.streamEvents(stopping))
	group.GET("/openapi.json", specification(contract))
	if config.MCP == nil {
		return e, nil
	}
	mcp, err := config.MCP(e)
	if err != nil {
		return nil, err
	}
	a.serveMCP(e, mcp)
	return e, nil
}

// ofTheAPI runs middleware for requests to the API only. A group's own middleware would make the router forget which
// methods an address takes.
func ofTheAPI(chain ...echo.MiddlewareFunc) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		chained := next
		for _, middleware := range slices.Backward(chain) {
			chained = middleware(chained)
		}
		return func(c echo.Context) error {
			if strings.HasPrefix(c.Request().URL.Path, basePath+"/") {
				return chained(c)
			}
			return next(c)
		}
	}
}

// specification serves the contract itself, so that clients can be generated from a running server.
func specification(contract *openapi3.T) echo.HandlerFunc {
	return func(c echo.Context) error { return c.JSON(http.StatusOK, contract) }
}

// NewServer makes an HTTP server with time limits on everything but streams, which set their own.
func NewServer(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       time.Minute,
		WriteTimeout:      time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		BaseContext:       nil,
	}
}

// Shutdown ends a server gracefully: no new requests, those under way get until the context ends.
func Shutdown(ctx context.Context, s *http.Server) error {
	if err := s.Shutdown(ctx); err != nil {
		return s.Close()
	}
	return nil
}
