package main

import (
	"encoding/xml"
	"fmt"
	"os"
	"strings"
)

// testReport is the JSON form of "heddle doc test".
type testReport struct {
	Documents []documentReport `json:"documents"`
}

type documentReport struct {
	Document  string           `json:"document"`
	Scenarios []scenarioReport `json:"scenarios"`
	Coverage  coverageReport   `json:"coverage"`
}

type scenarioReport struct {
	Name       string   `json:"name"`
	Passed     bool     `json:"passed"`
	Deviations []string `json:"deviations,omitempty"`
}

// coverageReport counts edges.
type coverageReport struct {
	Covered   int      `json:"covered"`
	Total     int      `json:"total"`
	Uncovered []string `json:"uncovered"`
}

func reportOf(tested []*testedDocument) testReport {
	var report testReport
	for _, d := range tested {
		shown := documentReport{Document: d.path, Scenarios: []scenarioReport{}, Coverage: coverageReport{
			Covered: d.coverage.Covered(), Total: d.coverage.Total, Uncovered: append([]string{}, d.coverage.Uncovered...),
		}}
		for i := range d.outcomes {
			o := &d.outcomes[i]
			shown.Scenarios = append(shown.Scenarios, scenarioReport{o.Scenario.Name, o.Passed(), o.Deviations})
		}
		report.Documents = append(report.Documents, shown)
	}
	return report
}

func printTested(env *environment, tested []*testedDocument) error {
	var text strings.Builder
	passed, failed := 0, 0
	for _, d := range tested {
		text.WriteString(d.path + "\n")
		for i := range d.outcomes {
			o := &d.outcomes[i]
			word := "ok  "
			if !o.Passed() {
				word = "FAIL"
			}
			fmt.Fprintf(&text, "  %s  %s\n", word, o.Scenario.Name)
			for _, deviation := range o.Deviations {
				fmt.Fprintf(&text, "        %s\n", deviation)
			}
		}
		text.WriteString("  edges covered: " + d.shownCoverage() + "\n")
		failed += d.failures()
		passed += len(d.outcomes) - d.failures()
	}
	fmt.Fprintf(&text, "%d passed, %d failed\n", passed, failed)
	_, err := fmt.Fprint(env.stdout, text.String())
	return err
}

func (d *testedDocument) shownCoverage() string {
	text := fmt.Sprintf("%d of %d", d.coverage.Covered(), d.coverage.Total)
	if len(d.coverage.Uncovered) > 0 {
		text += "; not covered: " + strings.Join(d.coverage.Uncovered, ", ")
	}
	return text
}

// The elements of JUnit XML that CI systems read.
type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
	Output   string      `xml:"system-out,omitempty"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Failure *junitFailure `xml:"failure,omitempty"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes a suite for each document, and its coverage as the suite's output.
func writeJUnit(path string, tested []*testedDocument) error {
	var suites junitSuites
	for _, d := range tested {
		suite := junitSuite{Name: d.path, Tests: len(d.outcomes), Failures: d.failures(), Output: "edges covered: " + d.shownCoverage()}
		for i := range d.outcomes {
			o := &d.outcomes[i]
			shown := junitCase{Name: o.Scenario.Name, Class: d.path}
			if !o.Passed() {
				shown.Failure = &junitFailure{Message: o.Deviations[0], Text: strings.Join(o.Deviations, "\n")}
			}
			suite.Cases = append(suite.Cases, shown)
		}
		suites.Tests += suite.Tests
		suites.Failures += suite.Failures
		suites.Suites = append(suites.Suites, suite)
	}
	text, err := xml.MarshalIndent(suites, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, append([]byte(xml.Header), append(text, '\n')...), 0o644); err != nil { //nolint:gosec // CI systems read it as another user
		return usageError("%v", err)
	}
	return nil
}
