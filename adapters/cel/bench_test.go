package cel_test

import (
	"fmt"
	"testing"

	"heddle.dev/heddle/adapters/cel"
	"heddle.dev/heddle/domain/expression"
)

func BenchmarkCompile(b *testing.B) {
	compiler := sharedCompiler(b)
	for i := 0; b.Loop(); i++ { // a text of its own each time, since programs are remembered
		if _, err := compiler.Compile(expression.EdgeCondition, fmt.Sprintf(`context.amount * 2 > %d && context.status == "open"`, i)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	program, err := sharedCompiler(b).Compile(expression.EdgeCondition, `context.n * 2 > 10 && context.text == "hello"`)
	if err != nil {
		b.Fatal(err)
	}
	variables := expression.Variables{Context: parse(b, sample)}
	b.ReportAllocs()
	for b.Loop() {
		if result, err := program.Evaluate(variables); err != nil || !result.True() {
			b.Fatal(result, err)
		}
	}
}

func BenchmarkNewCompiler(b *testing.B) {
	for b.Loop() {
		if _, err := cel.New(); err != nil {
			b.Fatal(err)
		}
	}
}
