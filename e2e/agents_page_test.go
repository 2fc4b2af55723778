package e2e_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
)

func TestAnAgentIsAttachedAsItIsWritten(t *testing.T) {
	t.Parallel()
	s := heddletest.Start(t, heddletest.SQLite)
	shell, said := newShell(t), ""
	for _, b := range blocksOf(t, "agents.md") {
		switch b.kind {
		case "sh agent":
			said += shell.run(opencodeCommand(t) + "\n" + b.text)
		case "sh refused":
			said += shell.run(fmt.Sprintf("if %s; then echo 'this was not refused'; exit 1; fi", b.text))
		case "sh":
			said += shell.run(strings.ReplaceAll(b.text, "http://127.0.0.1:7400", s.URL))
		default:
			t.Errorf("there is a block of the kind %q", b.kind)
		}
	}
	for _, part := range []string{
		"claude mcp add --transport http heddle " + s.URL, "heddle connected", `"HEDDLE_AGENT_TOKEN": "hdl_agent_`, `"created":true`,
		"attached (attached agent my opencode) completed tool/order-status", "my opencode was here", `the token of the agent "my opencode" was revoked`,
	} {
		if !strings.Contains(said, part) {
			t.Errorf("the commands did not say %q", part)
		}
	}
	if t.Failed() {
		t.Logf("the commands said:\n%s", said)
	}
}

// opencodeCommand defines the command for a shell in whose directory the configuration is. What it prints is freed of colours.
func opencodeCommand(t *testing.T) string {
	t.Helper()
	program := opencode(t, "")
	script := filepath.Join(t.TempDir(), "opencode")
	text := "#!/bin/sh\ncd " + program.Dir + " && exec env -i"
	for _, variable := range program.Env {
		if name, _, _ := strings.Cut(variable, "="); name != "OPENCODE_CONFIG_CONTENT" {
			text += " '" + variable + "'"
		}
	}
	text += ` "OPENCODE_CONFIG=$1" ` + program.Path + ` mcp list </dev/null 2>&1` + "\n"
	if err := os.WriteFile(script, []byte(text), 0o700); err != nil { //nolint:gosec // it is a program
		t.Fatal(err)
	}
	return `opencode() { ` + script + ` "$PWD/opencode.json" | sed 's/\x1b\[[0-9;]*m//g'; }`
}
