package e2e_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
)

// gate is a script that tells when it starts, waits until it may go on, and tells when it is at its end, in files.
type gate struct{ dir string }

func newGate(t *testing.T) gate { return gate{t.TempDir()} }

// actionType is an action type with the script. It declares the outputs of the built-in playbook's.
func (g gate) actionType(name string) string {
	return fmt.Sprintf(`{
		"name": %q, "label": "Gate", "mode": "script", "timeout": "PT5M", "environment": {"GATE": %q},
		"inputs": [{"name": "amount", "type": "number", "required": true}],
		"outputs": [{"name": "withinLimit", "type": "boolean", "required": true}, {"name": "reason", "type": "string", "required": true}],
		"script": {"language": "bash", "source": %q}
	}`, name, g.dir, `
		echo "$HEDDLE_ACTIVATION_ID" >> "$GATE/started"
		until [ -e "$GATE/open" ]; do sleep 0.02; done
		echo "$HEDDLE_ACTIVATION_ID" >> "$GATE/finished"
		echo '{"withinLimit": true, "reason": "the gate was opened"}' > "$HEDDLE_OUTPUT_FILE"
	`)
}

// started lists the activations for which the script started, one entry each time.
func (g gate) started() []string { return g.lines("started") }

// finished lists those for which it came to its end.
func (g gate) finished() []string { return g.lines("finished") }

func (g gate) lines(name string) []string {
	text, _ := os.ReadFile(filepath.Join(g.dir, name)) // not there yet: nothing happened
	return strings.Fields(string(text))
}

// awaitStart waits until the script has started as often.
func (g gate) awaitStart(t *testing.T, times int) {
	t.Helper()
	heddletest.Until(t, fmt.Sprintf("the script starts %d times", times), func() bool { return len(g.started()) == times })
}

// open lets the script go on.
func (g gate) open(t *testing.T) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(g.dir, "open"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
}
