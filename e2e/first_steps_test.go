package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
)

func TestTheFirstStepsWorkAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	s := heddletest.Start(t, heddletest.SQLite)
	for _, walk := range []string{"the first walk", "the second walk, on the data of the first"} {
		said := walkFirstSteps(t, s)
		for _, part := range []string{
			"3 tool-started get_composition", "opsApplied: 8", "addNode check-amount", "sha256:", "Refund for order A-17",
			"Customer: 'ada@example.com'", "- approved \"approved\" must be true or false", "\ncompleted\n",
			"edge-taken approval-done", "the amount is within the limit of 500", "Sorry about that",
		} {
			if !strings.Contains(said, part) {
				t.Errorf("%s: the commands did not say %q", walk, part)
			}
		}
		if t.Failed() {
			t.Fatalf("%s: the commands said:\n%s", walk, said)
		}
	}
}

// walkFirstSteps does what the page says with a server that runs already, and answers what the commands said.
func walkFirstSteps(t *testing.T, s *heddletest.Server) (said string) {
	t.Helper()
	shell, started := newShell(t), false
	for _, b := range blocksOf(t, "first-steps.md") {
		switch b.kind {
		case "sh server":
			if b.text != "go tool task run" {
				t.Errorf("the server is started by %q", b.text)
			}
			if started {
				s.Restart()
			}
			started = true
		case "sh kill":
			// Only this server, which was not started as the page says.
			shell.run(fmt.Sprintf("pgrep() { echo %d; }\n%s", s.PID(), b.text))
			s.KillAlone()
		case "sh refused":
			said += shell.run(fmt.Sprintf("if %s; then echo 'this was not refused'; exit 1; fi", b.text))
		case "sh":
			said += shell.run(strings.ReplaceAll(b.text, "http://127.0.0.1:7400", s.URL))
		default:
			t.Errorf("there is a block of the kind %q", b.kind)
		}
	}
	return said
}
