// Package scenario says what scenarios are: named runs of a workflow document, kept
// beside it, with what is expected of each. They run by simulation.
//
// Beside orders.json, a file orders.scenarios.yaml holds the YAML form of a Set:
//
//	scenarios:
//	  - name: small orders need no approval
//	    context: {amount: 9}
//	    outputs:                      # in this order; or by node: {check: {ok: true}}
//	      - node: check
//	        output: {ok: true}
//	    expect:
//	      path: [start, check, done]
//	      end: done
//	      context: {ok: true}         # and whatever else
//	  - name: no answer in time
//	    outputs:
//	      - {node: answer, timeout: true}
//	    expect: {end: gave-up}
//	  - name: large orders wait for approval
//	    context: {amount: 9000}
//	    expect: {status: waiting}
package scenario

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/simulation"
	"heddle.dev/heddle/domain/workflowinstance"
)

// Scenario is one run with what is expected of it.
type Scenario struct {
	Name        string         `json:"name"`
	Context     jsontext.Value `json:"context,omitempty"` // the initial context
	Outputs     jsontext.Value `json:"outputs,omitempty"` // a list or an object, as for a simulation
	StopAtWaits bool           `json:"stopAtWaits,omitempty"`
	Expect      Expectation    `json:"expect"`
}

// Expectation is what a run must come to. What is absent does not matter.
type Expectation struct {
	Path    []string                     `json:"path,omitempty"`    // the nodes entered, in order, all of them
	End     string                       `json:"end,omitempty"`     // the node entered last, of a run that is completed
	Status  workflowinstance.Status      `json:"status,omitempty"`  // completed, unless something else is given
	Context jsontext.Value               `json:"context,omitempty"` // what the context holds besides anything else, objects within it too
	Failure workflowinstance.FailureCode `json:"failure,omitempty"` // why the run failed; implies the status failed
	Error   string                       `json:"error,omitempty"`   // the code with which the simulation broke off
}

// Set is the content of one file.
type Set struct {
	Document  string     `json:"document,omitempty"` // the document's file; empty for the one the set is named after
	Scenarios []Scenario `json:"scenarios"`
}

// CodeInvalidScenarios is the code of the fault of Parse.
const CodeInvalidScenarios = "invalid-scenarios"

// Parse reads a set of scenarios from JSON. The fault is of kind invalid and says which
// scenario is wrong.
func Parse(text []byte) (*Set, error) {
	if err := document.CheckText(text); err != nil {
		return nil, err
	}
	set := new(Set)
	if err := json.Unmarshal(text, set, json.RejectUnknownMembers(true)); err != nil {
		return nil, invalid("%v", err)
	}
	names := make(map[string]bool)
	for i := range set.Scenarios {
		s := &set.Scenarios[i]
		switch {
		case s.Name == "":
			return nil, invalid("scenario %d has no name", i+1)
		case names[s.Name]:
			return nil, invalid("there are two scenarios %q", s.Name)
		}
		names[s.Name] = true
		if _, err := simulation.ParseOutputs(s.Outputs); err != nil {
			return nil, invalid("scenario %q: %s", s.Name, fault.As(err).Message)
		}
		if expected := s.Expect.Context; expected != nil && expected.Kind() != jsontext.KindBeginObject {
			return nil, invalid("scenario %q: the expected context is an object", s.Name)
		}
	}
	return set, nil
}

func invalid(format string, args ...any) error {
	return fault.New(fault.KindInvalid, CodeInvalidScenarios, "the scenarios can't be read: %s", fmt.Sprintf(format, args...))
}

// Outcome is what became of one scenario.
type Outcome struct {
	Scenario   *Scenario
	Result     simulation.Result
	Deviations []string // what was not as expected, in words; none if the scenario passed
}

// Passed tells whether everything was as expected.
func (o Outcome) Passed() bool { return len(o.Deviations) == 0 }

// Run plays one scenario on a version of the document.
func Run(version *workflowinstance.Version, workflowID string, s *Scenario) Outcome {
	outputs, err := simulation.ParseOutputs(s.Outputs)
	if err != nil {
		return Outcome{Scenario: s, Deviations: []string{err.Error()}}
	}
	result := simulation.Run(version, workflowID, simulation.Input{
		Context: s.Context, Outputs: outputs, StopAtWaits: s.StopAtWaits,
	})
	return Outcome{Scenario: s, Result: result, Deviations: s.Expect.deviations(result)}
}
