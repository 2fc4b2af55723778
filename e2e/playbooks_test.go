package e2e_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/e2e/heddletest"
	"heddle.dev/heddle/openapi/api"
)

// composeBy lets the agent compose a workflow that has to validate, and publishes it.
func composeBy(t *testing.T, s *heddletest.Server, message string, tested ...string) api.Workflow {
	t.Helper()
	composition := s.Compose("By playbook")
	turn := s.Ask(composition.Id, message)
	var ran []string
	if turn.Receipt.TestsRun != nil {
		for _, test := range *turn.Receipt.TestsRun {
			if !test.Ok {
				t.Errorf("the test of %s came out as %s", test.Name, test.Summary)
			}
			ran = append(ran, test.Name)
		}
	}
	if !slices.Equal(ran, tested) {
		t.Errorf("the receipt tells of tests of %v, want %v", ran, tested)
	}
	for _, said := range s.Conversation(composition.SessionId) {
		if said.Kind == "tool-finished" && strings.Contains(string(said.Data), `"isError":true`) {
			t.Errorf("a call failed: %s", said.Data)
		}
	}
	if applied := s.ApplyPending(composition.Id); len(applied.Problems) > 0 {
		t.Errorf("the workflow has the problems %v", applied.Problems)
	}
	return s.Publish(composition.Id)
}

// postSample posts a delivery of GitHub's with edits to the issue.
func postSample(t *testing.T, s *heddletest.Server, issueEdits map[string]any) api.StreamEvent {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "github", "issues.opened.json"))
	if err != nil {
		t.Fatal(err)
	}
	var body map[string]any
	if err := json.Unmarshal(text, &body); err != nil {
		t.Fatal(err)
	}
	issue, ok := body["issue"].(map[string]any)
	if !ok {
		t.Fatal("the sample has no issue")
	}
	for name, value := range issueEdits {
		issue[name] = value
	}
	edited, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.API.CreateStreamEventWithResponse(context.Background(), api.NewStreamEvent{Github: &api.GitHubDelivery{Event: "issues", Body: edited}})
	if err != nil || r.JSON201 == nil {
		t.Fatalf("the delivery was answered with %s, %v", r.Body, err)
	}
	return *r.JSON201
}

func TestABugTriageIsWrittenAgainstARealIssue(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		without := s.Compose("Without an issue")
		if turn := s.Ask(without.Id, "build a bug triage"); turn.Receipt.OpsApplied != 0 || len(turn.TouchedItems) != 0 {
			t.Errorf("without an issue the agent did %+v", *turn.Receipt)
		}
		event := postSample(t, s, map[string]any{"title": "Crash when \"quotes\" are used", "body": nil})
		if event.Type != "issue.created" || event.Source != "github" {
			t.Errorf("the delivery became %+v", event)
		}
		workflow := composeBy(t, s, "build a bug triage", "action-type/rate-issue")

		urgent := s.Begin(workflow.Id, `{"number": "1", "title": "It crashes", "labels": ["bug"], "url": "https://example.com/1"}`)
		task := s.OpenTask(urgent.Id)
		if task.Title != "Urgent: issue 1" {
			t.Errorf("the task is %q", task.Title)
		}
		if done := s.Complete(urgent.Id, task, `{"assignee": "ada"}`); done.Status != "completed" {
			t.Errorf("the urgent one is %s: %+v", done.Status, done.Failure)
		}
		calm := s.Begin(workflow.Id, `{"number": "2", "title": "A typo", "labels": ["bug"], "url": "https://example.com/2"}`)
		if done := s.Becomes(calm.Id, "completed"); !strings.Contains(string(*done.Context), `"severity":"normal"`) {
			t.Errorf("the calm one ended with %s", *done.Context)
		}
	})
}

