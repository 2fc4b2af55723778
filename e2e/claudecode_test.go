package e2e_test

import (
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/clitest"
	"heddle.dev/heddle/e2e/heddletest"
	"heddle.dev/heddle/e2e/modeltest"
)

// startWithClaudeCode starts a server whose agent is Claude Code, with a model that answers as play says.
func startWithClaudeCode(t *testing.T, play modeltest.Play) (*heddletest.Server, *modeltest.Server) {
	t.Helper()
	model := modeltest.Start(t, play)
	return heddletest.Start(t, heddletest.SQLite, heddletest.SlowAgent(), heddletest.Flags(
		"--engine=claude-code", "--claude-code="+clitest.ClaudeCode(t), "--claude-code-url="+model.URL, "--claude-code-model=tiny",
		"--claude-code-key=secret",
	)), model
}

func TestClaudeCodeIsOfferedWhereItCanBeUsed(t *testing.T) {
	t.Parallel()
	s, _ := startWithClaudeCode(t, troubles)
	if got := offered(t, s); got[0] != "claude-code" {
		t.Errorf("with Claude Code there are %v", got)
	}
	without := heddletest.Start(t, heddletest.SQLite, heddletest.Flags("--claude-code=/nowhere/claude", "--claude-code-key=secret"))
	if got := offered(t, without); slices.Contains(got, "claude-code") {
		t.Errorf("without the CLI there are %v", got)
	}
	if log := without.Log(); !strings.Contains(log, "npm install -g @anthropic-ai/claude-code") {
		t.Errorf("the log does not say what is missing: %s", log)
	}
}

func TestAGoalBecomesAWorkflowWithClaudeCode(t *testing.T) {
	t.Parallel()
	s, model := startWithClaudeCode(t, modeltest.Playbook(t, "../adapters/agents/scripted/playbooks/bug-triage.yaml"))
	postSample(t, s, nil)
	workflow := composeBy(t, s, "build a bug triage", "action-type/rate-issue")
	instance := s.Begin(workflow.Id, `{"number": "2", "title": "A typo", "labels": ["bug"], "url": "https://example.com/2"}`)
	if done := s.Becomes(instance.Id, "completed"); !strings.Contains(string(*done.Context), `"severity":"normal"`) {
		t.Errorf("the workflow ended with %s", *done.Context)
	}
	for _, r := range model.Requests() {
		if r.Model != "tiny" {
			t.Errorf("the model %s was asked, too", r.Model)
		}
	}
	first := model.Requests()[0]
	if first.Model != "tiny" || first.Key != "secret" || !strings.Contains(first.System, "Heddle") {
		t.Errorf("the model %q was asked with the key %q and the prompt %q", first.Model, first.Key, first.System)
	}
	for _, named := range toolName.FindAllString(first.System, -1) {
		if named != "cc_version" && named != "cc_entrypoint" && !slices.Contains(first.Tools, "mcp__heddle__"+named) {
			t.Errorf("the prompt speaks of %s, and the agent has no such tool", named)
		}
	}
	for _, tool := range first.Tools {
		if tool != "AskUserQuestion" && !strings.HasPrefix(tool, "mcp__heddle__") {
			t.Errorf("the agent has the tool %s", tool)
		}
	}
	if strays := model.Strays(); len(strays) > 0 {
		t.Errorf("the model server was asked for %v", strays)
	}
}
