package workflowinstance_test

import (
	"fmt"
	"testing"

	engine "heddle.dev/heddle/domain/workflowinstance"
)

// BenchmarkComplete moves through a document of 100 nodes in which each task writes
// a key, chooses between two edges and resolves the next one's input.
func BenchmarkComplete(b *testing.B) {
	nodes, edges := []string{`start start`, `end end`}, []string{`start n0`}
	for i := range 98 {
		nodes = append(nodes, fmt.Sprintf(`n%d action {"actionType": "x", "inputs": {"in": "context.seed + %d"}, "outputs": [{"name": "out", "type": "number", "contextKey": "out%d"}]}`, i, i, i))
		next := fmt.Sprintf("n%d", i+1)
		if i == 97 {
			next = "end"
		}
		edges = append(edges,
			fmt.Sprintf(`n%d end "condition": "context.out%d > 1000 && context.seed == 1"`, i, i),
			fmt.Sprintf(`n%d %s "isDefault": true`, i, next))
	}
	version := compile(b, graph(nodes, edges))
	first, err := engine.Start(version, engine.Identity{InstanceID: "i"}, []byte(`{"seed": 1}`), startTime)
	if err != nil {
		b.Fatal(err)
	}
	output := []byte(`{"out": 7.5}`)
	instance := first.Instance
	b.ReportAllocs()
	for b.Loop() {
		step, err := engine.Complete(version, instance, instance.ActiveBranches[0].ActivationID, output, startTime)
		if err != nil {
			b.Fatal(err)
		}
		instance = step.Instance
		if instance.Status == engine.Completed {
			instance = first.Instance
		}
	}
}

// BenchmarkStoredForm writes and reads an instance with 100 keys in its context.
func BenchmarkStoredForm(b *testing.B) {
	context := `{"k0": 0`
	for i := range 99 {
		context += fmt.Sprintf(`, "k%d": {"text": "value %d", "list": [1, 2, 3]}`, i+1, i)
	}
	p := start(b, compile(b, graph([]string{`start start`, `a human-task`, `end end`}, []string{`start a`, `a end`})), context+`}`)
	b.ReportAllocs()
	for b.Loop() {
		stored(b, p.instance)
	}
}
