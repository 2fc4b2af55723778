package main

import (
	"strings"
	"testing"
)

func TestVersionNamesVersionCommitAndGo(t *testing.T) {
	t.Parallel()
	var out versionOutput
	decode(t, heddle(t, "", "version", "--json").stdout, &out)
	if out.Version == "" || out.Commit == "" || !strings.HasPrefix(out.GoVersion, "go") {
		t.Errorf("%+v", out)
	}
	for _, args := range [][]string{{"version"}, {"--version"}} {
		if got := heddle(t, "", args...); got.code != 0 || got.stderr != "" || !strings.Contains(got.stdout, out.GoVersion) {
			t.Errorf("%q: %+v", args, got)
		}
	}
}

func TestWrongUsageExitsWithTwo(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{},
		{"doc"},
		{"nonsense"},
		{"doc", "revision"},
		{"doc", "revision", "a", "b"},
		{"version", "--nonsense"},
		{"doc", "revision", "/does/not/exist.json"},
		{"doc", "revision", "."},
		{"doc", "apply", "-", "-"},
	} {
		if got := heddle(t, "", args...); got.code != 2 || got.stdout != "" || got.stderr == "" {
			t.Errorf("%q: %+v", args, got)
		}
	}
}

func TestHelpIsNoError(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--help"}, {"doc", "apply", "--help"}} {
		if got := heddle(t, "", args...); got.code != 0 || !strings.Contains(got.stdout, "Usage: heddle") {
			t.Errorf("%q: %+v", args, got)
		}
	}
}
