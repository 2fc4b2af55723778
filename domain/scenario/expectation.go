package scenario

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/simulation"
	"heddle.dev/heddle/domain/workflowinstance"
)

// deviations says what of a run is not as expected, the first things first: a run that
// broke off or failed is told before what it therefore did not reach.
func (e Expectation) deviations(result simulation.Result) []string {
	var found []string
	deviate := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	last := result.Last()
	e.checkError(result, deviate)
	e.checkStatus(result, deviate)
	if e.Path != nil {
		comparePath(e.Path, result, deviate)
	}
	if e.End != "" {
		switch end := lastOf(last.Visited); {
		case last.Status != workflowinstance.Completed:
			deviate("end: expected %s, but the run did not complete", e.End)
		case end != e.End:
			deviate("end: expected %s, the run ended in %s", e.End, end)
		}
	}
	if e.Context != nil && last.Context != nil {
		compareObjects("context", e.Context, last.Context.Text(), deviate)
	}
	return found
}

type deviate func(format string, args ...any)

func (e Expectation) checkError(result simulation.Result, deviate deviate) {
	code, message := "", ""
	if result.Error != nil {
		code, message = result.Error.Code, result.Error.Message
	}
	switch {
	case code == e.Error:
	case code == "":
		deviate("expected the run to break off with %s, but it did not", e.Error)
	case e.Error == "":
		deviate("%sthe run broke off: %s (%s)", stepName(result, len(result.Snapshots)), message, code)
	default:
		deviate("expected the run to break off with %s, but it did with %s: %s", e.Error, code, message)
	}
}

func (e Expectation) checkStatus(result simulation.Result, deviate deviate) {
	last := result.Last()
	if failure := last.Failure; failure != nil && failure.Code != e.Failure {
		deviate("%sthe run failed at node %s: %s (%s)", stepName(result, len(result.Snapshots)-1), failure.NodeID, failure.Message, failure.Code)
		return
	}
	expected := cmp.Or(e.Status, workflowinstance.Completed)
	switch {
	case e.Failure != "":
		expected = workflowinstance.Failed
	case e.Status == "" && (e.Error != "" || result.Error != nil):
		return // what breaks off completes nothing
	}
	if last.Status != expected {
		deviate("status: expected %s, the run is %s%s", expected, cmp.Or(last.Status, "not started"), where(last))
	}
}

// where says in which nodes a run waits.
func where(s simulation.Snapshot) string {
	var nodes []string
	for _, b := range s.ActiveBranches {
		nodes = append(nodes, b.NodeID)
	}
	if nodes == nil {
		return ""
	}
	return " in " + strings.Join(nodes, ", ")
}

// stepName names a step of a run: the start, or what was delivered.
func stepName(result simulation.Result, step int) string {
	switch {
	case step <= 0:
		return "at the start "
	case step >= len(result.Snapshots):
		return fmt.Sprintf("at output %d ", step)
	default:
		return fmt.Sprintf("at output %d, for %s, ", step, result.Snapshots[step].Resume)
	}
}

// comparePath names the step at which the path went another way than expected.
func comparePath(expected []string, result simulation.Result, deviate deviate) {
	visited := result.Last().Visited
	for i := range max(len(expected), len(visited)) {
		want, got := "nothing more", "nothing more"
		if i < len(expected) {
			want = expected[i]
		}
		if i < len(visited) {
			got = visited[i]
		}
		if want != got {
			deviate("path: step %d is %s, expected %s; the path is %s", i+1, got, want, strings.Join(visited, " → "))
			return
		}
	}
}

// compareObjects holds each expected member against what is there; what else is there
// does not matter.
func compareObjects(path string, expected, found jsontext.Value, deviate deviate) {
	for name, want := range rawjson.Members(expected) {
		at := path + "." + string(name)
		got, there := rawjson.Get(found, string(name))
		switch {
		case !there:
			deviate("%s: expected %s, it is not there", at, want)
		case want.Kind() == jsontext.KindBeginObject && got.Kind() == jsontext.KindBeginObject:
			compareObjects(at, want, got, deviate)
		case !rawjson.Equal(want, got):
			deviate("%s: expected %s, it is %s", at, want, got)
		}
	}
}

func lastOf(nodes []string) string {
	if len(nodes) == 0 {
		return ""
	}
	return nodes[len(nodes)-1]
}
