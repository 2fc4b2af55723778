package validation_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle.dev/heddle/adapters/cel"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/validation"
)

// BenchmarkValidateGraph judges documents of forks in a row and of forks inside each
// other, without expressions.
func BenchmarkValidateGraph(b *testing.B) {
	for _, size := range []int{1000, 10000} {
		for name, text := range map[string]string{"row": forksInARow(size / 4), "nested": nestedForks(size / 3)} {
			b.Run(fmt.Sprintf("%d nodes %s", size, name), func(b *testing.B) {
				d, err := document.Parse([]byte(text))
				if err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for b.Loop() {
					if problems := (validation.Validator{}).Document(d, nil); validation.HasErrors(problems) {
						b.Fatal(problems[0])
					}
				}
			})
		}
	}
}

// BenchmarkValidateCold judges 1,000 nodes with 1,500 expressions that were never seen
// before. The bar is 200 ms.
func BenchmarkValidateCold(b *testing.B) {
	text := []byte(reviews(1000, 0))
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		compiler, err := cel.New()
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		if problems := (validation.Validator{Expressions: compiler}).Validate(text, nil); len(problems) > 0 {
			b.Fatal(problems[0])
		}
	}
}

// BenchmarkValidateChanged judges the same document again after a change of one node.
// The bar is 10 ms.
func BenchmarkValidateChanged(b *testing.B) {
	v := validator(b)
	v.Validate([]byte(reviews(1000, 0)), nil)
	texts := make([][]byte, 64)
	for i := range texts {
		texts[i] = []byte(reviews(1000, i+1))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if problems := v.Validate(texts[i%len(texts)], nil); len(problems) > 0 {
			b.Fatal(problems[0])
		}
	}
}

// reviews is a document of human tasks in a row: 1,000 nodes have 1,500 expressions,
// each of them different. A change alters an input of one node.
func reviews(size, change int) string {
	nodes := []string{`{"id":"n0","type":"start","name":"Start","config":{"inputs":[{"name":"amount","type":"number","required":true},{"name":"note"}]}}`}
	var edges []string
	for i := 1; i < size-1; i++ {
		node := fmt.Sprintf(`{"id":"n%d","type":"human-task","name":"Review %d","config":{"description":"d",
			"inputs":{"last":"context.amount + %d > 7 ? coalesce(context.note, \"none\") : \"%d\""},
			"outputs":[{"name":"score%d","type":"integer","required":true},{"name":"comment%d"}]}}`, i, i, i, changed(i, change), i, i)
		nodes = append(nodes, node)
		if i%2 == 0 {
			edges = append(edges, fmt.Sprintf(`{"id":"a%d","source":"n%d","target":"n%d","priority":0,"condition":"context.score%d >= 3 && context.comment%d != null && size(context.comment%d) > %d"}`,
				i, i, i+1, i, i, i, i%9))
			edges = append(edges, fmt.Sprintf(`{"id":"b%d","source":"n%d","target":"n%d","priority":1,"isDefault":true}`, i, i, i-1))
		} else {
			edges = append(edges, fmt.Sprintf(`{"id":"a%d","source":"n%d","target":"n%d","priority":0}`, i, i, i+1))
		}
	}
	nodes = append(nodes, fmt.Sprintf(`{"id":"n%d","type":"end","name":"End","config":{}}`, size-1))
	edges = append(edges, `{"id":"a0","source":"n0","target":"n1","priority":0}`)
	return `{"id":"w","name":"W","nodes":[` + strings.Join(nodes, ",\n") + `],"edges":[` + strings.Join(edges, ",\n") + `]}`
}

func changed(node, change int) int {
	if node == 500 {
		return change
	}
	return 0
}

func forksInARow(forks int) string {
	nodes, edges := []string{"s:start"}, []string{"s>f0"}
	for i := range forks {
		nodes = append(nodes, fmt.Sprintf("f%d:wait a%d:wait b%d:wait j%d:wait", i, i, i, i))
		edges = append(edges, fmt.Sprintf("f%d>a%d f%d>b%d a%d>j%d b%d>j%d j%d>f%d", i, i, i, i, i, i, i, i, i, i+1))
	}
	nodes = append(nodes, fmt.Sprintf("f%d:end", forks))
	return flow(strings.Join(nodes, " "), strings.Join(edges, " "))
}

func nestedForks(forks int) string {
	nodes, edges := []string{"s:start"}, []string{"s>f0"}
	for i := range forks {
		nodes = append(nodes, fmt.Sprintf("f%d:wait b%d:wait j%d:wait", i, i, i))
		edges = append(edges, fmt.Sprintf("f%d>f%d f%d>b%d b%d>j%d", i, i+1, i, i, i, i))
		if i > 0 {
			edges = append(edges, fmt.Sprintf("j%d>j%d", i, i-1))
		}
	}
	nodes = append(nodes, fmt.Sprintf("f%d:wait e:end", forks))
	edges = append(edges, fmt.Sprintf("f%d>j%d j0>e", forks, forks-1))
	return flow(strings.Join(nodes, " "), strings.Join(edges, " "))
}
