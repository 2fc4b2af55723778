package e2e_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
	"heddle.dev/heddle/e2e/modeltest"
)

const setUp = "Please set up a tool that counts words."

// requireDrafts requires the drafts that the playbook writes.
func requireDrafts(t *testing.T, s *heddletest.Server, sessionID, state string) {
	t.Helper()
	want := []string{"action-types/check-text-length.json " + state, "tools/count-words.json " + state}
	if got := s.ConfigItems(sessionID); !slices.Equal(got, want) {
		t.Errorf("the drafts are %v, want %v", got, want)
	}
}

// requireApplied applies the drafts and requires that the catalog has them.
func requireApplied(t *testing.T, s *heddletest.Server, sessionID string) {
	t.Helper()
	if applied := s.Send(heddletest.Request{Path: "/sessions/" + sessionID + "/config-items/apply", Body: strings.NewReader(`{}`)}); applied.Status != http.StatusOK {
		t.Fatalf("%d %s", applied.Status, applied.Body)
	}
	requireDrafts(t, s, sessionID, "same")
	for path, name := range map[string]string{"/tools": `"count-words"`, "/action-types": `"check-text-length"`} {
		if listed := s.Send(heddletest.Request{Path: path}); !strings.Contains(string(listed.Body), name) {
			t.Errorf("%s has no %s: %s", path, name, listed.Body)
		}
	}
}

// toldByTools are the results of the tools that an agent called, together.
func toldByTools(s *heddletest.Server, sessionID string) string {
	var told strings.Builder
	for _, entry := range s.Conversation(sessionID) {
		if entry.Kind == "tool-finished" {
			told.Write(entry.Data)
		}
	}
	return told.String()
}

func TestAPersonAppliesWhatTheConfigurationAssistantDrafts(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		session := s.Session("configuration-assistant")
		listening := s.Listen("session="+session.Id, "")
		s.Chat(session.Id, setUp)
		listening.Await("session-turn", `"outcome":"completed"`)
		listening.Await("session-item-changed", `"path":"tools/count-words.json"`)
		requireDrafts(t, s, session.Id, "new")
		if told := toldByTools(s, session.Id); !strings.Contains(told, `tools/count-words.json:\n- error`) || !strings.Contains(told, "tools/count-words.json: no problems") {
			t.Errorf("the agent was told %s", told)
		}
		requireApplied(t, s, session.Id)
	})
}

func TestDraftsOutliveAServerThatIsKilledInATurn(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		session := s.Session("configuration-assistant")
		listening := s.Listen("session="+session.Id, "")
		turn := s.Tell(session.Id, setUp)
		listening.Await("session-item-changed", `"path":"tools/count-words.json"`)
		s.Kill()
		s.Restart()
		if end := s.HowEnded(turn); !strings.Contains(end, `"abandoned"`) {
			t.Errorf("the turn ended as %s", end)
		}
		if drafts := s.ConfigItems(session.Id); len(drafts) == 0 || !slices.ContainsFunc(drafts, func(d string) bool { return strings.HasPrefix(d, "tools/count-words.json") }) {
			t.Errorf("the drafts are %v", drafts)
		}
		s.Chat(session.Id, "What can you do?")
	}, heddletest.SlowAgent())
}

func TestTheBuiltInAgentDraftsConfigurationToo(t *testing.T) {
	t.Parallel()
	s, model := startWithBuiltin(t, modeltest.OpenAIWire, modeltest.Playbook(t, "../adapters/agents/scripted/playbooks/set-up-a-tool.yaml"))
	session := s.Session("configuration-assistant")
	s.Chat(session.Id, setUp)
	requireDrafts(t, s, session.Id, "new")
	if told := toldByTools(s, session.Id); !strings.Contains(told, "Validation of what changed") {
		t.Errorf("the agent was told %s", told)
	}
	first := model.Requests()[0]
	if tools := strings.Join(first.Tools, " "); !strings.Contains(tools, "write_config_item") || strings.Contains(tools, "propose_workflow_changes") {
		t.Errorf("it may call %s", tools)
	}
	requireApplied(t, s, session.Id)
}

func TestAChatOnlyLooksAround(t *testing.T) {
	t.Parallel()
	s, model := startWithBuiltin(t, modeltest.AnthropicWire, func(r modeltest.Request) modeltest.Answer {
		if last := r.Messages[len(r.Messages)-1]; len(last.Results) > 0 {
			return modeltest.Answer{Text: "There is: " + last.Results[0].Text}
		}
		return modeltest.Answer{Calls: []modeltest.Call{{ID: "call-1", Name: "list_session_templates", Input: `{}`}}}
	})
	session := s.Session("general")
	s.Chat(session.Id, "What templates are there?")
	var said []string
	for _, entry := range s.Conversation(session.Id) {
		if entry.Kind == "text" {
			said = append(said, string(entry.Data))
		}
	}
	if !strings.Contains(strings.Join(said, ""), "configuration-assistant") {
		t.Errorf("it said %v", said)
	}
	for _, tool := range model.Requests()[0].Tools {
		if !strings.HasPrefix(tool, "list_") && !strings.HasPrefix(tool, "get_") && tool != "ask_user" {
			t.Errorf("a chat may call %s", tool)
		}
	}
	listed, err := s.API.ListSessionsWithResponse(t.Context(), nil)
	if err != nil || listed.JSON200 == nil || len(listed.JSON200.Items) != 1 || listed.JSON200.Items[0].Id != session.Id {
		t.Errorf("%v, %s", err, listed.Body)
	}
}
