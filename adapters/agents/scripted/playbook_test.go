package scripted_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle.dev/heddle/adapters/agents/scripted"
	"heddle.dev/heddle/domain/fault"
)

const goodPlaybook = "name: good\nabout: says hello\nmatch: ^hello\nsteps:\n  - say: Hello.\n"

func TestPlaybooksThatCanNotBeUsedAreNamed(t *testing.T) {
	t.Parallel()
	dir := func(text string) string {
		dir := t.TempDir()
		for name, content := range map[string]string{"good.yaml": goodPlaybook, "odd.yaml": text, "notes.txt": "no playbook"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	missing := filepath.Join(t.TempDir(), "missing")
	taken := dir(goodPlaybook)
	if err := os.Mkdir(filepath.Join(taken, "a.yaml"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ dir, says string }{
		"no such directory":  {missing, missing},
		"a file":             {filepath.Join(taken, "odd.yaml"), "odd.yaml"},
		"a directory inside": {taken, "a.yaml"},
		"no YAML":            {dir("name: [\n"), "odd.yaml"},
		"an empty file":      {dir(""), "odd.yaml"},
		"an unknown key":     {dir(goodPlaybook + "more: 1\n"), "odd.yaml"},
		"no steps":           {dir("name: a\nabout: b\nmatch: c\n"), "odd.yaml"},
		"a wrong expression": {dir(strings.Replace(goodPlaybook, "^hello", "(", 1)), "odd.yaml"},
	} {
		err := scripted.CheckPlaybooks(c.dir)
		if fault.CodeOf(err) != "invalid-playbooks" || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want it to name %s", name, err, c.says)
		}
	}
	for _, fine := range []string{"", t.TempDir(), dir(goodPlaybook)} {
		if err := scripted.CheckPlaybooks(fine); err != nil {
			t.Errorf("%q: %v", fine, err)
		}
	}
}
