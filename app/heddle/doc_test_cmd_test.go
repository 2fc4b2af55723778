package main

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const greetingScenarios = `
scenarios:
  - name: more than one is greeted
    context: {n: 2}
    outputs:
      - node: t
        output: {ok: true}
    expect:
      path: [s, t, yes]
      end: "yes"
      context: {ok: true}
  - name: it waits for the task
    context: {n: 2}
    expect: {status: waiting}
`

// scenarioDir is a folder with the files given by name.
func scenarioDir(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestScenariosRunWithCoverageOfEdges(t *testing.T) {
	t.Parallel()
	dir := scenarioDir(t, map[string]string{"a/greeting.json": greeting, "a/greeting.scenarios.yaml": greetingScenarios})
	got := heddle(t, "", "doc", "test", dir)
	for _, want := range []string{"ok    more than one is greeted\n", "edges covered: 2 of 3; not covered: tn\n", "2 passed, 0 failed\n"} {
		if got.code != 0 || !strings.Contains(got.stdout, want) {
			t.Errorf("no %q in %+v", want, got)
		}
	}
	var report testReport
	decode(t, heddle(t, "", "doc", "test", dir, "--json").stdout, &report)
	if len(report.Documents) != 1 || len(report.Documents[0].Scenarios) != 2 || report.Documents[0].Coverage.Covered != 2 {
		t.Errorf("%+v", report)
	}
}

func TestAScenarioThatFailsSaysWhichStepDiffered(t *testing.T) {
	t.Parallel()
	second := "document: a/greeting.json\nscenarios:\n  - name: nobody is greeted\n    context: {n: 1}\n    outputs: {t: {ok: true}}\n    expect: {end: \"no\"}\n"
	dir := scenarioDir(t, map[string]string{
		"a/greeting.json": greeting, "a/greeting.scenarios.yaml": strings.Replace(greetingScenarios, "{n: 2}", "{n: 1}", 1),
		"more.scenarios.yaml": second,
	})
	junit := filepath.Join(dir, "junit.xml")
	got := heddle(t, "", "doc", "test", dir, "--junit", junit)
	const deviation = "path: step 3 is no, expected yes; the path is s → t → no"
	for _, want := range []string{"FAIL  more than one is greeted\n", deviation, "edges covered: 2 of 3; not covered: ty\n", "2 passed, 1 failed\n"} {
		if got.code != 1 || !strings.Contains(got.stdout, want) {
			t.Errorf("no %q in %+v", want, got)
		}
	}
	text, err := os.ReadFile(junit)
	if err != nil {
		t.Fatal(err)
	}
	var suites junitSuites
	if err := xml.Unmarshal(text, &suites); err != nil {
		t.Fatal(err)
	}
	if suites.Tests != 3 || suites.Failures != 1 || suites.Suites[0].Cases[0].Failure.Message != deviation {
		t.Errorf("%s", text)
	}
}

func TestADocumentWithErrorsFailsItsScenarios(t *testing.T) {
	t.Parallel()
	dir := scenarioDir(t, map[string]string{
		"g.json": strings.Replace(greeting, `"target": "t"`, `"target": "x"`, 1), "g.scenarios.yaml": greetingScenarios,
	})
	if got := heddle(t, "", "doc", "test", dir); got.code != 1 || !strings.Contains(got.stdout, "INVALID_EDGE_TARGET") {
		t.Errorf("%+v", got)
	}
}

func TestScenariosThatCantBeReadAreNamed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"none":            {map[string]string{"g.json": greeting}, "no scenarios"},
		"no document":     {map[string]string{"g.scenarios.yaml": greetingScenarios}, "g.json"},
		"no YAML":         {map[string]string{"g.scenarios.yaml": "a: [1"}, "g.scenarios.yaml"},
		"unknown field":   {map[string]string{"g.scenarios.yaml": "scenarios: [{name: a, expects: {}}]"}, "expects"},
		"no name":         {map[string]string{"g.scenarios.yaml": "scenarios: [{}]"}, "scenario 1 has no name"},
		"the same name":   {map[string]string{"g.scenarios.yaml": "scenarios: [{name: a}, {name: a}]"}, `two scenarios "a"`},
		"outputs":         {map[string]string{"g.scenarios.yaml": "scenarios: [{name: a, outputs: 1}]"}, `scenario "a"`},
		"context no dict": {map[string]string{"g.scenarios.yaml": "scenarios: [{name: a, expect: {context: 1}}]"}, `scenario "a"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := heddle(t, "", "doc", "test", scenarioDir(t, c.files))
			if got.code != 2 || got.stdout != "" || !strings.Contains(got.stderr, c.want) {
				t.Errorf("%+v", got)
			}
		})
	}
}
