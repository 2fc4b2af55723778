package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
)

const tokenHeader = "X-Heddle-Session-Token"

// agentOf makes a composition with a live agent session and answers its id and token.
func agentOf(t *testing.T, s *heddletest.Server) (compositionID, token string) {
	t.Helper()
	composition := s.Compose("With an agent")
	known := map[int]bool{}
	for _, agent := range s.Agents() {
		known[agent.PID] = true
	}
	s.Ask(composition.Id, "hello")
	for _, agent := range s.Agents() {
		for _, child := range heddletest.ChildrenOf(agent.PID) {
			if !known[agent.PID] && child.Variable("HEDDLE_COMPOSITION_ID") == composition.Id {
				return composition.Id, child.Variable("HEDDLE_SESSION_TOKEN")
			}
		}
	}
	t.Fatal("the agent has no MCP server")
	return "", ""
}

func TestASessionTokenOpensItsOwnAgentRoutesOnly(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		mine, token := agentOf(t, s)
		other, otherToken := agentOf(t, s)
		agentRoute := func(composition, token string) heddletest.Response {
			request := heddletest.Request{Path: "/compositions/" + composition + "/agent/composition", Header: map[string]string{}}
			if token != "" {
				request.Header[tokenHeader] = token
			}
			return s.Send(request)
		}
		for name, token := range map[string]string{"none": "", "wrong": "wrong", "another composition's": otherToken} {
			if got := agentRoute(mine, token); got.Problem(t).Code != "session-token" || got.Status != 401 {
				t.Errorf("%s: %d %s", name, got.Status, got.Body)
			}
		}
		agentRoute("00000000-0000-7000-8000-000000000000", token).Expect(t, 401, "session-token")
		if got := agentRoute(mine, token); got.Status != 200 {
			t.Errorf("the right token: %d %s", got.Status, got.Body)
		}
		for _, path := range []string{"/compositions", "/compositions/" + mine, "/me", "/instances", "/events?composition=" + other} {
			s.Send(heddletest.Request{Path: path, Header: map[string]string{tokenHeader: token}}).Expect(t, 403, "agent-route-only")
		}
	})
}

func TestAnAgentChangesNothingOutsideOfATurn(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition, token := agentOf(t, s)
		s.Send(heddletest.Request{
			Path: "/compositions/" + composition + "/agent/workflow/changesets", Header: map[string]string{tokenHeader: token},
			Body: strings.NewReader(`{"id": "c", "baseRevision": "x", "author": "agent:x", "summary": "", "ops": []}`),
		}).Expect(t, 409, "no-turn")
	})
}

func TestAChangeSetOfAnAgentIsRefusedByName(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition := s.Compose("Refunds")
		turn, release := heldTurn(t, s, composition.Id)
		_, mcp := s.Agent()
		token := mcp.Variable("HEDDLE_SESSION_TOKEN")
		current := s.Workflow(composition.Id).ContentRevision
		for name, c := range map[string]struct{ base, op, code, names string }{
			"an unknown op":       {current, `{"op": "renameEdge", "id": "e"}`, "malformed", `"renameEdge"`},
			"an unknown op field": {current, `{"op": "removeNode", "id": "n", "cascade": true}`, "malformed", `"cascade"`},
			"a missing target":    {current, `{"op": "removeNode", "id": "nowhere"}`, "target-missing", `"nowhere"`},
			"the stale base":      {"sha256:00", `{"op": "removeNode", "id": "n"}`, "stale", current},
			"whatever is there":   {"@current", `{"op": "metadata", "patch": {"name": "N"}}`, "stale", "@current"},
		} {
			got := s.Send(heddletest.Request{
				Path: "/compositions/" + composition.Id + "/agent/workflow/changesets", Header: map[string]string{tokenHeader: token},
				Body: strings.NewReader(`{"id": "c", "baseRevision": "` + c.base + `", "author": "user", "summary": "S", "ops": [` + c.op + `]}`),
			})
			var result struct {
				Applied bool
				Error   struct{ Code, Reason string }
			}
			if err := json.Unmarshal(got.Body, &result); err != nil || result.Applied || result.Error.Code != c.code || !strings.Contains(result.Error.Reason, c.names) {
				t.Errorf("%s: %d %s", name, got.Status, got.Body)
			}
		}
		release()
		s.TurnEnded(turn)
	})
}

func TestRequestsOfOtherWebsitesAreRefused(t *testing.T) {
	t.Parallel()
	s := heddletest.Start(t, heddletest.SQLite)
	post := func(host string, header map[string]string) heddletest.Response {
		return s.Send(heddletest.Request{Path: "/compositions", Body: strings.NewReader(`{"name": "Theirs"}`), Host: host, Header: header})
	}
	post("evil.example", nil).Expect(t, 403, "foreign-host")
	post("127.0.0.1.evil.example", nil).Expect(t, 403, "foreign-host")
	post("", map[string]string{"Origin": "https://evil.example"}).Expect(t, 403, "foreign-origin")
	post("", map[string]string{"Origin": "null"}).Expect(t, 403, "foreign-origin")
	post("", map[string]string{"Origin": strings.Replace(s.URL, "http:", "https:", 1) + "1"}).Expect(t, 403, "foreign-origin")
	post("", map[string]string{"Sec-Fetch-Site": "cross-site"}).Expect(t, 403, "foreign-origin")
	post("", map[string]string{"Sec-Fetch-Site": "same-site"}).Expect(t, 403, "foreign-origin")
	if listed := s.Send(heddletest.Request{Path: "/compositions"}); strings.Contains(string(listed.Body), "Theirs") {
		t.Errorf("a website made a composition: %s", listed.Body)
	}
	for name, header := range map[string]map[string]string{
		"the own page": {"Origin": s.URL, "Sec-Fetch-Site": "same-origin"}, "an address that was typed": {"Sec-Fetch-Site": "none"},
	} {
		if got := post("", header); got.Status != http.StatusCreated {
			t.Errorf("%s was answered with %d %s", name, got.Status, got.Body)
		}
	}
}

func idOf(t *testing.T, r heddletest.Response) string {
	t.Helper()
	var made struct{ ID string }
	if err := json.Unmarshal(r.Body, &made); err != nil || made.ID == "" {
		t.Fatalf("nothing was made: %d %s", r.Status, r.Body)
	}
	return made.ID
}
