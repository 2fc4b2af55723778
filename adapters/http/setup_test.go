package http_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"
	"github.com/go-json-experiment/json"

	httpadapter "heddle.dev/heddle/adapters/http"
	"heddle.dev/heddle/adapters/mcp"
	"heddle.dev/heddle/adapters/system"
	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/metering"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/openapi"
	"heddle.dev/heddle/openapi/api"
	"heddle.dev/heddle/ports"
)

const (
	base    = "/api/v1"
	maxBody = 64 << 10
	token   = "X-Heddle-Session-Token"
	anID    = "0198c0de-0000-7000-8000-00000000abcd"
)

// bench is a handler over a store, with the use cases beside it.
type bench struct {
	*apptest.Heddle
	handler  http.Handler
	contract *openapi3.T
	router   routers.Router
	stopping chan struct{}
}

func setup(t testing.TB, store apptest.Store) *bench {
	t.Helper()
	h := apptest.New(t, store, nil)
	b := &bench{Heddle: h, stopping: make(chan struct{}), contract: contract(t)}
	b.handler = handler(h, store, b.stopping)
	var err error
	if b.router, err = legacy.NewRouter(b.contract); err != nil {
		t.Fatal(err)
	}
	return b
}

func handler(h *apptest.Heddle, store ports.Store, stopping <-chan struct{}) http.Handler {
	h.Helper()
	made, err := httpadapter.NewHandler(httpadapter.Config{
		MaxBody:   maxBody,
		KeepAlive: 50 * time.Millisecond,
		MCP: func(api http.Handler) (http.Handler, error) {
			return mcp.NewHandler(mcp.HandlerConfig{MaxBody: maxBody}, api)
		},
	}, httpadapter.Services{
		Accounts: h.Accounts, Composing: h.Composing, Running: h.Running, Cataloguing: h.Cataloguing, Watching: h.Watching, Examining: h.Examining,
		Receiving: h.Receiving, Packing: h.Packing, Trying: h.Trying, Safekeeping: h.Secrets, Providing: h.Providing,
		Engines: h.Engines, Metering: metering.New(store, system.Clock{}), Assisting: h.Assisting,
	}, store, stopping, apptest.Log(h))
	if err != nil {
		h.Fatal(err)
	}
	return made
}

func contract(t testing.TB) *openapi3.T {
	t.Helper()
	spec, err := openapi3.NewLoader().LoadFromData(openapi.Contract)
	if err != nil {
		t.Fatal(err)
	}
	spec.Servers = openapi3.Servers{{URL: base}}
	return spec
}

// onStores runs a test on both kinds of store, in real time.
func onStores(t *testing.T, test func(b *bench)) {
	t.Helper()
	for name, open := range map[string]func(t testing.TB) apptest.Store{
		"sqlite": apptest.SQLite, "postgres": func(t testing.TB) apptest.Store { return apptest.Replica(t, apptest.Database(t)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(setup(t, open(t)))
		})
	}
}

// request makes a request as a local program does.
func request(method, path, body string) *http.Request {
	r := httptest.NewRequestWithContext(context.Background(), method, path, strings.NewReader(body))
	r.Host = "127.0.0.1:7400"
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// answer is what came back.
type answer struct {
	*httptest.ResponseRecorder
	problem api.Problem // where the status says so
}

// send has a request answered, and holds the answer against the contract.
func (b *bench) send(r *http.Request) answer {
	b.Helper()
	recorder := httptest.NewRecorder()
	b.handler.ServeHTTP(recorder, r)
	a := answer{ResponseRecorder: recorder}
	if recorder.Code >= http.StatusBadRequest {
		if got := recorder.Header().Get("Content-Type"); got != "application/problem+json" {
			b.Errorf("%s %s: %d as %q", r.Method, r.URL, recorder.Code, got)
		}
		if err := json.Unmarshal(recorder.Body.Bytes(), &a.problem); err != nil || a.problem.Status != recorder.Code || a.problem.Code == "" {
			b.Errorf("%s %s: no problem document: %s, %v", r.Method, r.URL, recorder.Body, err)
		}
	}
	b.checkAnswer(r, recorder)
	return a
}

// What is no JSON is one text to the checker of the contract.
func TestMain(m *testing.M) {
	openapi3filter.RegisterBodyDecoder("application/jsonl", openapi3filter.FileBodyDecoder)
	os.Exit(m.Run())
}

func (b *bench) checkAnswer(r *http.Request, recorder *httptest.ResponseRecorder) {
	b.Helper()
	route, params, err := b.router.FindRoute(r)
	if err != nil {
		return
	}
	err = openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route},
		Status:                 recorder.Code, Header: recorder.Header(), Body: io.NopCloser(bytes.NewReader(recorder.Body.Bytes())),
	})
	if err != nil {
		b.Errorf("%s %s: the answer is not as the contract says: %v\n%s", r.Method, r.URL, err, recorder.Body)
	}
}

// call makes a call that has to come out with the status; into takes the answer's body where it is not nil.
func (b *bench) call(want int, method, path, body string, into any) answer {
	b.Helper()
	return b.decode(want, request(method, base+path, body), into)
}

// decode makes a request that has to come out with the status; into takes the answer's body where it is not nil.
func (b *bench) decode(want int, r *http.Request, into any) answer {
	b.Helper()
	a := b.send(r)
	if a.Code != want {
		b.Fatalf("%s %s: %d, want %d: %s", r.Method, r.URL, a.Code, want, a.Body)
	}
	if into != nil {
		if err := json.Unmarshal(a.Body.Bytes(), into); err != nil {
			b.Fatal(err)
		}
	}
	return a
}

// refuse makes a call that has to be refused with the status and code.
func (b *bench) refuse(status int, code string, r *http.Request) answer {
	b.Helper()
	a := b.send(r)
	if a.Code != status || a.problem.Code != code {
		b.Errorf("%s %s: %d %s, want %d %s: %s", r.Method, r.URL, a.Code, a.problem.Code, status, code, a.Body)
	}
	return a
}

func (b *bench) byID(id string) composition.Composition {
	b.Helper()
	return b.Reload(composition.Composition{ID: id})
}

func (b *bench) turnByID(compositionID, id string) composition.Turn {
	b.Helper()
	turn, err := b.Composing.GetTurn(context.Background(), b.Owner, compositionID, id)
	if err != nil {
		b.Fatal(err)
	}
	return turn
}
