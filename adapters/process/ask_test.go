package process_test

import (
	"io"
	"strings"
	"testing"

	"heddle.dev/heddle/adapters/process"
)

func TestAVersionIsComparedByItsNumbers(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]struct {
		version string
		enough  bool
	}{
		"1.18.0":                   {"1.18.0", true},
		"1.17.99":                  {"1.17.99", false},
		"1.18.33\n":                {"1.18.33", true},
		"2.0.0 (Claude Code)":      {"2.0.0", true},
		"0.99.99":                  {"0.99.99", false},
		"hello":                    {"", false},
		"1.99999999999999999999.1": {"1.99999999999999999999.1", true},
	} {
		if version, enough := process.AtLeast(said, [3]int{1, 18, 0}); version != want.version || enough != want.enough {
			t.Errorf("%q: %q, %t", said, version, enough)
		}
	}
}

func TestWhatOthersSaidFitsIntoASentence(t *testing.T) {
	t.Parallel()
	if got := process.Excerpt(" no\n\tsuch  key. "); got != "no such key" {
		t.Errorf("%q", got)
	}
	if got := process.Excerpt(strings.Repeat("ä", 1000)); got != strings.Repeat("ä", 300)+"…" {
		t.Errorf("%q", got)
	}
	var tail process.Tail
	if got := tail.LastLines(); got != "it said nothing" {
		t.Errorf("%q", got)
	}
	if _, err := io.WriteString(&tail, "1\n2\n3\n4\n5\n6\n"); err != nil {
		t.Fatal(err)
	}
	if got := tail.LastLines(); got != "2\n3\n4\n5\n6" {
		t.Errorf("%q", got)
	}
}
