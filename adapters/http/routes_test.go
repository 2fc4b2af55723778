package http_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/labstack/echo/v4"

	"heddle.dev/heddle/app/apptest"
)

// beside are the routes that the contract does not name: those that serve no one's data, and MCP, which has its own.
var beside = []string{
	"GET /healthz", "GET /readyz", "GET " + base + "/openapi.json",
	"GET " + mcpRoute, "POST " + mcpRoute, "DELETE " + mcpRoute,
}

const mcpRoute = "/mcp/compositions/{compositionId}"

// operation is one operation of the contract with an address that fits it.
type operation struct {
	id, method, path string // with the base and "{name}" for parameters
	agent            bool   // needs a session's token
	hasBody          bool
}

func (o operation) String() string { return o.method + " " + o.path }

// operations lists the contract, in order.
func operations(spec *openapi3.T) (all []operation) {
	for path, item := range spec.Paths.Map() {
		for method, o := range item.Operations() {
			agent := o.Security != nil && len(*o.Security) == 1 && (*o.Security)[0]["agentSession"] != nil
			all = append(all, operation{o.OperationID, method, base + path, agent, o.RequestBody != nil})
		}
	}
	slices.SortFunc(all, func(a, b operation) int { return strings.Compare(a.String(), b.String()) })
	return all
}

// address fills the parameters of the path.
func (o operation) address(value func(name string) string) string {
	parts := strings.Split(o.path, "/")
	for i, part := range parts {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			parts[i] = value(strings.TrimSuffix(name, "}"))
		}
	}
	return strings.Join(parts, "/")
}

// anything fits every parameter, and names nothing that exists.
func anything(name string) string {
	switch name {
	case "number", "activationId":
		return "1"
	case "itemType", "kind":
		return "tool"
	default:
		return anID
	}
}

func TestTheRoutesAreThoseOfTheContract(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	want := slices.Clone(beside)
	for _, o := range operations(b.contract) {
		want = append(want, o.String())
	}
	var got []string
	for _, route := range b.handler.(*echo.Echo).Routes() {
		parts := strings.Split(route.Path, "/")
		for i, part := range parts {
			if name, ok := strings.CutPrefix(part, ":"); ok {
				parts[i] = "{" + name + "}"
			}
		}
		got = append(got, route.Method+" "+strings.Join(parts, "/"))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("routes:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestAgentRoutesOpenWithTheirCompositionsTokenOnly(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	one, two := b.Compose("", ""), b.Compose("", "")
	tokens := map[string]string{"no": "", "a wrong": "nonsense", "another composition's": b.SessionToken(two, b.Say(two, "hello"))}
	right := b.SessionToken(one, b.Say(one, "hello"))
	own := b.Session("configuration-assistant", "")
	rights := map[string]string{"compositionId": right, "sessionId": b.AssistantToken(b.Ask(own, "hello"))}
	for _, o := range operations(b.contract) {
		if !o.agent {
			continue
		}
		address := o.address(func(name string) string {
			switch name {
			case "compositionId":
				return one.ID
			case "sessionId":
				return own.ID
			default:
				return anything(name)
			}
		})
		for name, given := range tokens {
			r := request(o.method, address, "")
			r.Header.Set(token, given)
			if a := b.send(r); a.Code != http.StatusUnauthorized || a.problem.Code != "session-token" {
				t.Errorf("%s with %s token: %d %s", o, name, a.Code, a.Body)
			}
		}
		r := request(o.method, address, "")
		r.Header.Set(token, rights["compositionId"])
		if strings.Contains(o.path, "{sessionId}") {
			r.Header.Set(token, rights["sessionId"])
		}
		if a := b.send(r); a.Code == http.StatusUnauthorized || a.Code >= http.StatusInternalServerError {
			t.Errorf("%s with its token: %d %s", o, a.Code, a.Body)
		}
	}
}

func TestASessionsTokenOpensNothingElse(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	c := b.Compose("", "")
	given := b.SessionToken(c, b.Say(c, "hello"))
	for _, o := range operations(b.contract) {
		if o.agent {
			continue
		}
		for name, value := range map[string]string{"a right token": given, "a wrong token": "nonsense"} {
			r := request(o.method, o.address(anything), "")
			r.Header.Set(token, value)
			if a := b.send(r); a.Code != http.StatusForbidden || a.problem.Code != "agent-route-only" {
				t.Errorf("%s with %s: %d %s", o, name, a.Code, a.Body)
			}
		}
	}
}

func TestEveryAddressThatNamesNothingIsNotFound(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	for _, o := range operations(b.contract) {
		if o.agent || o.hasBody || !strings.Contains(o.path, "{") {
			continue
		}
		if a := b.send(request(o.method, o.address(anything), "")); a.Code != http.StatusNotFound || a.problem.Code != "not-found" {
			t.Errorf("%s: %d %s", o, a.Code, a.Body)
		}
	}
	b.refuse(http.StatusNotFound, "no-such-route", request("GET", "/nothing", ""))
	b.refuse(http.StatusNotFound, "no-such-route", request("GET", base+"/nothing", ""))
	b.refuse(http.StatusMethodNotAllowed, "method-not-allowed", request("DELETE", base+"/compositions", ""))
	b.refuse(http.StatusMethodNotAllowed, "method-not-allowed", request("PATCH", base+"/me", ""))
}

func TestIDsThatAreNoIDsAreRefusedByTheContract(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	for _, id := range []string{"x", "%00", "%FF", "a%2Fb", "..", "0198c0de-0000-7000-8000-00000000abcd%20"} {
		a := b.send(request("GET", base+"/compositions/"+id, ""))
		if a.Code < 400 || a.Code >= 500 {
			t.Errorf("%s: %d %s", id, a.Code, a.Body)
		}
	}
}

func TestTheContractIsServed(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	a := b.send(request("GET", base+"/openapi.json", ""))
	spec, err := openapi3.NewLoader().LoadFromData(a.Body.Bytes())
	if err != nil || len(spec.Paths.Map()) != len(b.contract.Paths.Map()) {
		t.Errorf("%d: %v", a.Code, err)
	}
}
