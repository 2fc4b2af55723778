package main

import (
	"strings"
	"testing"
)

// refusedServe runs `heddle serve` with settings that are refused and answers what it says.
func refusedServe(t *testing.T, args ...string) outcome {
	t.Helper()
	got := heddle(t, "", append([]string{"serve", "--data", t.TempDir()}, args...)...)
	if got.code == exitOK || got.stderr == "" {
		t.Fatalf("%q: %+v", args, got)
	}
	return got
}

// An address that is refused shows in the refusal, and so where it came from.
func TestAFlagGoesBeforeAVariableAndAVariableBeforeTheFile(t *testing.T) {
	config := file(t, "addr: 0.0.0.0:1\n")
	wants := func(port string, args ...string) {
		t.Helper()
		if got := refusedServe(t, args...); !strings.Contains(got.stderr, `"0.0.0.0:`+port+`"`) {
			t.Errorf("%q: %+v, want port %s", args, got, port)
		}
	}
	wants("1", "--config", config)
	wants("3", "--config", config, "--addr", "0.0.0.0:3")
	t.Setenv("HEDDLE_ADDR", "0.0.0.0:2")
	wants("2", "--config", config)
	wants("2")
	wants("3", "--config", config, "--addr", "0.0.0.0:3")
	t.Setenv("HEDDLE_CONFIG", file(t, "adr: x\n"))
	if got := refusedServe(t); !strings.Contains(got.stderr, `"adr"`) {
		t.Errorf("%+v", got)
	}
}

func TestASettingsFileThatIsWrongIsRefused(t *testing.T) {
	t.Parallel()
	for text, says := range map[string]string{
		"adr: 127.0.0.1:0":                   `did you mean "addr"`,
		"max_body: 1":                        `"max-body"`,
		"json: true":                         `"json"`, // a flag of other commands
		"config: other.yaml":                 `"config"`,
		"help: true":                         `"help"`,
		"max-body: much":                     "max-body",
		"playbooks:":                         `"playbooks"`,
		"playbooks: [a, b]":                  `"playbooks"`,
		"log-format: xml":                    "log-format",
		"keep-events: a day":                 "keep-events",
		"addr: 127.0.0.1:0\naddr: x":         "addr",
		"- a list":                           "settings file",
		"max-body: {a: 1}":                   "max-body",
		"addr: \"127.0.0.1:0":                "settings file",
		"log-level: loud":                    "log-level",
		"max-call-moves: -5":                 "--max-call-moves",
		"max-expression-cost: -1":            "max-expression-cost",
		"action-slots: 99999999999999999999": "action-slots",
		"engine: gpt":                        "is none that can be used here; there are: scripted",
		"engine: opencode":                   "docs/engines.md",
		"engine: claude-code\nclaude-code: /nowhere/claude": "docs/engines.md",
		"claude-code-url: localhost:1":                      `want one such as https://gateway.example.com`,
		"opencode-url: localhost:11434":                     `want one such as http://127.0.0.1:11434/v1`,
		"opencode-url: http://127.0.0.1:1":                  "--opencode-model",
	} {
		if got := refusedServe(t, "--config", file(t, text)); !strings.Contains(got.stderr, says) {
			t.Errorf("%s: %+v, want %q", text, got, says)
		}
	}
	if got := refusedServe(t, "--config", "/does/not/exist.yaml"); got.code != exitUsage || !strings.Contains(got.stderr, "/does/not/exist.yaml") {
		t.Errorf("%+v", got)
	}
}

func TestTheServerListensOnLoopbackOnly(t *testing.T) {
	t.Parallel()
	for addr, says := range map[string]string{
		"0.0.0.0:0": "loopback", ":0": "loopback", "[::]:0": "loopback", "192.168.0.7:80": "loopback", "example.com:80": "loopback",
		"127.0.0.1": "host:port", "": "host:port", "localhost.example.com:1": "loopback",
	} {
		if got := refusedServe(t, "--addr", addr); !strings.Contains(got.stderr, says) {
			t.Errorf("%q: %+v, want %q", addr, got, says)
		}
	}
}

func TestLimitsAreMoreThanNothing(t *testing.T) {
	t.Parallel()
	for _, flag := range []string{
		"--max-body", "--max-expression-cost", "--max-moves", "--max-call-moves", "--action-slots", "--script-memory", "--script-processes",
		"--script-output", "--script-result", "--script-file", "--script-log",
	} {
		for _, value := range []string{"0", "-1"} {
			if got := refusedServe(t, flag+"="+value); !strings.Contains(got.stderr, flag) {
				t.Errorf("%s=%s: %+v", flag, value, got)
			}
		}
	}
	for _, flag := range []string{"--keep-events", "--keep-idempotency", "--agent-idle"} {
		for _, value := range []string{"0s", "-1h"} {
			if got := refusedServe(t, flag+"="+value); !strings.Contains(got.stderr, flag) {
				t.Errorf("%s=%s: %+v", flag, value, got)
			}
		}
	}
}
