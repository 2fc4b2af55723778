package scripttest

import (
	"strings"
	"sync"
	"testing"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/ports"
)

// testOutput listens to a script.
func testOutput(t *testing.T, open func(t *testing.T) ports.ScriptRunner) {
	t.Parallel()
	told := map[ports.ScriptStream]*strings.Builder{ports.Stdout: {}, ports.Stderr: {}}
	var mu sync.Mutex
	result := mustRun(t, open(t), ports.ScriptRun{
		Language: action.Bash, Source: `echo out; echo err >&2; echo '{"a":1}'`, OutputExpected: true,
		Output: func(stream ports.ScriptStream, text []byte) {
			mu.Lock()
			defer mu.Unlock()
			told[stream].Write(text)
		},
	})
	mu.Lock()
	defer mu.Unlock()
	if told[ports.Stdout].String() != result.Stdout || told[ports.Stderr].String() != result.Stderr || result.Stderr != "err\n" {
		t.Errorf("told %q and %q of %+v", told[ports.Stdout], told[ports.Stderr], result)
	}
}
