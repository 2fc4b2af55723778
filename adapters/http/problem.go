package http

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/openapi/api"
)

// statuses maps kinds of faults to HTTP statuses; this is the one place that does.
var statuses = map[fault.Kind]int{
	fault.KindInvalid:         http.StatusUnprocessableEntity,
	fault.KindNotFound:        http.StatusNotFound,
	fault.KindConflict:        http.StatusConflict,
	fault.KindStale:           http.StatusConflict,
	fault.KindLocked:          http.StatusLocked,
	fault.KindForbidden:       http.StatusForbidden,
	fault.KindUnauthenticated: http.StatusUnauthorized,
	fault.KindTooLarge:        http.StatusRequestEntityTooLarge,
	fault.KindUnavailable:     http.StatusServiceUnavailable,
	fault.KindStorageFull:     http.StatusInsufficientStorage,
	fault.KindInternal:        http.StatusInternalServerError,
}

// statusClientGone is for the log; nobody is there to read it. The number is the one that proxies use.
const statusClientGone = 499

// errorHandler turns every error into a problem document (RFC 9457). Defects are logged in full and told in brief.
func errorHandler(log *slog.Logger) echo.HTTPErrorHandler {
	return func(err error, c echo.Context) {
		if c.Response().Committed {
			return
		}
		if errors.Is(err, context.Canceled) && c.Request().Context().Err() != nil {
			log.Debug("a client went away", "method", c.Request().Method, "path", c.Request().URL.Path)
			c.Response().WriteHeader(statusClientGone)
			return
		}
		problem := problemOf(err)
		problem.Instance = &c.Request().URL.Path
		if problem.Status >= http.StatusInternalServerError {
			log.Error("a request failed", "method", c.Request().Method, "path", c.Request().URL.Path, "code", problem.Code, "error", err)
		}
		if problem.Status == http.StatusServiceUnavailable {
			c.Response().Header().Set("Retry-After", "1")
		}
		c.Response().Header().Set(echo.HeaderContentType, "application/problem+json")
		c.Response().WriteHeader(problem.Status)
		if err := c.Echo().JSONSerializer.Serialize(c, problem, ""); err != nil {
			log.Warn("a problem could not be sent", "error", err)
		}
	}
}

func problemOf(err error) api.Problem {
	if f := fault.As(err); f != nil {
		problem := faultProblem(f)
		if conflict := new(pack.ConflictError); errors.As(err, &conflict) {
			conflicts := mapAll(conflict.Conflicts, func(c pack.Conflict) api.Conflict { return *conflictOf(&c) })
			problem.Conflicts = &conflicts
		}
		return problem
	}
	if routing := new(echo.HTTPError); errors.As(err, &routing) {
		return routingProblem(routing)
	}
	return newProblem(http.StatusInternalServerError, "internal", "Something went wrong on the server; it was logged.")
}

func faultProblem(f *fault.Error) api.Problem {
	status, known := statuses[f.Kind]
	if !known || f.Kind == fault.KindInternal {
		return newProblem(http.StatusInternalServerError, "internal", "Something went wrong on the server; it was logged.")
	}
	if status == http.StatusUnprocessableEntity && malformedCodes[f.Code] {
		status = http.StatusBadRequest
	}
	problem := newProblem(status, f.Code, f.Message)
	if len(f.Problems) > 0 {
		problems := problemsOf(f.Problems)
		problem.Problems = &problems
	}
	if len(f.Paths) > 0 {
		problem.Paths = &f.Paths
	}
	if len(f.Details) > 0 {
		problem.Details = &f.Details
	}
	return problem
}

// routingProblem is about requests that no operation of the contract answers.
func routingProblem(err *echo.HTTPError) api.Problem {
	switch err.Code {
	case http.StatusNotFound:
		return newProblem(err.Code, "no-such-route", "There is nothing at this address.")
	case http.StatusMethodNotAllowed:
		return newProblem(err.Code, "method-not-allowed", "This address does not take this method.")
	case http.StatusUnsupportedMediaType:
		return newProblem(err.Code, "unsupported-media-type", "Send the body as application/json.")
	}
	if err.Code < http.StatusInternalServerError {
		return newProblem(err.Code, "bad-request", strings.TrimSpace(http.StatusText(err.Code)))
	}
	return newProblem(http.StatusInternalServerError, "internal", "Something went wrong on the server; it was logged.")
}

func newProblem(status int, code, detail string) api.Problem {
	return api.Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Code: code, Detail: &detail}
}

func problemsOf(found []fault.Problem) []api.ValidationProblem {
	problems := make([]api.ValidationProblem, len(found))
	for i, p := range found {
		problems[i] = api.ValidationProblem{
			Severity: p.Severity, Code: p.Code, Message: p.Message, Item: optional(p.Item), NodeId: optional(p.NodeID),
			EdgeId: optional(p.EdgeID), Field: optional(p.Field), Suggestion: optional(p.Suggestion),
		}
	}
	return problems
}

// optional leaves an empty text out.
func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// given reads what may have been left out.
func given[T any](value *T) (v T) {
	if value != nil {
		v = *value
	}
	return v
}
