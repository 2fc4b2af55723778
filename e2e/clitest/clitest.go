// Package clitest finds the command lines of other makers that tests drive as agents. `go tool task setup` installs them.
package clitest

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Opencode is the path of the opencode CLI. The test fails if it is not installed.
func Opencode(t testing.TB) string {
	t.Helper()
	// The package opencode-ai has a program of its own per system; on some processors it brings a second one that needs less.
	return find(t, "opencode", "opencode-*[0-9]", "bin", "opencode")
}

// ClaudeCode is the path of the Claude Code CLI. The test fails if it is not installed.
func ClaudeCode(t testing.TB) string {
	t.Helper()
	// Its package has a program of its own per system, too; npm installs the one of this system.
	return find(t, "claudecode", "@anthropic-ai", "claude-code-*", "claude*")
}

// find looks for a program below the node_modules of a folder of e2e.
func find(t testing.TB, folder string, pattern ...string) string {
	t.Helper()
	mod, err := exec.CommandContext(t.Context(), "go", "env", "GOMOD").Output()
	if err != nil {
		t.Fatal(err)
	}
	place := filepath.Join(filepath.Dir(strings.TrimSpace(string(mod))), "e2e", folder, "node_modules")
	found, err := filepath.Glob(filepath.Join(append([]string{place}, pattern...)...))
	if err != nil || len(found) == 0 {
		t.Fatalf("%s is not installed in %s: run `go tool task setup` first", folder, place)
	}
	return found[0]
}
