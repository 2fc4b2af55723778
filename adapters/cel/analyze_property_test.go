package cel_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"heddle.dev/heddle/domain/expression"
)

// condition draws an expression about the keys n (a number), s (text) and b (true or
// false), each of which may be null or missing.
func condition(t *rapid.T, depth int) string {
	if depth == 0 || rapid.IntRange(0, 3).Draw(t, "leaf") == 0 {
		return rapid.SampledFrom([]string{
			`has(context.n)`, `"s" in context`, `context.?b.hasValue()`, `context.n != null`, `null == context.s`, `context.b == null`,
			`context.n == 1`, `context.s != "x"`, `context.b == true`, `context.n in [1, 2]`, `context["n"] > 1`, `context.n + 1 == 2`,
			`context.b`, `size(context.s) > 0`, `context.s.startsWith("x")`, `coalesce(context.b, false)`, `coalesce(context.b, true)`,
			`coalesce(context.n, 1) == 1`, `coalesce(context.n, 1) != 1`, `coalesce(context.s, context.s) == "x"`, `context.?s.orValue("") != ""`,
			`context.?n.orValue(0) == 1`, `context.?b.orValue(true) == null`, `[1, 2].exists(x, x == context.n)`, `[1].all(x, x > context.n)`,
			`[context.n][0] > 0`, `[context.n][0] == null`, `[context.n].all(x, x > 0)`, `[context.n, 1].exists(x, x == null || x > 0)`,
			`[context.n].filter(x, x != null).all(x, x > 0)`, `[context.s].map(x, x)[0] + "a" == "xa"`, `[1].map(x, context.n)[0] > 0`,
			`{"f": context.n}.f > 0`, `[{"f": context.n}].map(x, x.f)[0] == 1`, `context.?n.orValue(1) > 0`, `type(context.n) == double && context.n > 0`,
			`(context.b == true ? context.n : context.b == false ? context.n : null) == 1`, `(context.s == "x" ? context.n : 1) > 0`,
			`[0].exists(context, context > 0)`, `string(context.n) == "1"`, `true`, `false`,
		}).Draw(t, "atom")
	}
	part := func() string { return condition(t, depth-1) }
	switch rapid.IntRange(0, 4).Draw(t, "operator") {
	case 0:
		return "!(" + part() + ")"
	case 1, 2:
		return "(" + part() + ") && (" + part() + ")"
	case 3:
		return "(" + part() + ") || (" + part() + ")"
	default:
		return "(" + part() + ") ? (" + part() + ") : (" + part() + ")"
	}
}

// contextOf draws the members of a context by key; a missing key is not there.
func contextOf(t *rapid.T) map[string]string {
	members := make(map[string]string)
	for _, key := range []struct {
		name   string
		values []string
	}{
		{"n", []string{"1", "2.5", "null", ""}}, {"s", []string{`"x"`, `""`, "null", ""}}, {"b", []string{"true", "false", "null", ""}},
	} {
		if value := rapid.SampledFrom(key.values).Draw(t, key.name); value != "" {
			members[key.name] = value
		}
	}
	return members
}

// TestAnalysisAgreesWithEvaluation draws conditions and contexts: an evaluation fails
// only if a key is missing or null where the analysis says that this fails, and its
// outcome implies the facts that the analysis deduces.
func TestAnalysisAgreesWithEvaluation(t *testing.T) {
	t.Parallel()
	compiler := sharedCompiler(t)
	rapid.Check(t, func(t *rapid.T) {
		source, members := condition(t, 3), contextOf(t)
		analysis, err := compiler.Analyze(expression.EdgeCondition, source, declared{"n": "number?~", "s": "string?~", "b": "boolean?~"})
		if err != nil {
			t.Fatal(err)
		}
		if len(analysis.Mismatches) > 0 {
			t.Fatalf("%s: %+v", source, analysis.Mismatches)
		}
		var texts []string
		for key, value := range members {
			texts = append(texts, fmt.Sprintf("%q:%s", key, value))
		}
		context, err := expression.ParseObject([]byte("{" + strings.Join(texts, ",") + "}"))
		if err != nil {
			t.Fatal(err)
		}
		program, err := compiler.Compile(expression.EdgeCondition, source)
		if err != nil {
			t.Fatal(err)
		}
		result, err := program.Evaluate(expression.Variables{Context: context})
		switch {
		case err != nil:
			wantExplained(t, source, members, analysis, err)
		case result.True():
			wantFacts(t, source, members, analysis.WhenTrue)
		case string(result.Value) == "false":
			wantFacts(t, source, members, analysis.WhenFalse)
		case analysis.CanBeOnlyBoolean:
			t.Fatalf("%s gives %s", source, result.Value)
		}
	})
}

func wantExplained(t *rapid.T, source string, members map[string]string, analysis expression.Analysis, failure error) {
	for _, read := range analysis.Reads {
		value, given := members[read.Key]
		if !given && read.NeedsPresent || value == "null" && read.NeedsValue {
			return
		}
	}
	t.Fatalf("%s with %v fails, which reads %+v do not tell: %v", source, members, analysis.Reads, failure)
}

func wantFacts(t *rapid.T, source string, members map[string]string, facts expression.Facts) {
	for key, fact := range facts {
		value, given := members[key]
		if fact&expression.Present != 0 && !given || fact&expression.NotNull != 0 && value == "null" {
			t.Fatalf("%s with %v: wrong fact %v about %s", source, members, fact, key)
		}
	}
}
