package lintproof_test

import (
	"strconv"
	"strings"
	"testing"
)

// identifiers says for a line of Go in a file whether the linter forbids it.
var identifiers = []struct {
	file, line string
	forbidden  bool
}{
	{"domain/a/a_test.go", "func TestA(t *testing.T) { t.Skip() }", true},
	{"domain/a/a_test.go", `func TestA(t *testing.T) { t.Skipf("%d", 1) }`, true},
	{"domain/a/a_test.go", "func TestA(t *testing.T) { t.SkipNow() }", true},
	{"domain/a/a_test.go", "func BenchmarkA(b *testing.B) { b.Skip() }", true},
	{"domain/a/a_test.go", "func FuzzA(f *testing.F) { f.Skip() }", true},
	{"domain/a/a_test.go", "func setup(tb testing.TB) { tb.SkipNow() }", true},
	{"domain/a/a_test.go", "type suite struct{ *testing.T }\n\nfunc (s suite) run() { s.Skip() }", true},
	{"domain/a/a_test.go", "func TestA(t *testing.T) { skip := t.Skip; skip() }", true},
	{"domain/a/a_test.go", "func TestA(t *testing.T) { t.Log(testing.Short()) }", true},
	{"domain/a/a_test.go", "func TestA(t *testing.T) { time.Sleep(1); t.Log() }", true},
	{"domain/a/a_test.go", "func TestA(t *testing.T) { t.Log(time.Now()) }", false},
	{"ports/storetest/a.go", "func suite(t *testing.T) { t.Skip() }", true},
	{"e2e/a_test.go", "func TestA(t *testing.T) { t.Skip() }", true},
	{"domain/a/a.go", "var at = time.Now()", true},
	{"app/running/a.go", "var age = time.Since(time.Time{})", true},
	{"adapters/runner/a.go", "var at = time.Now()", false},
	{"adapters/runner/a.go", "func wait() { time.Sleep(1) }", true},
	{"adapters/runner/a.go", `func say() { fmt.Println("hello") }`, true},
	{"app/heddle/a.go", `func say() { fmt.Print("hello") }`, true},
	{"app/heddle/a.go", `func say() { println("hello") }`, true},
}

func TestTheLinterForbidsSkippingSleepingPrintingAndTheClock(t *testing.T) {
	t.Parallel()
	m := newModule(t)
	for i, c := range identifiers {
		m.write(caseOf(c.file, i), "package rule\n"+importsOf(c.line)+"\n"+c.line+"\n")
	}
	found := m.lint("forbidigo")
	for i, c := range identifiers {
		messages := found[caseOf(c.file, i)]
		if forbidden := len(messages) > 0; forbidden != c.forbidden {
			t.Errorf("in %s forbidden is %v, want %v: %s\n%s", c.file, forbidden, c.forbidden, c.line, strings.Join(messages, "\n"))
		}
	}
}

// caseOf gives each case a package of its own below the file's folder.
func caseOf(file string, i int) string {
	folder, name := file[:strings.LastIndex(file, "/")], file[strings.LastIndex(file, "/"):]
	return folder + "/case" + strconv.Itoa(i) + name
}

func importsOf(line string) string {
	var lines strings.Builder
	for _, name := range []string{"fmt", "testing", "time"} {
		if strings.Contains(line, name+".") {
			lines.WriteString("\nimport " + strconv.Quote(name) + "\n")
		}
	}
	return lines.String()
}
