package scripttest

import (
	"strings"
	"sync"
	"testing"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/ports"
)

const planted = "planted-secret-value"

// telling tells a secret in every way that a script has. It writes the first half of it before the rest, which comes
// as a piece of its own, and so much that the log is cut within it.
var telling = map[string]string{
	"file": `echo "{\"got\": \"$KEY\", \"length\": ${#KEY}}" > "$HEDDLE_OUTPUT_FILE"; echo "$KEY"; echo "$KEY" >&2`,
	"line": `printf '%s' "${KEY:0:9}"; sleep 0.2; echo "${KEY:9}"
echo "$KEY" >&2; echo "{\"got\": \"$KEY\", \"length\": ${#KEY}}"`,
	"failure": `echo "$KEY"; echo "no entry with $KEY" >&2; exit 1`,
	"no JSON": `echo "$KEY"`,
	"much":    `for i in {1..200}; do printf '%s' "$KEY"; done; echo; echo "{\"got\": \"$KEY\", \"length\": ${#KEY}}"`,
}

func testSecrets(t *testing.T, open func(t *testing.T) ports.ScriptRunner) {
	t.Parallel()
	for name, source := range telling {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			var heard strings.Builder
			result := mustRun(t, open(t), ports.ScriptRun{
				Language: action.Bash, Source: source, OutputExpected: true, Secrets: map[string]string{"KEY": planted},
				Limits: ports.ScriptLimits{LogBytes: 1000},
				Output: func(_ ports.ScriptStream, text []byte) {
					mu.Lock()
					defer mu.Unlock()
					heard.Write(text)
				},
			})
			mu.Lock()
			defer mu.Unlock()
			told := heard.String() + result.Stdout + result.Stderr + string(result.Outputs)
			if result.Failure != nil {
				told += result.Failure.Message
			} else if !strings.Contains(string(result.Outputs), `"length": 20`) {
				t.Errorf("the outputs are %s", result.Outputs)
			}
			if strings.Contains(told, planted[:8]) || strings.Contains(told, planted[12:]) || !strings.Contains(told, "•••") {
				t.Errorf("told: %s", told)
			}
		})
	}
}
