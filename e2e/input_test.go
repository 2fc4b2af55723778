package e2e_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
)

func TestABodyThatCanNotBeKeptAsItIsIsRefused(t *testing.T) {
	t.Parallel()
	s := heddletest.Start(t, heddletest.SQLite)
	item := s.Workflow(s.Compose("Bad bodies").Id)
	path := "/compositions/" + item.CompositionId + "/items/" + item.Id
	save := func(content string) string {
		return fmt.Sprintf(`{"baseRevision": %q, "content": {"id": "w", "name": "W", "nodes": [], "edges": [], "x": %s}}`, item.ContentRevision, content)
	}
	for name, c := range map[string]struct{ body, code, tells string }{
		"duplicate keys":        {save(`{"a": 1, "a": 2}`), "duplicate-key", `"a"`},
		"duplicate escaped":     {save(`{"a": 1, "\u0061": 2}`), "duplicate-key", `"a"`},
		"duplicate members":     {`{"baseRevision": "a", "content": {}, "content": {}}`, "duplicate-key", `"content"`},
		"invalid UTF-8":         {save("\"\xff\""), "invalid-utf8", "UTF-8"},
		"a lone surrogate":      {save(`"\ud83d"`), "lone-surrogate", "surrogate"},
		"a number out of range": {save(`1e400`), "number-out-of-range", "1e400"},
		"an inexact integer":    {save(`9007199254740993`), "number-not-exact", "9007199254740993"},
		"no end":                {save(`"`), "invalid-json", "line 1"},
		"two values":            {`{} {}`, "invalid-json", "line 1"},
		"too deep":              {save(strings.Repeat("[", 20000) + strings.Repeat("]", 20000)), "nesting-too-deep", "deep"},
	} {
		detail := s.Send(heddletest.Request{Method: http.MethodPut, Path: path, Body: strings.NewReader(c.body)}).Expect(t, 400, c.code)
		if !strings.Contains(detail, c.tells) {
			t.Errorf("%s: it says %q, without %q", name, detail, c.tells)
		}
	}
	if now := s.Workflow(item.CompositionId); now.ContentRevision != item.ContentRevision {
		t.Errorf("the draft changed to %s", now.Content)
	}
}

func TestABodyBeyondTheLimitIsRefused(t *testing.T) {
	t.Parallel()
	s := heddletest.Start(t, heddletest.SQLite)
	const size = 50 << 20
	known := strings.NewReader(strings.Repeat(" ", size))
	chunked := io.LimitReader(strings.NewReader(strings.Repeat(" ", size)), size) // no length that the client could send
	for name, body := range map[string]io.Reader{"with its length told": known, "without": chunked} {
		refused := s.Send(heddletest.Request{Path: "/compositions", Body: body})
		if detail := refused.Expect(t, 413, "body-too-large"); !strings.Contains(detail, "--max-body") {
			t.Errorf("%s: it says %q", name, detail)
		}
	}
	s.Compose("Still here")
}

func TestTheLimitOfABodyIsASetting(t *testing.T) {
	t.Parallel()
	s := heddletest.Start(t, heddletest.SQLite, heddletest.Flags("--max-body=100"))
	s.Compose("short")
	s.Send(heddletest.Request{Path: "/compositions", Body: strings.NewReader(`{"name": "` + strings.Repeat("n", 100) + `"}`)}).
		Expect(t, 413, "body-too-large")
}

