package http_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/openapi/api"
	"heddle.dev/heddle/ports"
)

func TestOtherWebsitesAreRefused(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	for name, c := range map[string]struct {
		host, origin, site string
		code               string // empty where it is let in
	}{
		"a local program":              {"127.0.0.1:7400", "", "", ""},
		"without a port":               {"127.0.0.1", "", "", ""},
		"localhost":                    {"localhost:7400", "", "", ""},
		"IPv6":                         {"[::1]:7400", "", "", ""},
		"another loopback address":     {"127.9.9.9:7400", "", "", ""},
		"its own page":                 {"127.0.0.1:7400", "http://127.0.0.1:7400", "same-origin", ""},
		"typed into the address bar":   {"127.0.0.1:7400", "", "none", ""},
		"a name that resolves here":    {"evil.example:7400", "", "", "foreign-host"},
		"a name that looks local":      {"localhost.evil.example", "", "", "foreign-host"},
		"a name that begins like one":  {"127.0.0.1.evil.example", "", "", "foreign-host"},
		"another machine's address":    {"192.168.0.7:7400", "", "", "foreign-host"},
		"the unspecified address":      {"0.0.0.0:7400", "", "", "foreign-host"},
		"no host":                      {"", "", "", "foreign-host"},
		"another website":              {"127.0.0.1:7400", "https://evil.example", "cross-site", "foreign-origin"},
		"another website, old browser": {"127.0.0.1:7400", "https://evil.example", "", "foreign-origin"},
		"a sandboxed page":             {"127.0.0.1:7400", "null", "", "foreign-origin"},
		"another port's page":          {"127.0.0.1:7400", "http://127.0.0.1:8000", "same-site", "foreign-origin"},
		"an image on another website":  {"127.0.0.1:7400", "", "cross-site", "foreign-origin"},
		"another port's image":         {"127.0.0.1:7400", "", "same-site", "foreign-origin"},
		"an origin that is no URL":     {"127.0.0.1:7400", "http://[", "", "foreign-origin"},
	} {
		for _, path := range []string{base + "/me", "/healthz", base + "/nothing"} {
			r := request("GET", path, "")
			r.Host = c.host
			for header, value := range map[string]string{"Origin": c.origin, "Sec-Fetch-Site": c.site} {
				if value != "" {
					r.Header.Set(header, value)
				}
			}
			a := b.send(r)
			if refused := a.Code == http.StatusForbidden && a.problem.Code == c.code; refused != (c.code != "") {
				t.Errorf("%s at %s: %d %s", name, path, a.Code, a.Body)
			}
			if a.Header().Get("X-Content-Type-Options") != "nosniff" || a.Header().Get("Content-Security-Policy") == "" {
				t.Errorf("%s at %s: headers %v", name, path, a.Header())
			}
		}
	}
}

func TestABodyThatIsTooLargeIsRefused(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	large := `{"name":"` + strings.Repeat("x", maxBody) + `"}`
	told := request("POST", base+"/compositions", large)
	b.refuse(http.StatusRequestEntityTooLarge, "body-too-large", told)
	untold := request("POST", base+"/compositions", large)
	untold.ContentLength = -1
	b.refuse(http.StatusRequestEntityTooLarge, "body-too-large", untold)
	lying := request("POST", base+"/compositions", large)
	lying.ContentLength = 10
	b.refuse(http.StatusRequestEntityTooLarge, "body-too-large", lying)
	var list api.CompositionList
	if b.call(http.StatusOK, "GET", "/compositions", "", &list); len(list.Items) != 0 {
		t.Errorf("something was made: %+v", list)
	}
}

// Such a client is Python's http.client: it writes the whole body before it reads the answer.
func TestAClientThatSendsAllBeforeItReadsSeesThatItsBodyIsTooLarge(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	server := httptest.NewServer(b.handler)
	t.Cleanup(server.Close)
	body := strings.Repeat("x", 16<<20) // more than sockets buffer
	for framing, sent := range map[string]string{
		"Content-Length: " + strconv.Itoa(len(body)): body,
		"Transfer-Encoding: chunked":                 fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(body), body),
	} {
		connection, err := new(net.Dialer).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		head := "POST " + base + "/compositions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n" + framing + "\r\n\r\n"
		if _, err := io.WriteString(connection, head+sent); err != nil {
			t.Errorf("%s: the body could not be sent: %v", framing, err)
		}
		answer, err := io.ReadAll(connection)
		if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 413 ") || !strings.Contains(string(answer), "body-too-large") {
			t.Errorf("%s: %q, %v", framing, answer, err)
		}
		_ = connection.Close()
	}
}

