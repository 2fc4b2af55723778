package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
)

func TestThePackCommandsWorkAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	s := heddletest.Start(t, heddletest.SQLite)
	program, err := heddletest.Binary()
	if err != nil {
		t.Fatal(err)
	}
	shell := newShell(t)
	shell.run("heddle() { " + program + ` "$@"; }; set -o pipefail; export HEDDLE_SERVER=` + s.URL)
	said := ""
	for _, b := range blocksOf(t, "packs.md") {
		switch b.kind {
		case "sh":
			said += shell.run(b.text)
		case "sh refused":
			said += shell.run("if " + b.text + "; then echo 'this was not refused'; exit 1; fi")
		default:
			t.Errorf("there is a block of the kind %q", b.kind)
		}
	}
	for _, part := range []string{
		"create     workflow/greetings: version 1", "nothing was written", "2 created", "0 created, 0 updated, 2 unchanged", "MISSING_DEPENDENCY",
		"CHANGED_OUTSIDE", "update     workflow/greetings: version 3",
	} {
		if !strings.Contains(said, part) {
			t.Errorf("the commands did not say %q", part)
		}
	}
	if t.Failed() {
		t.Logf("the commands said:\n%s", said)
	}
}

func TestAPackMovesFromOneStoreToTheOther(t *testing.T) {
	t.Parallel()
	from, to := heddletest.Start(t, heddletest.SQLite), heddletest.Start(t, heddletest.Postgres)
	publish(t, from, examples(t, "json action-type")[0], examples(t, "json document")[0])
	dir := t.TempDir()
	export := func(s *heddletest.Server, name string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if got := heddletest.Run(t, "pack", "export", "--server="+s.URL, "-o", path); got.Code != 0 {
			t.Fatalf("%+v", got)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	sent := export(from, "sent.json")
	for _, want := range []string{"2 created, 0 updated, 0 unchanged", "0 created, 0 updated, 2 unchanged"} {
		if got := heddletest.Run(t, "pack", "import", filepath.Join(dir, "sent.json"), "--server="+to.URL); got.Code != 0 || !strings.Contains(got.Stdout, want) {
			t.Errorf("%+v, want %q", got, want)
		}
	}
	if arrived := export(to, "arrived.json"); arrived != sent {
		t.Errorf("what arrived is\n%s\nwhat was sent is\n%s", arrived, sent)
	}
	workflows, err := to.API.ListWorkflowsWithResponse(t.Context(), nil)
	if err != nil || workflows.JSON200 == nil || len(workflows.JSON200.Items) != 1 {
		t.Fatalf("%v", err)
	}
	instance := to.Begin(workflows.JSON200.Items[0].Id, `{"amount": 12.5}`)
	to.Becomes(instance.Id, "completed")
}
