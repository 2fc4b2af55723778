package main

import (
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml"

	"heddle.dev/heddle/app/examining"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/scenario"
	"heddle.dev/heddle/domain/simulation"
)

type docTestCmd struct {
	Dir   string `arg:"" help:"Where the scenarios are: files named *.scenarios.yaml, in this folder and below."`
	JUnit string `help:"Write the results as JUnit XML too." name:"junit" placeholder:"FILE"`
	JSON  bool   `help:"Print JSON." name:"json"`
}

const scenariosSuffix = ".scenarios.yaml"

// testedDocument is a workflow document with the scenarios that were run on it.
type testedDocument struct {
	path     string
	compiled *examining.Ready
	problems []fault.Problem // why it can't run, if it can't
	outcomes []scenario.Outcome
	coverage scenario.Coverage
}

// Run runs all scenarios and says which came out otherwise than expected.
func (c *docTestCmd) Run(env *environment) error {
	files, err := findScenarios(c.Dir)
	if err != nil {
		return err
	}
	var tested []*testedDocument
	for _, file := range files {
		if tested, err = testFile(env, file, tested); err != nil {
			return err
		}
	}
	failed := false
	for _, d := range tested {
		d.measure()
		failed = failed || d.failures() > 0
	}
	if c.JSON {
		err = writeJSON(env, reportOf(tested))
	} else {
		err = printTested(env, tested)
	}
	if err == nil && c.JUnit != "" {
		err = writeJUnit(c.JUnit, tested)
	}
	if err == nil && failed {
		err = refused("") // the report has said it
	}
	return err
}

// findScenarios lists the files with scenarios, by path.
func findScenarios(dir string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(path, scenariosSuffix) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		return nil, usageError("%v", err)
	}
	if len(files) == 0 {
		return nil, usageError("%s: there are no scenarios; they are in files named like orders%s, beside orders.json", dir, scenariosSuffix)
	}
	return files, nil
}

// testFile runs one file's scenarios. Several files may have the same document.
func testFile(env *environment, file string, tested []*testedDocument) ([]*testedDocument, error) {
	set, err := readScenarios(env, file)
	if err != nil {
		return nil, err
	}
	path := strings.TrimSuffix(file, scenariosSuffix) + ".json"
	if set.Document != "" {
		path = filepath.Join(filepath.Dir(file), filepath.FromSlash(set.Document))
	}
	var d *testedDocument
	for _, known := range tested {
		if known.path == path {
			d = known
		}
	}
	if d == nil {
		if d, err = loadTested(env, path); err != nil {
			return nil, err
		}
		tested = append(tested, d)
	}
	for i := range set.Scenarios {
		d.test(&set.Scenarios[i])
	}
	return tested, nil
}

func readScenarios(env *environment, file string) (*scenario.Set, error) {
	text, err := readInput(env, file)
	if err != nil {
		return nil, err
	}
	asJSON, err := yaml.YAMLToJSON(text)
	if err != nil {
		return nil, usageError("%s: %s", file, yaml.FormatError(err, false, false))
	}
	set, err := scenario.Parse(asJSON)
	if err != nil {
		return nil, unreadable(file, err)
	}
	return set, nil
}

func loadTested(env *environment, path string) (*testedDocument, error) {
	text, err := readInput(env, path)
	if err != nil {
		return nil, err
	}
	if err := document.CheckText(text); err != nil {
		return nil, unreadable(path, err)
	}
	compiled, problems, err := compileDocument(text)
	return &testedDocument{path: path, compiled: compiled, problems: problems}, err
}

// test runs one scenario. On a document with errors each scenario fails for that.
func (d *testedDocument) test(s *scenario.Scenario) {
	if d.compiled == nil {
		d.outcomes = append(d.outcomes, scenario.Outcome{Scenario: s, Deviations: []string{"the document has errors: " + firstError(d.problems)}})
		return
	}
	d.outcomes = append(d.outcomes, scenario.Run(d.compiled.Version, d.compiled.Document.ID(), s))
}

func firstError(problems []fault.Problem) string {
	for i := range problems {
		if problems[i].Severity == fault.SeverityError {
			return problems[i].Message + " (" + problems[i].Code + ")"
		}
	}
	return ""
}

func (d *testedDocument) measure() {
	if d.compiled == nil {
		return
	}
	results := make([]simulation.Result, len(d.outcomes))
	for i := range d.outcomes {
		results[i] = d.outcomes[i].Result
	}
	d.coverage = scenario.CoverageOf(d.compiled.Document, results...)
}

func (d *testedDocument) failures() (n int) {
	for i := range d.outcomes {
		if !d.outcomes[i].Passed() {
			n++
		}
	}
	return n
}
