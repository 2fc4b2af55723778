package http

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/trying"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/openapi/api"
)

// TestActionType implements the contract.
func (o *operations) TestActionType(ctx context.Context, r server.TestActionTypeRequestObject) (server.TestActionTypeResponseObject, error) {
	result, err := o.Trying.TestActionType(ctx, composing.ByPerson(actorOf(ctx), r.CompositionId), actionTypeTest(*r.Body))
	return server.TestActionType200JSONResponse(testResultOf(result)), err
}

// TestTool implements the contract.
func (o *operations) TestTool(ctx context.Context, r server.TestToolRequestObject) (server.TestToolResponseObject, error) {
	result, err := o.Trying.TestTool(ctx, composing.ByPerson(actorOf(ctx), r.CompositionId), toolTest(*r.Body))
	return server.TestTool200JSONResponse(testResultOf(result)), err
}

// TestActionTypeForAgent implements the contract.
func (o *operations) TestActionTypeForAgent(
	ctx context.Context, r server.TestActionTypeForAgentRequestObject,
) (server.TestActionTypeForAgentResponseObject, error) {
	result, err := o.Trying.TestActionType(ctx, composing.ByAgent(agentOf(ctx)), actionTypeTest(*r.Body))
	return server.TestActionTypeForAgent200JSONResponse(testResultOf(result)), err
}

// TestToolForAgent implements the contract.
func (o *operations) TestToolForAgent(ctx context.Context, r server.TestToolForAgentRequestObject) (server.TestToolForAgentResponseObject, error) {
	result, err := o.Trying.TestTool(ctx, composing.ByAgent(agentOf(ctx)), toolTest(*r.Body))
	return server.TestToolForAgent200JSONResponse(testResultOf(result)), err
}

func actionTypeTest(body api.ActionTypeTest) trying.Request {
	return trying.Request{Name: body.Name, Inputs: jsontext.Value(given(body.Inputs)), SubjectID: given(body.SubjectId)}
}

func toolTest(body api.ToolTest) trying.Request {
	return trying.Request{Name: body.Name, Inputs: jsontext.Value(given(body.Params)), SubjectID: given(body.SubjectId)}
}

func testResultOf(r trying.Result) api.TestResult {
	source := "draft"
	if r.FromCatalog {
		source = "catalog"
	}
	shown := api.TestResult{
		TestId: r.ID, Type: r.Type, Name: r.Name, Source: source, ContentRevision: r.ContentRevision, Ok: r.OK, Summary: r.Summary,
		Stdout: r.Stdout, Stderr: r.Stderr, ExitCode: r.ExitCode, DurationMs: r.DurationMs, FailureCode: optional(r.FailureCode),
		Problems: problemsOf(r.Problems),
	}
	if len(r.Outputs) > 0 {
		outputs := json.RawMessage(r.Outputs)
		shown.Outputs = &outputs
	}
	if len(r.Cut) > 0 {
		shown.Cut = &r.Cut
	}
	if r.Truncated {
		shown.Truncated = &r.Truncated
	}
	return shown
}

func testOutcomesOf(outcomes []composition.TestOutcome) *[]api.TestOutcome {
	if len(outcomes) == 0 {
		return nil
	}
	shown := mapAll(outcomes, func(t composition.TestOutcome) api.TestOutcome {
		return api.TestOutcome{Name: t.Name, Ok: t.OK, Summary: t.Summary}
	})
	return &shown
}

// testLimit is how long an answer may wait for a test run: the longest time limit there is, and a while for the queue.
const testLimit = 70 * time.Minute

// patient lets test runs take their time, where other answers have to come soon; but it does not hold up a server that
// stops.
func patient(stopping <-chan struct{}) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			r := c.Request()
			if r.Method != http.MethodPost || !strings.Contains(r.URL.Path, "/test/") {
				return next(c)
			}
			_ = http.NewResponseController(c.Response()).SetWriteDeadline(time.Now().Add(testLimit)) // a recorder has no deadlines
			ctx, cancel := context.WithCancelCause(r.Context())
			defer cancel(nil)
			go func() {
				select {
				case <-stopping:
					cancel(fault.New(fault.KindUnavailable, "shutting-down", "the server stops, and the test with it"))
				case <-ctx.Done():
				}
			}()
			c.SetRequest(r.WithContext(ctx))
			return next(c)
		}
	}
}
