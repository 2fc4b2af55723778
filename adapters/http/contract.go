package http

import (
	"context"
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
	if slices.Contains(slices.Collect(maps.Values(params)), "") {
		return nil // a list's address, which this router takes for one with an empty id when the method is not known there
	}
	err = openapi3filter.ValidateRequest(context.WithoutCancel(r.Context()), &openapi3filter.RequestValidationInput{
		Request: r, PathParams: params, Route: route, Options: checkOptions,
	})
	problems := queryProblems(route, r)
	if err != nil {
		problems = append(problems, contractProblems(err, "")...)
	}
	if len(problems) == 0 {
		return nil
	}
	texts := make([]string, len(problems))
	for i, problem := range problems {
		texts[i] = problem.Message
	}
	return fault.New(fault.KindInvalid, "request-invalid", "the request is not as the contract asks: %s", strings.Join(texts, "; ")).
		WithProblems(problems).Because(err)
}

// queryProblems lists the query parameters that the operation does not have, and those that are given twice: the
// validator passes both.
func queryProblems(route *routers.Route, r *http.Request) (problems []fault.Problem) {
	var known []string
	for _, parameters := range []openapi3.Parameters{route.PathItem.Parameters, route.Operation.Parameters} {
		for _, parameter := range parameters {
			if parameter.Value.In == openapi3.ParameterInQuery {
				known = append(known, parameter.Value.Name)
			}
		}
	}
	query := r.URL.Query()
	for _, name := range slices.Sorted(maps.Keys(query)) {
		switch {
		case !slices.Contains(known, name):
			problems = append(problems, contractProblem(name, "there is no such query parameter"+spelling.DidYouMean(name, "query parameters", known)))
		case len(query[name]) > 1:
			problems = append(problems, contractProblem(name, "the query parameter is given more than once"))
		}
	}
	return problems
}

// contractProblems flattens the validator's errors into one problem a finding. The errors are looked at from the outside
// in, since each level says more about where the finding is.
func contractProblems(err error, field string) []fault.Problem {
	switch e := err.(type) { //nolint:errorlint // errors.As would skip the levels between
	case openapi3.MultiError:
		var problems []fault.Problem
		for _, one := range e {
			problems = append(problems, contractProblems(one, field)...)
		}
		return problems
	case *openapi3filter.RequestError:
		if e.Parameter != nil {
			field = e.Parameter.Name
		}
		if e.Err != nil {
			return contractProblems(e.Err, field)
		}
		return []fault.Problem{contractProblem(field, e.Reason)}
	case *openapi3filter.ParseError:
		return []fault.Problem{contractProblem(field, e.Reason)}
	case *openapi3.SchemaError:
		return []fault.Problem{schemaProblem(e, field)}
	default:
		return []fault.Problem{contractProblem(field, firstLine(err.Error()))}
	}
}

func contractProblem(field, message string) fault.Problem {
	if field != "" {
		message = fmt.Sprintf("%s: %s", field, message)
	}
	return fault.Problem{Severity: fault.SeverityError, Code: "CONTRACT", Field: field, Message: message}
}

// formats has an example of each format of the contract, which tells people more than the pattern of it.
var formats = map[string]string{
	"date-time": "2026-01-31T12:00:00Z",
	"uuid":      "01234567-89ab-7cde-8f01-23456789abcd",
}

// formatExample gives an example of the format that a value does not have.
func formatExample(err *openapi3.SchemaError) (string, bool) {
	if err.SchemaField != "format" || err.Schema == nil {
		return "", false
	}
	example, known := formats[err.Schema.Format]
	return example, known
}

func schemaProblem(err *openapi3.SchemaError, field string) fault.Problem {
	if pointer := err.JSONPointer(); len(pointer) > 0 {
		field = strings.Join(pointer, ".")
	}
	message := err.Reason
	if example, known := formatExample(err); known {
		message = fmt.Sprintf("value is no %s, such as %s", err.Schema.Format, example)
	}
	if err.SchemaField == "properties" || err.SchemaField == "additionalProperties" {
		message += nearestProperty(err)
	}
	return contractProblem(field, message)
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
