package runner

import (
	"os"
	"path/filepath"
	"regexp"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
)

// language is how scripts of one language are run.
type language struct {
	program  string // the interpreter's name
	product  string // what to install when it is missing
	fileName func(source string) string
}

var languages = map[action.Language]language{
	action.Node:   {program: "node", product: "Node.js", fileName: nodeFileName},
	action.Bash:   {program: "bash", product: "Bash", fileName: fixedName("script.sh")},
	action.Python: {program: "python3", product: "Python 3", fileName: fixedName("script.py")},
}

func fixedName(name string) func(string) string {
	return func(string) string { return name }
}

var (
	usesRequire = regexp.MustCompile(`\brequire\s*\(`)
	usesModules = regexp.MustCompile(`(?m)^\s*(import\b\s*["'{*\w]|export\s)`)
)

// nodeFileName tells Node the kind of module by the file's name: an ES module,
// where await works at the top level, unless the script asks for CommonJS.
func nodeFileName(source string) string {
	if usesRequire.MatchString(source) && !usesModules.MatchString(source) {
		return "script.cjs"
	}
	return "script.mjs"
}

// interpreter finds the absolute path of a language's interpreter.
func (r *Runner) interpreter(name action.Language) (string, error) {
	l, ok := languages[name]
	if !ok {
		return "", fault.New(fault.KindInvalid, "unknown-language",
			"there is no script language %q; %s", name, spelling.Listing("languages", action.Languages()))
	}
	for _, dir := range filepath.SplitList(r.config.Path) {
		path := filepath.Join(dir, l.program)
		if filepath.IsAbs(path) && isProgram(path) {
			return path, nil
		}
	}
	return "", fault.New(fault.KindUnavailable, "interpreter-missing",
		"scripts in %s need %s, but the server finds no program %q on its PATH; install it or correct the PATH, then retry",
		name, l.product, l.program)
}

func isProgram(path string) bool {
	const executable = 0o111
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&executable != 0
}