func TestABodyIsJSONThatCanBeKept(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	for body, code := range map[string]string{
		`{"name":"a","name":"b"}`: "duplicate-key", "{\"name\":\"\xff\"}": "invalid-utf8", `{"name":"\ud800"}`: "lone-surrogate", `{"name":`: "invalid-json",
		`{"name":"a"} x`: "invalid-json", `{"name":1e999}`: "number-out-of-range", strings.Repeat("[", 20_000): "nesting-too-deep", "\x00": "invalid-json",
	} {
		a := b.send(request("POST", base+"/compositions", body))
		if a.Code != http.StatusBadRequest || a.problem.Code != code {
			t.Errorf("%.40q: %d %s, want 400 %s", body, a.Code, a.Body, code)
		}
	}
	for _, media := range []string{"text/plain", "application/x-www-form-urlencoded", "", "application/json; charset"} {
		r := request("POST", base+"/compositions", `{"name":"a"}`)
		r.Header.Set("Content-Type", media)
		b.refuse(http.StatusUnsupportedMediaType, "unsupported-media-type", r)
	}
}

func TestWhatTheContractDoesNotKnowIsNamedWithTheNearestItKnows(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	c := b.Compose("", "")
	for _, row := range []struct{ method, path, body, field, says string }{
		{"POST", "/compositions", `{"name":"a","gaol":"b"}`, "", `"goal"`},
		{"POST", "/compositions", `{"NAME":"a"}`, "", `"name"`},
		{"POST", "/compositions", `{"name":1}`, "name", "string"},
		{"POST", "/compositions", `{"name":""}`, "name", ""},
		{"POST", "/compositions", ``, "", ""},
		{"POST", "/compositions", `[]`, "", "object"},
		{"PATCH", "/compositions/" + c.ID, `{"applyMode":"lively"}`, "applyMode", "live"},
		{"POST", "/compositions/" + c.ID + "/items", `{"type":"workflow","name":"x"}`, "type", "action-type"},
		{"GET", "/compositions?limit=0", ``, "limit", ""},
		{"GET", "/compositions?limt=2", ``, "limt", "limit"},
		{"GET", "/compositions?limit=2&limit=3", ``, "limit", "more than once"},
		{"GET", "/compositions?limit=many", ``, "limit", ""},
		{"GET", "/compositions?limit=201", ``, "limit", ""},
		{"GET", "/instances?status=lost", ``, "status", "waiting"},
		{"POST", "/stream-events", `{"type":"a.b","time":"yesterday"}`, "time", "no date-time, such as 2026-"},
		{"GET", "/instances/" + anID + "/history?after=-1", ``, "after", ""},
		{"POST", "/instances/" + anID + "/tasks/0/complete", `{"output":{}}`, "activationId", ""},
	} {
		a := b.refuse(http.StatusBadRequest, "request-invalid", request(row.method, base+row.path, row.body))
		if a.problem.Problems == nil || len(*a.problem.Problems) == 0 {
			t.Errorf("%s %s %s: no problems: %s", row.method, row.path, row.body, a.Body)
			continue
		}
		first := (*a.problem.Problems)[0]
		if row.field != "" && (first.Field == nil || *first.Field != row.field) || !strings.Contains(first.Message, row.says) {
			t.Errorf("%s %s %s: %s, want %q about %q", row.method, row.path, row.body, a.Body, row.says, row.field)
		}
	}
}

func TestCursorsThatNoListGaveAreRefused(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		for _, list := range []string{"/compositions", "/instances", "/workflows", "/tools", "/action-types"} {
			for _, cursor := range []string{"%25", "AA", "_w", "!!", "bm9uc2Vuc2U", strings.Repeat("A", 201)} { // NUL, a byte that is no UTF-8, "nonsense"
				if a := b.send(request("GET", base+list+"?cursor="+cursor, "")); a.Code >= http.StatusInternalServerError {
					b.Errorf("%s with cursor %q: %d %s", list, cursor, a.Code, a.Body)
				}
			}
		}
	})
}

