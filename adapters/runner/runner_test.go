package runner_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/adapters/runner"
	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
	"heddle.dev/heddle/ports/scripttest"
)

func setup(t *testing.T, config runner.Config) (scripts *runner.Runner, dir string) {
	t.Helper()
	dir = t.TempDir()
	home, err := process.Open(filepath.Join(dir, "processes"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(home.Close)
	config.Dir = filepath.Join(dir, "scratch")
	if config.Grace == 0 {
		config.Grace = 100 * time.Millisecond
	}
	scripts, err = runner.New(home, config)
	if err != nil {
		t.Fatal(err)
	}
	return scripts, dir
}

func run(t *testing.T, scripts *runner.Runner, spec ports.ScriptRun) ports.ScriptResult {
	t.Helper()
	result, err := scripts.Run(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func TestRunnerKeepsTheContract(t *testing.T) {
	t.Parallel()
	scripttest.Run(t, func(t *testing.T) ports.ScriptRunner {
		scripts, _ := setup(t, runner.Config{})
		return scripts
	})
}

// attacks are scripts that try to get more than they should.
var attacks = map[string]struct {
	language action.Language
	source   string
	failure  ports.ScriptFailureCode
}{
	"floods stdout":            {action.Bash, `yes`, ports.ScriptOutputTooLarge},
	"floods stderr":            {action.Bash, `yes >&2`, ports.ScriptOutputTooLarge},
	"floods without line ends": {action.Bash, `cat /dev/zero`, ports.ScriptOutputTooLarge},
	"floods and ignores SIGTERM": {
		action.Python, "import os, signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: os.write(1, b'x' * 65536)",
		ports.ScriptOutputTooLarge,
	},
	"closes stdout and keeps running": {action.Bash, `exec >&- 2>&-; sleep 300`, ports.ScriptTimedOut},
	"fills memory":                    {action.Python, "x = []\nwhile True: x.append(bytearray(10 << 20))", ports.ScriptMemoryExceeded},
	"forks and forks":                 {action.Bash, `while :; do sleep 300 & done`, ports.ScriptTooManyChildren},
	"fork bomb":                       {action.Bash, `b() { b | b & b; }; b`, ports.ScriptTooManyChildren},
	"huge output file":                {action.Bash, `trap '' XFSZ; head -c 100000000 /dev/zero > "$HEDDLE_OUTPUT_FILE"; true`, ports.ScriptOutputTooLarge},
	"sparse output file":              {action.Bash, `trap '' XFSZ; truncate -s 100M "$HEDDLE_OUTPUT_FILE"; truncate -s 2M "$HEDDLE_OUTPUT_FILE"`, ports.ScriptOutputTooLarge},
	"huge last line":                  {action.Bash, `head -c 3000000 /dev/zero | tr '\0' x`, ports.ScriptOutputTooLarge},
	"output file is a link":           {action.Bash, `ln -s /etc/passwd "$HEDDLE_OUTPUT_FILE"`, ports.ScriptOutputInvalid},
	"output file is a link to itself": {action.Bash, `ln -s output.json "$HEDDLE_OUTPUT_FILE"`, ports.ScriptOutputInvalid},
	"output file is a pipe":           {action.Bash, `mkfifo "$HEDDLE_OUTPUT_FILE"`, ports.ScriptOutputInvalid},
	"output file is a device link":    {action.Bash, `ln -s /dev/zero "$HEDDLE_OUTPUT_FILE"`, ports.ScriptOutputInvalid},
	"output file is a directory":      {action.Bash, `mkdir "$HEDDLE_OUTPUT_FILE"`, ports.ScriptOutputInvalid},
	"output file is a socket": {
		action.Python, "import os, socket\nsocket.socket(socket.AF_UNIX).bind('output.json')", ports.ScriptOutputInvalid,
	},
	"another directory in place of its own": {
		action.Bash, `mv "$HOME" "$HOME.moved" && mkdir "$HOME" && ln -s /etc/passwd "$HEDDLE_OUTPUT_FILE"`, ports.ScriptWithoutOutput,
	},
	"output with NUL":       {action.Bash, `printf '{"a":"\0"}' > "$HEDDLE_OUTPUT_FILE"`, ports.ScriptOutputInvalid},
	"output is not UTF-8":   {action.Bash, `printf '{"a":"\377"}' > "$HEDDLE_OUTPUT_FILE"`, ports.ScriptOutputInvalid},
	"output is nested deep": {action.Python, `print('{"a":' * 100000 + '1' + '}' * 100000)`, ports.ScriptOutputInvalid},
	"empty output file":     {action.Bash, `: > "$HEDDLE_OUTPUT_FILE"`, ports.ScriptOutputInvalid},
	"locks its directory":   {action.Bash, `mkdir -p a/b; chmod 0 a/b a; chmod 500 .; exit 1`, ports.ScriptExited},
}

func TestAttacksFailByName(t *testing.T) {
	t.Parallel()
	for name, attack := range attacks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			scripts, dir := setup(t, runner.Config{Timeout: 5 * time.Second})
			spec := ports.ScriptRun{
				Language: attack.language, Source: attack.source, OutputExpected: true,
				Limits: ports.ScriptLimits{MemoryBytes: 200 << 20, Processes: 30, OutputBytes: 4 << 20},
			}
			if attack.failure == ports.ScriptTimedOut {
				spec.Timeout = 300 * time.Millisecond
			}
			scripttest.WantFailure(t, run(t, scripts, spec), attack.failure)
			left, err := filepath.Glob(filepath.Join(dir, "*", "*"))
			if err != nil || len(left) > 0 && !strings.HasSuffix(left[0], ".moved") {
				t.Errorf("files left: %v, %v", left, err)
			}
		})
	}
}

func TestChildrenThatKeepStreamsOpenDoNotHoldTheRun(t *testing.T) {
	t.Parallel()
	scripts, _ := setup(t, runner.Config{})
	result := run(t, scripts, ports.ScriptRun{Language: action.Bash, Source: `setsid sleep 300 & echo '{"a":1}'`, OutputExpected: true})
	if string(result.Outputs) != `{"a":1}` || result.Duration > 30*time.Second {
		t.Errorf("%+v", result)
	}
}

func TestServersEnvironmentStaysSecret(t *testing.T) {
	const planted = "planted-secret-5dc1"
	t.Setenv("PLANTED_SECRET", planted)
	scripts, _ := setup(t, runner.Config{})
	for language, source := range map[action.Language]string{
		action.Bash:   `env; cat /proc/*/environ 2>/dev/null | tr '\0' '\n'`,
		action.Node:   `console.log(process.env)`,
		action.Python: "import os\nprint(os.environ)",
	} {
		result := run(t, scripts, ports.ScriptRun{Language: language, Source: source, Limits: ports.ScriptLimits{LogBytes: 8 << 20}})
		if strings.Contains(result.Stdout+result.Stderr, planted) {
			t.Errorf("a %s script read the server's environment", language)
		}
	}
}

func TestMissingInterpreterIsNamed(t *testing.T) {
	t.Parallel()
	scripts, dir := setup(t, runner.Config{Path: t.TempDir()})
	_, err := scripts.Run(t.Context(), ports.ScriptRun{Language: action.Python, Source: "pass"})
	if fault.CodeOf(err) != "interpreter-missing" || fault.KindOf(err) != fault.KindUnavailable || !strings.Contains(err.Error(), "Python 3") {
		t.Errorf("err = %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "scratch", "*")); len(left) > 0 {
		t.Errorf("files left: %v", left)
	}
}

func TestHugeInputsReachTheScriptByFile(t *testing.T) {
	t.Parallel()
	scripts, _ := setup(t, runner.Config{})
	inputs := jsontext.Value(`{"big":"` + strings.Repeat("x", 5<<20) + `"}`)
	result := run(t, scripts, ports.ScriptRun{
		Language: action.Bash, Inputs: inputs, Source: `wc -c < "$HEDDLE_INPUT_FILE"; wc -c; echo ${INPUT_BIG-left out}`,
	})
	if result.Stdout != "5242890\n5242890\nleft out\n" {
		t.Errorf("stdout %q, stderr %q", result.Stdout, result.Stderr)
	}
}

func TestRunThatTheShutdownEndsIsNotTheScriptsFailure(t *testing.T) {
	t.Parallel()
	home, err := process.Open(filepath.Join(t.TempDir(), "processes"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	scripts, err := runner.New(home, runner.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := scripts.Run(t.Context(), ports.ScriptRun{Language: action.Bash, Source: `: > started; sleep 300`})
		ended <- err
	}()
	started := func() bool {
		files, _ := filepath.Glob(filepath.Join(dir, "*", "started"))
		return len(files) > 0
	}
	for tick := time.NewTicker(time.Millisecond); !started(); <-tick.C {
		if t.Context().Err() != nil {
			t.Fatal("the script never started")
		}
	}
	home.Close()
	if err := <-ended; fault.KindOf(err) != fault.KindUnavailable {
		t.Errorf("err = %v, want unavailable", err)
	}
}

func BenchmarkRun(b *testing.B) {
	home, err := process.Open(filepath.Join(b.TempDir(), "processes"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(home.Close)
	scripts, err := runner.New(home, runner.Config{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	for language, source := range map[action.Language]string{
		action.Bash: `echo '{}'`, action.Node: `console.log("{}")`, action.Python: `print("{}")`,
	} {
		b.Run(string(language), func(b *testing.B) {
			for b.Loop() {
				if _, err := scripts.Run(b.Context(), ports.ScriptRun{Language: language, Source: source}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestSweepRemovesScratchDirectoriesOfAKilledServer(t *testing.T) {
	t.Parallel()
	scripts, dir := setup(t, runner.Config{})
	left := filepath.Join(dir, "scratch", "run-123", "deep")
	if err := os.MkdirAll(left, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := scripts.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(filepath.Join(dir, "scratch")); err != nil || len(entries) > 0 {
		t.Errorf("left: %v, %v", entries, err)
	}
}
