package changeset_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle.dev/heddle/domain/changeset"
)

// BenchmarkApply applies 100 ops to documents of growing size; the bar is 5 ms for
// 1,000 nodes, and cost that grows linearly.
func BenchmarkApply(b *testing.B) {
	for _, size := range []int{1000, 10000} {
		b.Run(fmt.Sprintf("%d nodes", size), func(b *testing.B) {
			d := parseDocument(b, chain(size))
			set := parseSet(b, hundredOps(size))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := changeset.Apply(d, set); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkRebase carries 100 ops over to a document that changed elsewhere.
func BenchmarkRebase(b *testing.B) {
	for _, size := range []int{1000, 10000} {
		b.Run(fmt.Sprintf("%d nodes", size), func(b *testing.B) {
			base, set := parseDocument(b, chain(size)), parseSet(b, hundredOps(size))
			current, err := changeset.Apply(base, parseSet(b, `{"ops":[{"op":"updateNode","id":"n5","patch":{"name":"Theirs"}}]}`))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, conflicts, err := changeset.Rebase(set, base, current, nil); err != nil || len(conflicts) > 0 {
					b.Fatal(err, conflicts)
				}
			}
		})
	}
}

// BenchmarkUndo takes 100 ops back one by one.
func BenchmarkUndo(b *testing.B) {
	for _, size := range []int{1000, 10000} {
		b.Run(fmt.Sprintf("%d nodes", size), func(b *testing.B) {
			before, set := parseDocument(b, chain(size)), parseSet(b, hundredOps(size))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := changeset.Undo(set, before); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// chain is the text of a document of n action nodes in a row.
func chain(n int) string {
	nodes, edges := make([]string, n), make([]string, n-1)
	for i := range nodes {
		nodes[i] = fmt.Sprintf(`{"id":"n%d","type":"action","name":"Node %d","config":{"actionType":"http",`+
			`"inputs":{"url":"context.url + '/x/%d'"},"timeout":"PT5S"},"position":{"x":%d,"y":0}}`, i, i, i, i*200)
	}
	for i := range edges {
		edges[i] = fmt.Sprintf(`{"id":"e%d","source":"n%d","target":"n%d","priority":0,"isDefault":false}`, i, i, i+1)
	}
	return `{"id":"d","name":"D","nodes":[` + strings.Join(nodes, ",") + `],"edges":[` + strings.Join(edges, ",") + `]}`
}

// hundredOps uses every op that changes elements, spread over the document.
func hundredOps(size int) string {
	var ops []string
	for i := range 20 {
		at := i * (size / 20)
		ops = append(ops,
			fmt.Sprintf(`{"op":"addNode","node":{"id":"x%d","type":"wait","name":"X","config":{"duration":"PT1M"}}}`, i),
			fmt.Sprintf(`{"op":"updateNode","id":"n%d","patch":{"config":{"timeout":"PT9S"}}}`, at),
			fmt.Sprintf(`{"op":"addEdge","edge":{"id":"xe%d","source":"n%d","target":"x%d","priority":1,"isDefault":false}}`, i, at, i),
			fmt.Sprintf(`{"op":"renameNode","id":"n%d","newId":"r%d"}`, at+1, at+1),
			fmt.Sprintf(`{"op":"removeNode","id":"n%d"}`, at+2),
		)
	}
	return `{"ops":[` + strings.Join(ops, ",") + `]}`
}