func TestWhatTheContractDoesNotKnowIsRefusedByName(t *testing.T) {
	t.Parallel()
	s := heddletest.Start(t, heddletest.SQLite)
	item := s.Workflow(s.Compose("Unknown things").Id)
	composition := "/compositions/" + item.CompositionId
	for name, c := range map[string]struct{ method, path, body, names string }{
		"an unknown field":        {"POST", "/compositions", `{"name": "N", "gaol": "x"}`, "gaol"},
		"a field is suggested":    {"POST", "/compositions", `{"name": "N", "gaol": "x"}`, `"goal"`},
		"a wrong type":            {"POST", "/compositions", `{"name": 7}`, "name"},
		"a missing field":         {"POST", "/compositions", `{}`, "name"},
		"an unknown value":        {"POST", composition + "/changeset-resolution", `{"turnId": "t", "outcome": "taken"}`, "outcome"},
		"a wrong item type":       {"POST", composition + "/items", `{"type": "workflow", "name": "second"}`, "type"},
		"a query out of range":    {"GET", "/compositions?limit=1000", "", "limit"},
		"a query of a wrong type": {"GET", "/compositions?limit=many", "", "limit"},
		"an unknown status":       {"GET", "/instances?status=sleeping", "", "status"},
	} {
		request := heddletest.Request{Method: c.method, Path: c.path}
		if c.body != "" {
			request.Body = strings.NewReader(c.body)
		}
		if detail := s.Send(request).Expect(t, 400, "request-invalid"); !strings.Contains(detail, c.names) {
			t.Errorf("%s: it says %q, without %q", name, detail, c.names)
		}
	}
	s.Send(heddletest.Request{Path: "/compositions?cursor=%21%21"}).Expect(t, 422, "invalid-cursor")
	s.Send(heddletest.Request{Path: "/compositions/42"}).Expect(t, 404, "not-found")
	s.Send(heddletest.Request{Path: "/nowhere"}).Expect(t, 404, "no-such-route")
	s.Send(heddletest.Request{Method: "DELETE", Path: "/compositions"}).Expect(t, 405, "method-not-allowed")
	s.Send(heddletest.Request{Path: "/compositions", Body: strings.NewReader(`name=N`), Header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}}).
		Expect(t, 415, "unsupported-media-type")
}

func TestAnExpressionThatCostsTooMuchFailsTheInstanceOnly(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		const costly = "lists.range(5000).map(x, lists.range(5000).map(y, x * y)).size() > 0"
		requireTooCostly(t, s, strings.Replace(linear(costly), `"Linear"`, `"Squares"`, 1))
		doubling := "'x'" // without a limit this text would be 2⁶⁰ letters long
		for range 60 {
			doubling = "[" + doubling + "].map(t, t + t)[0]"
		}
		requireTooCostly(t, s, strings.Replace(linear(doubling+" == ''"), `"Linear"`, `"Doubling"`, 1))
		workflow := publish(t, s, "", linear("true"))
		s.Becomes(s.Begin(workflow.Id, `{"n": 1}`).Id, "waiting")
	})
}

func requireTooCostly(t *testing.T, s *heddletest.Server, document string) {
	t.Helper()
	failed := s.Becomes(s.Begin(publish(t, s, "", document).Id, `{"n": 1}`).Id, "failed")
	if failed.Failure.Code != "EXPRESSION_ERROR" || *failed.Failure.EdgeId != "checked" || !strings.Contains(failed.Failure.Message, "more work") {
		t.Errorf("the failure is %+v", *failed.Failure)
	}
}

func TestARepeatedIdempotencyKeyMakesOneThing(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		workflow := publish(t, s, "", linear("true"))
		start := func(body string) heddletest.Response {
			return s.Send(heddletest.Request{
				Path: "/workflows/" + workflow.Id + "/instances", Body: strings.NewReader(body), Header: map[string]string{"Idempotency-Key": "k-1"},
			})
		}
		first, second := start(`{"context": {"n": 1}}`), start(`{"context": {"n": 1}}`)
		if first.Status != 201 || second.Status != 201 || !bytes.Equal(first.Body, second.Body) {
			t.Errorf("the same call was answered with\n%s and\n%s", first.Body, second.Body)
		}
		start(`{"context": {"n": 2}}`).Expect(t, 409, "idempotency-key-reused")
		listed := s.Send(heddletest.Request{Path: "/instances"})
		if n := bytes.Count(listed.Body, []byte(`"workflowId"`)); n != 1 {
			t.Errorf("there are %d instances, want one", n)
		}
		composition := s.Compose("Twice")
		say := func(text string) heddletest.Response {
			return s.Send(heddletest.Request{
				Path: "/compositions/" + composition.Id + "/messages", Body: strings.NewReader(`{"message": "` + text + `"}`),
				Header: map[string]string{"Idempotency-Key": "k-1"}, // another operation, so another key
			})
		}
		if first, second := say("hello"), say("hello"); first.Status != 202 || idOf(t, first) != idOf(t, second) {
			t.Errorf("the same message was answered with\n%s and\n%s", first.Body, second.Body)
		}
		say("good bye").Expect(t, 409, "idempotency-key-reused")
	})
}
