package e2e_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
)

func TestTheDocumentCommandsWorkAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	shell := newShell(t)
	program, err := heddletest.Binary()
	if err != nil {
		t.Fatal(err)
	}
	shell.run("heddle() { " + program + ` "$@"; }`)
	said := ""
	for _, b := range blocksOf(t, "documents.md") {
		said += shell.run(b.text)
	}
	for _, part := range []string{
		"refunds.json: no problems", "UNKNOWN_CONTEXT_KEY", `did you mean`, "\n2.6\n", "approve gives", "large: taken", "3 passed", "-: no problems",
	} {
		if !strings.Contains(said, part) {
			t.Errorf("the commands did not say %q", part)
		}
	}
	revisions := map[string]int{}
	for line := range strings.Lines(said) {
		if strings.HasPrefix(line, "sha256:") {
			revisions[strings.TrimSpace(line)]++
		}
	}
	if len(revisions) != 2 {
		t.Errorf("the revisions are %v, want that of the document twice and that of the changed one twice", revisions)
	}
	if t.Failed() {
		t.Logf("the commands said:\n%s", said)
	}
}
