package runner

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/ports"
)

// Linux refuses to start a program with a variable of 128 KiB, or with more than
// a few MiB of them (execve(2), E2BIG). Inputs beyond these sizes are left out of
// the environment; the input file has them all.
const (
	maxInputVariable  = 32 << 10
	maxInputVariables = 256 << 10
)

// environment lists what a script sees: a minimal set, what was declared, then
// what the runner itself says, which nobody can replace.
func environment(run ports.ScriptRun, path string, s *scratch) []string {
	variables := map[string]string{
		"PATH": path,
		"LANG": "C.UTF-8",
	}
	for _, declared := range []map[string]string{run.Environment, run.Secrets} {
		for name, value := range declared {
			if isVariable(name, value) {
				variables[name] = value
			}
		}
	}
	addInputs(variables, run.Inputs)
	for name, value := range map[string]string{
		"HOME":                   workDir(run, s),
		"TMPDIR":                 s.dir,
		"HEDDLE_INPUT_FILE":      s.path(inputFile),
		"HEDDLE_OUTPUT_FILE":     s.path(outputFile),
		"HEDDLE_ACTIVATION_ID":   run.ActivationID,
		"HEDDLE_IDEMPOTENCY_KEY": run.ActivationID,
	} {
		variables[name] = value
	}
	list := make([]string, 0, len(variables))
	for name, value := range variables {
		list = append(list, name+"="+value)
	}
	slices.Sort(list)
	return list
}

// workDir is where the script runs.
func workDir(run ports.ScriptRun, s *scratch) string {
	if run.Dir != "" {
		return run.Dir
	}
	return s.dir
}

// isVariable tells whether the system can hold a variable and it is not the runner's.
func isVariable(name, value string) bool {
	return name != "" && !strings.ContainsAny(name, "=\x00") && !strings.Contains(value, "\x00") &&
		!strings.HasPrefix(name, "HEDDLE_") && !strings.HasPrefix(name, "INPUT_")
}

// addInputs adds INPUT_<NAME> for each input: texts as they are, everything else
// as JSON. Of two names that differ only in what a variable can't show the first counts.
func addInputs(variables map[string]string, inputs jsontext.Value) {
	object, _ := rawjson.ParseObject(inputs)
	total := 0
	for name, value := range object.Members() {
		variable := inputVariable(name)
		text, isText := rawjson.String(value)
		if !isText {
			text = string(value)
		}
		_, taken := variables[variable]
		if taken || len(text) > maxInputVariable || total+len(text) > maxInputVariables || strings.Contains(text, "\x00") {
			continue
		}
		total += len(text)
		variables[variable] = text
	}
}

// inputVariable is the variable's name: upper case, with _ for what is no letter or digit.
func inputVariable(name string) string {
	return "INPUT_" + strings.Map(func(c rune) rune {
		switch {
		case 'a' <= c && c <= 'z':
			return c - 'a' + 'A'
		case 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
			return c
		}
		return '_'
	}, name)
}
