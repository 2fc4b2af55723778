package scenario_test

import (
	"testing"

	"heddle.dev/heddle/adapters/cel"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/scenario"
	"heddle.dev/heddle/domain/workflowinstance"
)

// FuzzScenariosRunOrAreRefused runs whatever can be read as a scenario.
func FuzzScenariosRunOrAreRefused(f *testing.F) {
	f.Add([]byte(`{"scenarios": [{"name": "a", "context": {"n": 1}, "outputs": {"t": {"ok": true}}, "expect": {"path": ["s"], "context": {"o": {}}}}]}`))
	f.Add([]byte(`{"scenarios": [{"name": "a", "outputs": [{"node": "t", "timeout": true}], "expect": {"error": "x", "failure": "y"}}]}`))
	f.Add([]byte(`{"scenarios": [{"name": "a", "context": [], "outputs": [{"node": "e"}]}]}`))
	d, err := document.Parse([]byte(order))
	if err != nil {
		f.Fatal(err)
	}
	compiler, err := cel.New()
	if err != nil {
		f.Fatal(err)
	}
	version, err := workflowinstance.Compile(d, compiler)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		set, err := scenario.Parse(text)
		if err != nil {
			if fault.KindOf(err) != fault.KindInvalid {
				t.Fatalf("refused as %v", err)
			}
			return
		}
		for i := range set.Scenarios {
			outcome := scenario.Run(version, d.ID(), &set.Scenarios[i])
			if outcome.Result.Snapshots == nil {
				t.Fatal("a run without a list of snapshots")
			}
		}
	})
}
