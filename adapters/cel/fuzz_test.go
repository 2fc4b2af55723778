package cel_test

import (
	"errors"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/expression"
)

// FuzzExpression says that any text either fails with an expression error or gives
// canonical JSON, the same each time.
func FuzzExpression(f *testing.F) {
	for _, seed := range []string{
		`context.n + 1`, `context.items.filter(i, i.ok).map(i, i.name)`, `coalesce(context.a.b, [1, 2.5])`,
		`{"a": context.?n, 1: b"x"}`, `"%s %.2f".format([context.big, 1.5])`, `timestamp("2026-01-01T00:00:00Z") + duration("1h")`,
		`[1, 2].map(x, [x, x])`, `context.text.replace("", "ab")`, `sets.contains(context.list, [1])`, `math.greatest(1, 2.5) / 0.0`,
		`has(context.x) ? context["x"] : type(1)`, `lists.range(5).distinct().sort()`, `context.nested == {"b": {"c": 7}, "a": null}`,
	} {
		f.Add(seed)
	}
	compiler := sharedCompiler(f)
	variables := expression.Variables{Context: parse(f, sample), Instance: parse(f, `{"id":"i"}`)}
	f.Fuzz(func(t *testing.T, source string) {
		program, err := compiler.Compile(expression.ActionInput, source)
		if err != nil {
			wantExpressionError(t, err, expression.Parse, expression.Type)
			return
		}
		got, err := program.Evaluate(variables)
		again, errAgain := program.Evaluate(variables)
		if string(got.Value) != string(again.Value) || (err == nil) != (errAgain == nil) {
			t.Fatalf("%q gives %s, %v and then %s, %v", source, got.Value, err, again.Value, errAgain)
		}
		if err != nil {
			wantExpressionError(t, err, expression.UnknownKey, expression.Evaluation, expression.Cost)
			return
		}
		if !got.Value.IsValid() {
			t.Fatalf("%q gives no valid JSON: %s", source, got.Value)
		}
		numbers := got.Value.Clone()
		if err := numbers.Format(jsontext.CanonicalizeRawInts(true), jsontext.CanonicalizeRawFloats(true)); err != nil || string(numbers) != string(got.Value) {
			t.Fatalf("%q gives %s, which is %s in canonical form, %v", source, got.Value, numbers, err)
		}
	})
}

func wantExpressionError(t *testing.T, err error, codes ...expression.Code) {
	t.Helper()
	failure := new(expression.Error)
	if !errors.As(err, &failure) {
		t.Fatalf("%v is no expression error", err)
	}
	for _, code := range codes {
		if failure.Code == code {
			return
		}
	}
	t.Fatalf("%v has the code %s, want one of %v", err, failure.Code, codes)
}