func TestASecurityReviewForksAndWaitsForAll(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		workflow := composeBy(t, s, "Please build a security review", "action-type/find-secrets", "action-type/list-new-dependencies")
		instance := s.Begin(workflow.Id, `{"pullRequest": "https://example.com/pull/7", "diff": "+api_key = abc\n+\texample.com/mod v1.0.0"}`)
		task := s.OpenTask(instance.Id)
		if !strings.HasPrefix(task.Title, "Who gets access") {
			t.Errorf("the first task is %q", task.Title)
		}
		s.Complete(instance.Id, task, `{"accessFinding": "nobody"}`)
		decision := s.OpenTask(instance.Id)
		if decision.Title != "Decide on https://example.com/pull/7" {
			t.Errorf("the second task is %q", decision.Title)
		}
		done := s.Complete(instance.Id, decision, `{"approved": true}`)
		if done.Status != "completed" || !strings.Contains(string(*done.Context), `"secrets":1`) || !strings.Contains(string(*done.Context), `"example.com/mod"`) {
			t.Errorf("the instance is %s with %s", done.Status, *done.Context)
		}
	})
}

func TestDraftsInEveryLanguageAreTested(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition := s.Compose("Tests")
		for language, source := range map[string]string{
			"bash":   `echo hello >&2; echo "{\"doubled\": $((INPUT_N * 2))}"`,
			"node":   `import { readFileSync } from "node:fs"; const { n } = JSON.parse(readFileSync(0, "utf8")); console.error("hello"); console.log(JSON.stringify({ doubled: n * 2 }));`,
			"python": "import json, sys\nn = json.load(sys.stdin)['n']\nprint('hello', file=sys.stderr)\nprint(json.dumps({'doubled': n * 2}))",
		} {
			content, err := json.Marshal(map[string]any{
				"name": "double-" + language, "mode": "script", "script": map[string]string{"language": language, "source": source},
				"inputs":  []map[string]any{{"name": "n", "type": "integer", "required": true}},
				"outputs": []map[string]any{{"name": "doubled", "type": "integer", "required": true}},
			})
			if err != nil {
				t.Fatal(err)
			}
			s.AddActionType(composition.Id, "double-"+language, string(content))
			start := s.Listen("composition="+composition.Id, "")
			inputs := api.JSONObject(`{"n": 21}`)
			r, err := s.API.TestActionTypeWithResponse(context.Background(), composition.Id, api.ActionTypeTest{Name: "double-" + language, Inputs: &inputs})
			if err != nil || r.JSON200 == nil {
				t.Fatalf("%s: %s, %v", language, r.Body, err)
			}
			if result := *r.JSON200; !result.Ok || !strings.Contains(string(*result.Outputs), "42") || result.Stderr != "hello\n" || result.ExitCode != 0 {
				t.Errorf("%s: %s", language, r.Body)
			}
			start.Await("composition-test-output", `"text":"hello\n"`)
		}
	})
}

func TestInterruptingATurnEndsItsTests(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition := s.Compose("Tests")
		s.AddActionType(composition.Id, "sleeper", `{"name": "sleeper", "mode": "script", "timeout": "PT5M", "script": {"language": "bash", "source": "echo begun; sleep 300"}}`)
		turn, release := heldTurn(t, s, composition.Id)
		defer release()
		agent := attach(t, s)
		listening := s.Listen("composition="+composition.Id, "")
		ended := make(chan *mcp.CallToolResult, 1)
		go func() {
			result, err := agent.session.CallTool(context.Background(), &mcp.CallToolParams{Name: "test_action_type", Arguments: json.RawMessage(`{"name": "sleeper"}`)})
			if err != nil {
				t.Errorf("the call broke: %v", err)
			}
			ended <- result
		}()
		listening.Await("composition-test-output", `"text":"begun\n"`)
		if r, err := s.API.InterruptTurnWithResponse(context.Background(), composition.Id); err != nil || r.StatusCode() != 202 {
			t.Fatalf("the interruption was answered with %s, %v", r.Body, err)
		}
		if result := <-ended; result == nil || !result.IsError || !strings.Contains(result.Content[0].(*mcp.TextContent).Text, "test-interrupted") {
			t.Errorf("the test came out as %+v", result)
		}
		listening.Await("composition-test", `"state":"ended"`)
		if receipt := s.TurnEnded(turn).Receipt; receipt.TestsRun == nil || (*receipt.TestsRun)[0].Ok {
			t.Errorf("the receipt is %+v", *receipt)
		}
	})
}
