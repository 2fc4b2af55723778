package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/domain/fault"
)

const valid = `{
  "name": "Orders", "x-owner": {"b": 1.0, "a": "\u0061"},
  "id": "orders",
  "nodes": [
    {"id": "s", "type": "start", "name": "Start", "config": {"inputs": []}},
    {"id": "e", "type": "end", "name": "End", "config": {}}
  ],
  "edges": [{"id": "se", "source": "s", "target": "e"}]
}
`

const rename = `{"id":"c","baseRevision":"@current","author":"user","summary":"","ops":[{"op":"metadata","patch":{"name":"New"}}]}`

// outcome is what one command line did.
type outcome struct {
	code           int
	stdout, stderr string
}

// heddle runs a command line.
func heddle(t *testing.T, stdin string, args ...string) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := run(t.Context(), args, strings.NewReader(stdin), &stdout, &stderr)
	return outcome{code, stdout.String(), stderr.String()}
}

// file writes a file and gives its path.
func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func decode(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
}

func TestRevisionPrintsOneLineOrJSON(t *testing.T) {
	t.Parallel()
	plain := heddle(t, "", "doc", "revision", file(t, valid))
	if plain.code != 0 || !strings.HasPrefix(plain.stdout, "sha256:") || strings.Count(plain.stdout, "\n") != 1 {
		t.Errorf("%+v", plain)
	}
	var out struct {
		ContentRevision string `json:"contentRevision"`
	}
	decode(t, heddle(t, valid, "doc", "revision", "-", "--json").stdout, &out)
	if out.ContentRevision+"\n" != plain.stdout {
		t.Errorf("JSON says %s, the line %s", out.ContentRevision, plain.stdout)
	}
}

func TestValidatePrintsProblems(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		code int
		want string
	}{
		{valid, 0, ""},
		{strings.Replace(valid, `{"inputs": []}`, `{}`, 1), 0, "MISSING_START_INPUTS"},
		{strings.Replace(valid, `"target": "e"`, `"target": "x"`, 1), 1, "INVALID_EDGE_TARGET"},
		{strings.Replace(valid, `"target": "e"`, `"target": "e", "condition": "1 +"`, 1), 0, "INVALID_CONDITION"},
		{`[]`, 1, "INVALID_WORKFLOW"},
	} {
		path := file(t, c.text)
		got := heddle(t, "", "doc", "validate", "--json", path)
		var out struct {
			Problems []fault.Problem `json:"problems"`
		}
		decode(t, got.stdout, &out)
		if got.code != c.code || out.Problems == nil || (len(out.Problems) > 0) != (c.want != "") {
			t.Errorf("%+v, want exit %d and %q", got, c.code, c.want)
		}
		plain := heddle(t, "", "doc", "validate", path)
		if plain.code != c.code || !strings.Contains(plain.stdout, c.want) || !strings.Contains(got.stdout, c.want) {
			t.Errorf("%+v, want exit %d and %q", plain, c.code, c.want)
		}
	}
}

func TestUnreadableInputNamesFileLineAndColumn(t *testing.T) {
	t.Parallel()
	path := file(t, "{\n  \"a\": 1,\n  \"a\": 2\n}")
	for _, args := range [][]string{{"validate", path}, {"revision", path}, {"apply", path, path}, {"apply", file(t, valid), path}} {
		got := heddle(t, "", append([]string{"doc"}, args...)...)
		if got.code != 2 || got.stdout != "" || !strings.Contains(got.stderr, path+": line 3, column 3") || !strings.Contains(got.stderr, `"a"`) {
			t.Errorf("%q: %+v", args, got)
		}
	}
}

func TestApplyKeepsWhatTheChangeSetDoesNotName(t *testing.T) {
	t.Parallel()
	want := strings.Replace(valid, `"Orders"`, `"New"`, 1)
	document, set := file(t, valid), file(t, rename)
	if got := heddle(t, "", "doc", "apply", document, set); got.code != 0 || got.stdout != want {
		t.Errorf("%+v", got)
	}
	got := heddle(t, "", "doc", "apply", document, set, "--json")
	revision := strings.TrimSpace(heddle(t, want, "doc", "revision", "-").stdout)
	if got.code != 0 || got.stdout != `{"document":`+strings.TrimSpace(want)+`,"contentRevision":"`+revision+"\"}\n" {
		t.Errorf("%+v", got)
	}
}

func TestApplyChecksTheBaseRevision(t *testing.T) {
	t.Parallel()
	current := strings.TrimSpace(heddle(t, valid, "doc", "revision", "-").stdout)
	document := file(t, valid)
	if got := heddle(t, strings.Replace(rename, "@current", current, 1), "doc", "apply", document, "-"); got.code != 0 {
		t.Errorf("%+v", got)
	}
	stale := strings.Replace(rename, "@current", "sha256:00", 1)
	got := heddle(t, stale, "doc", "apply", document, "-", "--json")
	if got.code != 1 || !strings.HasPrefix(got.stdout, `{"error":{"code":"stale","reason":"`) || got.stderr != "" {
		t.Errorf("%+v", got)
	}
	if got := heddle(t, stale, "doc", "apply", document, "-"); got.code != 1 || got.stdout != "" || !strings.Contains(got.stderr, "stale") {
		t.Errorf("%+v", got)
	}
}

func TestApplyNamesTheOpThatIsRefused(t *testing.T) {
	t.Parallel()
	set := `{"baseRevision":"@current","ops":[{"op":"removeEdge","id":"se"},{"op":"explode"}]}`
	got := heddle(t, set, "doc", "apply", file(t, valid), "-", "--json")
	if got.code != 1 || !strings.HasPrefix(got.stdout, `{"error":{"code":"malformed","opIndex":1,"reason":"there is no op \"explode\"`) {
		t.Errorf("%+v", got)
	}
}
