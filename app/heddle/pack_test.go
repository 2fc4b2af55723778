package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle.dev/heddle/adapters/remote"
)

const (
	helloTool = `{ "name": "hello", "description": "Says <hello> & more", "language": "bash", "source": "echo" }`
	helloPack = `{"heddlePack": 1, "tools": [` + helloTool + `], "workflows": [{"slug": "orders", "document": ` + valid + `}]}`
)

func TestAPackIsImportedAndExported(t *testing.T) {
	t.Parallel()
	server := "--server=" + serve(t, "--data", t.TempDir()).url
	path := file(t, helloPack)
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"--dry-run"}, []string{"create     tool/hello\n", "create     workflow/orders: version 1\n", "it would be 2 created, 0 updated, 0 unchanged; nothing was written"}},
		{nil, []string{"create     tool/hello", "2 created, 0 updated, 0 unchanged"}},
		{nil, []string{"unchanged  tool/hello", "0 created, 0 updated, 2 unchanged"}},
	} {
		got := heddle(t, "", append([]string{"pack", "import", path, server}, c.args...)...)
		for _, part := range c.want {
			if got.code != 0 || got.stderr != "" || !strings.Contains(got.stdout, part) {
				t.Errorf("%q: %+v, want %q", c.args, got, part)
			}
		}
	}
	exported := heddle(t, "", "pack", "export", server)
	if exported.code != 0 || !strings.Contains(exported.stdout, helloTool) || !strings.Contains(exported.stdout, strings.TrimSpace(valid)) {
		t.Errorf("%+v", exported)
	}
	output := filepath.Join(t.TempDir(), "pack.json")
	if got := heddle(t, "", "pack", "export", server, "--tool=hello", "-o", output); got.code != 0 || got.stdout != "" {
		t.Errorf("%+v", got)
	}
	if text, err := os.ReadFile(output); err != nil || !strings.Contains(string(text), helloTool) || strings.Contains(string(text), "orders") {
		t.Errorf("%s, %v", text, err)
	}
	var plan struct {
		Items []remote.PlannedItem `json:"items"`
	}
	decode(t, heddle(t, exported.stdout, "pack", "import", "-", server, "--json").stdout, &plan)
	if len(plan.Items) != 2 || plan.Items[0].Change != "unchanged" {
		t.Errorf("%+v", plan)
	}
}

func TestAnImportThatIsRefusedExitsWithOneAndSaysWhy(t *testing.T) {
	t.Parallel()
	server := "--server=" + serve(t, "--data", t.TempDir()).url
	broken := strings.Replace(helloPack, `"bash"`, `"basic"`, 1)
	for _, args := range [][]string{nil, {"--dry-run"}} {
		got := heddle(t, broken, append([]string{"pack", "import", "-", server}, args...)...)
		if got.code != 1 || !strings.Contains(got.stdout, "error INVALID_LANGUAGE: ") || !strings.Contains(got.stdout+got.stderr, "nothing was written") {
			t.Errorf("%q: %+v", args, got)
		}
	}
	var out refusedImport
	decode(t, heddle(t, broken, "pack", "import", "-", server, "--json").stdout, &out)
	if out.Error.Code != "not-importable" || out.Error.Problems == nil {
		t.Errorf("%+v", out)
	}
	if got := heddle(t, helloPack, "pack", "import", "-", server); got.code != 0 {
		t.Errorf("%+v", got)
	}
	stale := strings.Replace(strings.Replace(helloPack, "more", "less", 1), `"heddlePack": 1,`, `"heddlePack": 1, "baseContentRevisions": {"tool/hello": null},`, 1)
	if got := heddle(t, stale, "pack", "import", "-", server, "--dry-run"); got.code != 1 || !strings.Contains(got.stdout, "conflict   tool/hello: there is one already") {
		t.Errorf("%+v", got)
	}
	if got := heddle(t, stale, "pack", "import", "-", server); got.code != 1 || !strings.Contains(got.stdout, "tool/hello: error CHANGED_OUTSIDE") {
		t.Errorf("%+v", got)
	}
	if got := heddle(t, stale, "pack", "import", "-", server, "--force"); got.code != 0 || !strings.Contains(got.stdout, "update     tool/hello: there is one already") {
		t.Errorf("%+v", got)
	}
	for _, args := range [][]string{{"--tool=hullo"}, {"--workflow=order"}, {"--team=nobody"}} {
		if got := heddle(t, "", append([]string{"pack", "export", server}, args...)...); got.code != 1 || got.stdout != "" || !strings.Contains(got.stderr, "there is no") {
			t.Errorf("%q: %+v", args, got)
		}
	}
}

func TestWhatIsNoPackOrNoServerIsSaidSo(t *testing.T) {
	t.Parallel()
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for name, c := range map[string]struct {
		stdin, server string
		code          int
		want          string
	}{
		"no JSON":             {"{", other.URL, 2, "-: "},
		"no address":          {helloPack, "localhost", 2, "no address of a server"},
		"no server there":     {helloPack, gone.URL, 1, "can't be reached"},
		"another server":      {helloPack, other.URL, 1, "no Heddle server"},
		"no file to speak of": {"", other.URL, 2, "-: "},
	} {
		got := heddle(t, c.stdin, "pack", "import", "-", "--server="+c.server)
		if got.code != c.code || got.stdout != "" || !strings.Contains(got.stderr, c.want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
