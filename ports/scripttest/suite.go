// Package scripttest is the contract of ports.ScriptRunner as tests, for every
// runner to pass. It needs node, bash and python3.
package scripttest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Run checks the runner that open gives for each test.
func Run(t *testing.T, open func(t *testing.T) ports.ScriptRunner) {
	t.Helper()
	t.Run("outcomes", func(t *testing.T) { testOutcomes(t, open) })
	t.Run("inputs arrive in every way", func(t *testing.T) { testInputs(t, open) })
	t.Run("timeout ends the script", func(t *testing.T) { testTimeout(t, open) })
	t.Run("cancelling is an error", func(t *testing.T) { testCancel(t, open) })
	t.Run("what can't be run is refused", func(t *testing.T) { testRefusals(t, open) })
	t.Run("streams stay apart and logs are cut", func(t *testing.T) { testStreams(t, open) })
	t.Run("whoever listens is told what is written", func(t *testing.T) { testOutput(t, open) })
	t.Run("secrets arrive and are told by nothing", func(t *testing.T) { testSecrets(t, open) })
	t.Run("runs overlap", func(t *testing.T) { testOverlap(t, open) })
	t.Run("a directory that is given stays", func(t *testing.T) { testDir(t, open) })
}

type outcome struct {
	name     string
	language action.Language
	source   string
	silent   bool // no output expected
	outputs  string
	failure  ports.ScriptFailureCode
}

var outcomes = []outcome{
	{
		name: "node module with await at the top level", language: action.Node,
		source: `import { writeFile } from "node:fs/promises";
await writeFile(process.env.HEDDLE_OUTPUT_FILE, JSON.stringify({ by: await Promise.resolve("file") }));`,
		outputs: `{"by":"file"}`,
	},
	{
		name: "node module without imports", language: action.Node,
		source:  `console.log(JSON.stringify({ by: await Promise.resolve("line") }));`,
		outputs: `{"by":"line"}`,
	},
	{
		name: "node CommonJS", language: action.Node,
		source:  `const fs = require("fs"); fs.writeFileSync(process.env.HEDDLE_OUTPUT_FILE, '{"by":"require"}');`,
		outputs: `{"by":"require"}`,
	},
	{
		name: "python", language: action.Python,
		source:  "import json, sys\nprint(json.dumps({'n': json.load(sys.stdin)['n'] + 1}))",
		outputs: `{"n": 2}`,
	},
	{name: "bash", language: action.Bash, source: `echo log; echo '{"a":1}'; echo`, outputs: `{"a":1}`},
	{
		name: "the file wins over the last line", language: action.Bash,
		source: `echo '{"from":"file"}' > "$HEDDLE_OUTPUT_FILE"; echo '{"from":"line"}'`, outputs: "{\"from\":\"file\"}\n",
	},
	{
		name: "key order and numbers are kept", language: action.Bash,
		source: `echo '{"z":1.50,"a":123456789012345.0,"b":null}'`, outputs: `{"z":1.50,"a":123456789012345.0,"b":null}`,
	},
	{name: "exit code", language: action.Bash, source: `echo '{"a":1}'; exit 3`, failure: ports.ScriptExited},
	{name: "signal", language: action.Bash, source: `kill -KILL $$`, failure: ports.ScriptExited},
	{name: "node throws", language: action.Node, source: `throw new Error("no")`, failure: ports.ScriptExited},
	{name: "nothing returned", language: action.Bash, source: `true`, failure: ports.ScriptWithoutOutput},
	{name: "nothing expected", language: action.Bash, source: `echo done`, silent: true, outputs: `{}`},
	{name: "no JSON", language: action.Bash, source: `echo done`, failure: ports.ScriptOutputInvalid},
	{name: "no object", language: action.Bash, source: `echo '[1]'`, failure: ports.ScriptOutputInvalid},
	{name: "a key twice", language: action.Bash, source: `echo '{"a":1,"a":2}'`, failure: ports.ScriptOutputInvalid},
	{
		name: "no JSON in the file though nothing is expected", language: action.Bash, silent: true,
		source: `echo '{' > "$HEDDLE_OUTPUT_FILE"`, failure: ports.ScriptOutputInvalid,
	},
}

func testOutcomes(t *testing.T, open func(t *testing.T) ports.ScriptRunner) {
	t.Parallel()
	for _, c := range outcomes {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result := mustRun(t, open(t), ports.ScriptRun{
				Language: c.language, Source: c.source, Inputs: jsontext.Value(`{"n":1}`), OutputExpected: !c.silent,
			})
			if c.failure != "" {
				WantFailure(t, result, c.failure)
				return
			}
			if result.Failure != nil || string(result.Outputs) != c.outputs {
				t.Errorf("outputs %q, failure %+v, stderr %q; want %q", result.Outputs, result.Failure, result.Stderr, c.outputs)
			}
		})
	}
}

// WantFailure checks that a run failed in the given way and says so to a person.
func WantFailure(t *testing.T, result ports.ScriptResult, code ports.ScriptFailureCode) {
	t.Helper()
	if result.Failure == nil || result.Failure.Code != code || result.Failure.Message == "" || result.Outputs != nil {
		t.Errorf("failure %+v, outputs %q, stderr %.500q; want %s", result.Failure, result.Outputs, result.Stderr, code)
	}
}