func TestListsAreWalkedByTheirCursors(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		made := map[string]bool{}
		for range 5 {
			made[b.Compose("", "").ID] = true
		}
		cursor, pages := "", 0
		for {
			var list api.CompositionList
			b.call(http.StatusOK, "GET", "/compositions?limit=2&cursor="+cursor, "", &list)
			for _, c := range list.Items {
				if !made[c.Id] {
					b.Errorf("%s was listed twice or not made", c.Id)
				}
				delete(made, c.Id)
			}
			if pages++; list.NextCursor == nil {
				break
			}
			cursor = *list.NextCursor
		}
		if len(made) != 0 || pages != 3 {
			b.Errorf("%d are missing after %d pages", len(made), pages)
		}
	})
}

// readiness is a store whose readiness a test sets.
type readiness struct {
	ports.Store
	ready func() error
}

func (r readiness) Ready(context.Context) error { return r.ready() }

func TestEachKindOfFaultHasItsStatus(t *testing.T) {
	t.Parallel()
	store := apptest.SQLite(t)
	b := setup(t, store)
	var answer error
	b.handler = handler(b.Heddle, readiness{store, func() error { return answer }}, nil)
	for kind, status := range map[fault.Kind]int{
		fault.KindInvalid: 422, fault.KindNotFound: 404, fault.KindConflict: 409, fault.KindStale: 409, fault.KindLocked: 423, fault.KindForbidden: 403,
		fault.KindUnauthenticated: 401, fault.KindTooLarge: 413, fault.KindUnavailable: 503, fault.KindStorageFull: 507,
	} {
		answer = fault.New(kind, "the-code", "the message").With("fact", "1").WithProblems([]fault.Problem{{Severity: "error", Code: "P", Message: "p", NodeID: "n"}}).
			Because(errors.New("a secret"))
		a := b.refuse(status, "the-code", request("GET", "/readyz", ""))
		p := a.problem
		if *p.Detail != "the message" || p.Title != http.StatusText(status) || p.Type != "about:blank" || *p.Instance != "/readyz" || (*p.Details)["fact"] != "1" ||
			len(*p.Problems) != 1 || *(*p.Problems)[0].NodeId != "n" || strings.Contains(a.Body.String(), "secret") {
			t.Errorf("%s: %s", kind, a.Body)
		}
		if retry := a.Header().Get("Retry-After"); (retry != "") != (kind == fault.KindUnavailable) {
			t.Errorf("%s: Retry-After %q", kind, retry)
		}
	}
	for name, defect := range map[string]error{"an error": errors.New("a secret"), "an internal fault": fault.New(fault.KindInternal, "x", "a secret")} {
		answer = defect
		if a := b.refuse(http.StatusInternalServerError, "internal", request("GET", "/readyz", "")); strings.Contains(a.Body.String(), "secret") {
			t.Errorf("%s: %s", name, a.Body)
		}
	}
}

func TestAPanicIsAnAnswer(t *testing.T) {
	t.Parallel()
	store := apptest.SQLite(t)
	b := setup(t, store)
	b.handler = handler(b.Heddle, readiness{store, func() error { panic("a secret") }}, nil)
	if a := b.refuse(http.StatusInternalServerError, "internal", request("GET", "/readyz", "")); strings.Contains(a.Body.String(), "secret") {
		t.Errorf("%s", a.Body)
	}
	b.call(http.StatusOK, "GET", "/me", "", nil)
}

func TestAClientThatWentAwayIsNoFailure(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		for _, path := range []string{"/compositions", "/instances"} {
			recorder := httptest.NewRecorder()
			b.handler.ServeHTTP(recorder, request("GET", base+path, "").WithContext(ctx))
			if recorder.Code != 499 {
				b.Errorf("%s: %d %s", path, recorder.Code, recorder.Body)
			}
		}
	})
}

func TestTimesAreInUTCWithMilliseconds(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	c := b.Compose("", "")
	var raw map[string]any
	a := b.call(http.StatusOK, "GET", "/compositions/"+c.ID, "", nil)
	if err := json.Unmarshal(a.Body.Bytes(), &raw); err != nil {
		t.Fatal(err)
	}
	if at, _ := raw["createdAt"].(string); !strings.HasSuffix(at, "Z") || len(at) > len("2026-03-04T12:00:00.123Z") {
		t.Errorf("createdAt is %q", at)
	}
}
