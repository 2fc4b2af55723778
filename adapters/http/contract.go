package http

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"
	"github.com/labstack/echo/v4"

	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
)

// newContractCheck makes the middleware that holds every request against the contract before an operation sees it.
func newContractCheck(contract *openapi3.T) (echo.MiddlewareFunc, error) {
	contract.Servers = openapi3.Servers{{URL: basePath}}
	router, err := legacy.NewRouter(contract)
	if err != nil {
		return nil, err
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := checkRequest(router, c.Request()); err != nil {
				return err
			}
			return next(c)
		}
	}, nil
}

var checkOptions = &openapi3filter.Options{
	MultiError:         true,
	AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, // see identified
}

func checkRequest(router routers.Router, r *http.Request) error {
	route, params, err := router.FindRoute(r)
	if err != nil {
		return nil //nolint:nilerr // what the contract does not name, such as the contract itself, the router answers
	}
	err = openapi3filter.ValidateRequest(context.WithoutCancel(r.Context()), &openapi3filter.RequestValidationInput{
		Request: r, PathParams: params, Route: route, Options: checkOptions,
	})
	if err == nil {
		return nil
	}
	problems := contractProblems(err, "")
	texts := make([]string, len(problems))
	for i, problem := range problems {
		texts[i] = problem.Message
	}
	return fault.New(fault.KindInvalid, "request-invalid", "the request is not as the contract asks: %s", strings.Join(texts, "; ")).
		WithProblems(problems).Because(err)
}

// contractProblems flattens the validator's errors into one problem a finding.
func contractProblems(err error, field string) []fault.Problem {
	if many := (openapi3.MultiError)(nil); errors.As(err, &many) {
		var problems []fault.Problem
		for _, one := range many {
			problems = append(problems, contractProblems(one, field)...)
		}
		return problems
	}
	if request := new(openapi3filter.RequestError); errors.As(err, &request) && request.Err != nil {
		if request.Parameter != nil {
			field = request.Parameter.Name
		}
		return contractProblems(request.Err, field)
	}
	if schema := new(openapi3.SchemaError); errors.As(err, &schema) {
		return []fault.Problem{schemaProblem(schema, field)}
	}
	return []fault.Problem{{Severity: fault.SeverityError, Code: "CONTRACT", Field: field, Message: firstLine(err.Error())}}
}

func schemaProblem(err *openapi3.SchemaError, field string) fault.Problem {
	if pointer := err.JSONPointer(); len(pointer) > 0 {
		field = strings.Join(pointer, ".")
	}
	message := err.Reason
	if err.SchemaField == "properties" || err.SchemaField == "additionalProperties" {
		message += nearestProperty(err)
	}
	if field != "" {
		message = fmt.Sprintf("%s: %s", field, message)
	}
	return fault.Problem{Severity: fault.SeverityError, Code: "CONTRACT", Field: field, Message: message}
}

// nearestProperty names the property that an unknown one was probably meant to be.
func nearestProperty(err *openapi3.SchemaError) string {
	parts := strings.Split(err.Reason, `"`)
	if len(parts) < 3 || err.Schema == nil {
		return ""
	}
	return spelling.DidYouMean(parts[1], "properties", slices.Sorted(maps.Keys(err.Schema.Properties)))
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
