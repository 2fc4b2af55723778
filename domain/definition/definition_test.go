package definition_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
)

func TestASlugIsMadeOfTheName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Refund": "refund", "Refund intake 2": "refund-intake-2", "  a -- b  ": "a-b", "Überweisung": "berweisung", "漢字": "workflow", "": "workflow",
		"-": "workflow", strings.Repeat("x", 100): strings.Repeat("x", 60), strings.Repeat("x", 59) + " y": strings.Repeat("x", 59),
	} {
		if got := definition.SlugFor(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

func TestEveryNameMakesAUsableSlug(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.String().Draw(t, "name")
		if slug := definition.SlugFor(name); access.CheckSlug(slug) != nil {
			t.Fatalf("%q makes %q", name, slug)
		}
	})
}

func TestASnapshotComesBackByteForByte(t *testing.T) {
	t.Parallel()
	want := definition.Snapshot{
		Name: "n", Description: "d", EntryMode: definition.TeamOnly, OnComplete: `{"a":1.50}`, Retention: `{"mode":"archive"}`,
		Document:    `{"z":1e3,"a":"\u00e4","n":12345678901234567890.0}`,
		ActionTypes: map[string]string{"b": `{"x":-0}`, "a": `{}`}, Tools: map[string]string{},
	}
	text, err := want.Text()
	if err != nil {
		t.Fatal(err)
	}
	got, err := definition.ReadSnapshot(text)
	if err != nil || got.Document != want.Document || got.ActionTypes["b"] != want.ActionTypes["b"] || got.OnComplete != want.OnComplete ||
		strings.Join(got.ActionTypeNames(), " ") != "a b" || got.Name != want.Name || got.Retention != want.Retention {
		t.Errorf("%+v, %v", got, err)
	}
	for _, text := range []string{"", "{}", `{"format":99}`, strings.Replace(text, `"format":1`, `"format":2`, 1)} {
		if _, err := definition.ReadSnapshot(text); fault.KindOf(err) != fault.KindInternal {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestAnInactiveDefinitionStartsNothing(t *testing.T) {
	t.Parallel()
	d, err := definition.New("d", "", "slug", "u", time.Time{})
	if err != nil || d.RequireActive() != nil {
		t.Errorf("%+v, %v", d, err)
	}
	d.IsActive = false
	if err := d.RequireActive(); fault.CodeOf(err) != "workflow-inactive" {
		t.Errorf("got %v", err)
	}
	if _, err := definition.New("d", "", "No Slug", "u", time.Time{}); fault.CodeOf(err) != "invalid-slug" {
		t.Errorf("got %v", err)
	}
}

func TestNodesThatWaitForEventsCanNotRun(t *testing.T) {
	t.Parallel()
	for nodeType, want := range map[string]int{"receive-event": 1, "wait": 0, "human-task": 0, "somewhat-new": 0} {
		d, err := document.Parse([]byte(`{"nodes":[{"id":"n","type":"` + nodeType + `"}],"edges":[]}`))
		if err != nil {
			t.Fatal(err)
		}
		if found := definition.Unrunnable(d); len(found) != want || want > 0 && (found[0].NodeID != "n" || found[0].Code != definition.NodeTypeUnavailable) {
			t.Errorf("%s: %+v", nodeType, found)
		}
	}
}

func TestExpressionsThatDoNotCompileAreErrorsForAVersion(t *testing.T) {
	t.Parallel()
	found := definition.Uncompiled([]fault.Problem{
		{Severity: fault.SeverityWarning, Code: "INVALID_CONDITION", EdgeID: "e", Message: "m", Suggestion: "s"},
		{Severity: fault.SeverityWarning, Code: "UNKNOWN_CONTEXT_KEY", NodeID: "n"},
		{Severity: fault.SeverityWarning, Code: "INVALID_TASK_TITLE_EXPRESSION", NodeID: "t", Field: "title"},
	})
	if len(found) != 2 || found[0].EdgeID != "e" || found[0].Suggestion != "s" || found[1].NodeID != "t" || found[1].Field != "title" {
		t.Fatalf("%+v", found)
	}
	for _, problem := range found {
		if problem.Severity != fault.SeverityError || problem.Code != definition.ExpressionNotCompiled {
			t.Errorf("%+v", problem)
		}
	}
}
