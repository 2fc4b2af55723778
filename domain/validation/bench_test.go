package validation_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/validation"
)

// BenchmarkValidate judges documents of forks in a row and of forks inside each
// other, without compiling expressions.
func BenchmarkValidate(b *testing.B) {
	for _, size := range []int{1000, 10000} {
		for name, text := range map[string]string{"row": forksInARow(size / 4), "nested": nestedForks(size / 3)} {
			b.Run(fmt.Sprintf("%d nodes %s", size, name), func(b *testing.B) {
				d, err := document.Parse([]byte(text))
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					if problems := validation.Document(d, nil); validation.HasErrors(problems) {
						b.Fatal(problems[0])
					}
				}
			})
		}
	}
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
