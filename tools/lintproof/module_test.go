package lintproof_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// module is a small module of the product's name in a folder of its own.
type module struct {
	t        *testing.T
	dir      string
	stubs    map[string]bool
	requires strings.Builder
}

func newModule(t *testing.T) *module {
	t.Helper()
	m := &module{t: t, dir: t.TempDir(), stubs: map[string]bool{}}
	rules, err := os.ReadFile("../../.golangci.yml")
	if err != nil {
		t.Fatal(err)
	}
	m.write(".golangci.yml", string(rules))
	return m
}

func (m *module) write(file, text string) {
	m.t.Helper()
	file = filepath.Join(m.dir, filepath.FromSlash(file))
	if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		m.t.Fatal(err)
	}
}

// importable makes an empty package of that path, unless the standard library has it: a folder of the module, or
// another module beside it.
func (m *module) importable(importPath string) {
	m.t.Helper()
	foreign := strings.Contains(strings.Split(importPath, "/")[0], ".")
	if !foreign || m.stubs[importPath] {
		return
	}
	m.stubs[importPath] = true
	source := "package " + strings.ReplaceAll(path.Base(importPath), "-", "_") + "\n"
	if folder, own := strings.CutPrefix(importPath, product); own {
		m.write(folder+"/empty.go", source)
		return
	}
	stub := "stubs/" + importPath
	m.write(stub+"/go.mod", "module "+importPath+"\n")
	m.write(stub+"/empty.go", source)
	version := "v0.0.0"
	if base := path.Base(importPath); len(base) == 2 && base[0] == 'v' {
		version = base + ".0.0"
	}
	m.requires.WriteString("require " + importPath + " " + version + "\nreplace " + importPath + " => ./" + stub + "\n")
}

// lint runs one linter with the rules of the repository and answers its messages by file.
func (m *module) lint(linter string) map[string][]string {
	m.t.Helper()
	m.write("go.mod", "module "+strings.TrimSuffix(product, "/")+"\n\ngo 1.26\n\n"+m.requires.String())
	program, err := linterProgram()
	if err != nil {
		m.t.Fatalf("build the linter: %v", err)
	}
	command := exec.CommandContext(m.t.Context(), program, "run", "--enable-only", linter,
		"--output.json.path=stdout", "--allow-parallel-runners", "./...")
	command.Dir = m.dir
	command.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off", "PWD="+m.dir)
	var said bytes.Buffer
	command.Stderr = &said
	output, failure := command.Output() // it fails when it finds something, as it should
	var report struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct{ Filename string }
		}
	}
	if err := json.NewDecoder(bytes.NewReader(output)).Decode(&report); err != nil {
		m.t.Fatalf("read the linter's report: %v (%v)\n%s%s", err, failure, output, said.String())
	}
	found := map[string][]string{}
	for _, issue := range report.Issues {
		if issue.FromLinter != linter {
			m.t.Fatalf("%s: %s (%s)", issue.Pos.Filename, issue.Text, issue.FromLinter)
		}
		file := filepath.ToSlash(issue.Pos.Filename)
		found[file] = append(found[file], issue.Text)
	}
	return found
}

// linterProgram answers where the linter of tools/go.mod is, which is built for the first who asks.
var linterProgram = sync.OnceValues(func() (string, error) {
	output, err := exec.Command("go", "tool", "-n", "golangci-lint").Output()
	return strings.TrimSpace(string(output)), err
})