func mustRun(t *testing.T, runner ports.ScriptRunner, run ports.ScriptRun) ports.ScriptResult {
	t.Helper()
	result, err := runner.Run(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func testInputs(t *testing.T, open func(t *testing.T) ports.ScriptRunner) {
	t.Parallel()
	result := mustRun(t, open(t), ports.ScriptRun{
		ActivationID: "instance/7",
		Language:     action.Bash,
		Inputs:       jsontext.Value(`{"orderId":"A 1","amount":12.50,"deep":{"z":1,"a":2},"bad":"\u0000"}`),
		Environment:  map[string]string{"REGION": "eu", "HEDDLE_ACTIVATION_ID": "forged", "PATH": "/usr/bin:/bin"},
		Source: `cat > stdin.json; cmp stdin.json "$HEDDLE_INPUT_FILE" && echo same
echo "$INPUT_ORDERID|$INPUT_AMOUNT|$INPUT_DEEP|${INPUT_BAD-unset}|$REGION|$HEDDLE_ACTIVATION_ID|$HEDDLE_IDEMPOTENCY_KEY|$PATH"
[ "$HOME" = "$PWD" ] && echo home; cat stdin.json`,
	})
	want := "same\nA 1|12.50|{\"z\":1,\"a\":2}|unset|eu|instance/7|instance/7|/usr/bin:/bin\nhome\n" +
		`{"orderId":"A 1","amount":12.50,"deep":{"z":1,"a":2},"bad":"\u0000"}`
	if result.Stdout != want {
		t.Errorf("stdout %q, stderr %q\nwant   %q", result.Stdout, result.Stderr, want)
	}
}

func testTimeout(t *testing.T, open func(t *testing.T) ports.ScriptRunner) {
	t.Parallel()
	result := mustRun(t, open(t), ports.ScriptRun{
		Language: action.Bash, Source: `trap '' TERM; echo early; while :; do read -t 60 < /dev/zero; done`, Timeout: 300 * time.Millisecond,
	})
	WantFailure(t, result, ports.ScriptTimedOut)
	if !strings.Contains(result.Failure.Message, "300ms") || result.Stdout != "early\n" {
		t.Errorf("message %q, stdout %q", result.Failure.Message, result.Stdout)
	}
}

func testCancel(t *testing.T, open func(t *testing.T) ports.ScriptRunner) {
	t.Parallel()
	cause := errors.New("the server stops")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	_, err := open(t).Run(ctx, ports.ScriptRun{Language: action.Bash, Source: `sleep 300`})
	if !errors.Is(err, cause) {
		t.Errorf("err = %v, want the context's cause", err)
	}
}

func testRefusals(t *testing.T, open func(t *testing.T) ports.ScriptRunner) {
	t.Parallel()
	for name, run := range map[string]ports.ScriptRun{
		"unknown language":     {Language: "cobol", Source: "x"},
		"inputs are no object": {Language: action.Bash, Source: "true", Inputs: jsontext.Value(`[1]`)},
		"inputs are no JSON":   {Language: action.Bash, Source: "true", Inputs: jsontext.Value(`{`)},
	} {
		if _, err := open(t).Run(t.Context(), run); fault.KindOf(err) != fault.KindInvalid {
			t.Errorf("%s: err = %v, want an invalid fault", name, err)
		}
	}
}

func testStreams(t *testing.T, open func(t *testing.T) ports.ScriptRunner) {
	t.Parallel()
	result := mustRun(t, open(t), ports.ScriptRun{
		Language: action.Bash, OutputExpected: true,
		Source: `echo first; head -c 100000 /dev/zero | tr '\0' x; echo; printf 'bad\377\000\n' >&2; echo '{"last":true}'`,
		Limits: ports.ScriptLimits{LogBytes: 100},
	})
	if result.Stderr != "bad\uFFFD\uFFFD\n" {
		t.Errorf("stderr %q", result.Stderr)
	}
	if !result.Truncated || !strings.HasPrefix(result.Stdout, "first\n") ||
		!strings.Contains(result.Stdout, "bytes cut") || !strings.HasSuffix(result.Stdout, `{"last":true}`+"\n") {
		t.Errorf("truncated %v, stdout %q", result.Truncated, result.Stdout)
	}
	if string(result.Outputs) != `{"last":true}` {
		t.Errorf("outputs %q, failure %+v", result.Outputs, result.Failure)
	}
}

func testOverlap(t *testing.T, open func(t *testing.T) ports.ScriptRunner) {
	t.Parallel()
	runner := open(t)
	const runs = 8
	results := make(chan string, runs)
	for range runs {
		go func() {
			result, err := runner.Run(t.Context(), ports.ScriptRun{Language: action.Bash, Source: `echo '{}' > "$HEDDLE_OUTPUT_FILE"; pwd`})
			if err != nil {
				results <- err.Error()
				return
			}
			results <- result.Stdout
		}()
	}
	seen := map[string]bool{}
	for range runs {
		seen[<-results] = true
	}
	if len(seen) != runs {
		t.Errorf("runs shared a directory or failed: %v", seen)
	}
}
