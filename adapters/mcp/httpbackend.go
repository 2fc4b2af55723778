package mcp

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/openapi/api"
)

const (
	tokenHeader    = "X-Heddle-Session-Token"
	requestTimeout = time.Minute
	contentType    = "application/json"
	catalogPage    = 100 // entries of a list
)

// httpBackend calls the agent routes of a Heddle server.
type httpBackend struct {
	client *api.Client
	caller caller // who calls over stdio; over HTTP each request says it, see callerOf
}

// newHTTPBackend makes the backend of one session, which reaches the server over the network.
func newHTTPBackend(config Config) (*httpBackend, error) {
	if err := config.check(); err != nil {
		return nil, err
	}
	plain := &http.Client{
		Timeout: requestTimeout,
		// The token goes to the server it was made for and nowhere else.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	b := &httpBackend{caller: caller{composition: config.CompositionID, token: config.SessionToken}}
	if err := b.connect(config.Server, patientDoer{plain}); err != nil {
		return nil, fault.New(fault.KindInvalid, "invalid-server", "%q is no address of a server", config.Server).Because(err)
	}
	return b, nil
}

func (b *httpBackend) connect(server string, by api.HttpRequestDoer) (err error) {
	addToken := func(ctx context.Context, request *http.Request) error {
		request.Header.Set(tokenHeader, b.who(ctx).token)
		return nil
	}
	b.client, err = api.NewClient(strings.TrimRight(server, "/")+"/api/v1", api.WithHTTPClient(by), api.WithRequestEditorFn(addToken))
	return err
}

func (b *httpBackend) who(ctx context.Context) caller {
	if who := callerOf(ctx); who.token != "" {
		return who
	}
	return b.caller
}

// in is the composition that is worked on.
func (b *httpBackend) in(ctx context.Context) string { return b.who(ctx).composition }

// Composition implements Backend.
func (b *httpBackend) Composition(ctx context.Context) (jsontext.Value, error) {
	return answerOf(b.client.GetAgentComposition(ctx, b.in(ctx)))
}

// Item implements Backend.
func (b *httpBackend) Item(ctx context.Context, itemType, name string) (jsontext.Value, error) {
	return answerOf(b.client.GetAgentItem(ctx, b.in(ctx), itemType, name))
}

// SaveItem implements Backend. The body is put together as text, around the content.
func (b *httpBackend) SaveItem(ctx context.Context, itemType string, content jsontext.Value) (jsontext.Value, error) {
	var body bytes.Buffer
	body.WriteString(`{"type":`)
	body.Write(rawjson.Quote(itemType))
	body.WriteString(`,"content":`)
	body.Write(content)
	body.WriteString(`}`)
	return answerOf(b.client.SaveAgentItemWithBody(ctx, b.in(ctx), contentType, &body))
}

// RemoveItem implements Backend.
func (b *httpBackend) RemoveItem(ctx context.Context, itemType, name string) (jsontext.Value, error) {
	if _, err := answerOf(b.client.RemoveAgentItem(ctx, b.in(ctx), itemType, name)); err != nil {
		return nil, err
	}
	return jsontext.Value(`{"removed":true}`), nil
}

// FinishTurn implements Backend.
func (b *httpBackend) FinishTurn(ctx context.Context, summary string) (jsontext.Value, error) {
	body := api.FinishTurn{}
	if summary != "" {
		body.Summary = &summary
	}
	return answerOf(b.client.FinishTurn(ctx, b.in(ctx), body))
}

// ListCatalog implements Backend.
func (b *httpBackend) ListCatalog(ctx context.Context, kind, cursor string) (jsontext.Value, error) {
	limit := catalogPage
	parameters := &api.ListAgentCatalogParams{Limit: &limit}
	if cursor != "" {
		parameters.Cursor = &cursor
	}
	return answerOf(b.client.ListAgentCatalog(ctx, b.in(ctx), kind, parameters))
}

// CatalogEntry implements Backend.
func (b *httpBackend) CatalogEntry(ctx context.Context, kind, name string) (jsontext.Value, error) {
	return answerOf(b.client.GetAgentCatalogEntry(ctx, b.in(ctx), kind, name))
}

// ListSecrets implements Backend.
func (b *httpBackend) ListSecrets(ctx context.Context, cursor string) (jsontext.Value, error) {
	limit := catalogPage
	parameters := &api.ListAgentSecretsParams{Limit: &limit}
	if cursor != "" {
		parameters.Cursor = &cursor
	}
	return answerOf(b.client.ListAgentSecrets(ctx, b.in(ctx), parameters))
}

// ProposeChanges implements Backend. A refusal comes as an answer and becomes an error.
func (b *httpBackend) ProposeChanges(ctx context.Context, changeSet jsontext.Value) (jsontext.Value, error) {
	answer, err := answerOf(b.client.ProposeChangeSetWithBody(ctx, b.in(ctx), contentType, bytes.NewReader(changeSet)))
	if err != nil {
		return nil, err
	}
	var outcome struct {
		Applied bool `json:"applied"`
		Error   *struct {
			Code    string `json:"code"`
			OpIndex *int   `json:"opIndex"`
			Reason  string `json:"reason"`
		} `json:"error"`
	}
	if err := json.Unmarshal(answer, &outcome); err != nil {
		return nil, unreadable(err)
	}
	if outcome.Applied || outcome.Error == nil {
		return answer, nil
	}
	kind := fault.KindInvalid
	if outcome.Error.Code == "stale" {
		kind = fault.KindStale
	}
	refused := fault.New(kind, outcome.Error.Code, "%s", outcome.Error.Reason)
	if outcome.Error.OpIndex != nil {
		refused = refused.With("opIndex", strconv.Itoa(*outcome.Error.OpIndex))
	}
	return nil, refused
}

// Validate implements Backend.
func (b *httpBackend) Validate(ctx context.Context) (jsontext.Value, error) {
	return answerOf(b.client.ValidateForAgent(ctx, b.in(ctx)))
}

// Evaluate implements Backend.
func (b *httpBackend) Evaluate(ctx context.Context, question jsontext.Value) (jsontext.Value, error) {
	return answerOf(b.client.EvaluateForAgentWithBody(ctx, b.in(ctx), contentType, bytes.NewReader(question)))
}

// Simulate implements Backend.
func (b *httpBackend) Simulate(ctx context.Context, run jsontext.Value) (jsontext.Value, error) {
	return answerOf(b.client.SimulateForAgentWithBody(ctx, b.in(ctx), contentType, bytes.NewReader(run)))
}

// answerOf reads a response: the text of a success, a fault for everything else.
func answerOf(response *http.Response, err error) (jsontext.Value, error) {
	if err != nil {
		return nil, fault.New(fault.KindUnavailable, "server-unreachable", "the Heddle server can't be reached").Because(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxMessage))
	if err != nil {
		return nil, fault.New(fault.KindUnavailable, "server-unreachable", "the Heddle server broke off its answer").Because(err)
	}
	if response.StatusCode != http.StatusOK && response.StatusCode != http.StatusNoContent {
		return nil, faultOf(response.StatusCode, text)
	}
	return text, nil
}

// faultOf turns a problem document (RFC 9457) back into the fault it was made of.
func faultOf(status int, text []byte) error {
	var problem struct {
		Code     string            `json:"code"`
		Title    string            `json:"title"`
		Detail   string            `json:"detail"`
		Details  map[string]string `json:"details"`
		Problems []fault.Problem   `json:"problems"`
	}
	if err := json.Unmarshal(text, &problem); err != nil || problem.Code == "" {
		problem.Code, problem.Detail = "status-"+strconv.Itoa(status), "the server answered "+http.StatusText(status)
	}
	message := problem.Detail
	if message == "" {
		message = problem.Title
	}
	f := fault.New(kindOf(status, problem.Code), problem.Code, "%s", message).WithProblems(problem.Problems)
	for name, value := range problem.Details {
		f = f.With(name, value)
	}
	return f
}

func kindOf(status int, code string) fault.Kind {
	if code == "stale" {
		return fault.KindStale
	}
	switch status {
	case http.StatusUnauthorized:
		return fault.KindUnauthenticated
	case http.StatusForbidden:
		return fault.KindForbidden
	case http.StatusNotFound, http.StatusGone:
		return fault.KindNotFound
	case http.StatusConflict, http.StatusPreconditionFailed:
		return fault.KindConflict
	case http.StatusRequestEntityTooLarge:
		return fault.KindTooLarge
	case http.StatusLocked:
		return fault.KindLocked
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return fault.KindUnavailable
	case http.StatusInsufficientStorage:
		return fault.KindStorageFull
	}
	if status >= http.StatusInternalServerError {
		return fault.KindInternal
	}
	return fault.KindInvalid
}

func unreadable(cause error) error {
	return fault.New(fault.KindInternal, "unreadable-answer", "the server gave an answer that can't be read").Because(cause)
}
