package cel_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/domain/expression"
)

// declared is an environment for tests: keys with a declared type, "?" behind it for
// nullable, "~" for a key that only some paths bring.
type declared map[string]string

func (d declared) Key(name string) (expression.Key, bool) {
	written, known := d[name]
	fieldType := strings.TrimRight(written, "?~")
	key := expression.Key{
		Name: name, Declared: fieldType, Kinds: expression.KindsOfField(fieldType),
		Certain: !strings.Contains(written, "~"), Nullable: strings.Contains(written, "?"),
	}
	if key.Nullable {
		key.Kinds |= expression.NullKind
	}
	return key, known
}

func (d declared) Open() bool             { return false }
func (d declared) Keys() []expression.Key { return nil }

var order = declared{
	"n": "number", "i": "integer", "s": "string", "b": "boolean", "day": "date", "list": "array", "obj": "object", "file": "file",
	"host": "colour", "maybe": "string?", "count": "number?", "items": "array?", "flag": "boolean?", "some": "string~",
}

func analyze(t testing.TB, scope expression.Scope, source string) expression.Analysis {
	t.Helper()
	analysis, err := sharedCompiler(t).Analyze(scope, source, order)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	return analysis
}

func TestWhatMayWorkIsNotReported(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		`context.n == 100`, `context.n in [1, 2]`, `context["n"] > 1`, `context.?n.orValue(1) == 1`, `has(context.undeclared)`,
		`context.i == 1.5`, `context.n == context.i`, `context.n % 2 == 0`, `context.n + 1 > context.i * 2`, `context.i / 2.0 < 1`,
		`lists.range(context.n).size() > 2`, `"abc".substring(context.n) == "c"`, `context.list[context.n] == "x"`,
		`math.greatest(context.n, context.i, 1) == 1`, `string(context.n) == "1"`, `int(context.s) == context.i`, `double(context.i) == context.n`,
		`context.s == null`, `context.n != null`, `context.maybe == null || context.maybe == "x"`, `context.b`, `!context.b`, `context.b == true`,
		`context.host`, `context.host == 1`, `context.undeclared == "x"`, `context.file == "x"`, `context.file.name == "x"`,
		`context.obj.any.thing > 1`, `context.obj["k"] == "v"`, `context.list.exists(x, x.ok)`, `context.list.map(x, x * 2).size() == 2`,
		`(context.b ? context.n : "none") == "none"`, `(context.maybe != null ? context.maybe : null) == null`,
		`coalesce(context.count, 0) > 1`, `coalesce(context.undeclared, 1) == 1`, `coalesce(context.maybe, "x") == "x"`,
		`timestamp(context.day) < timestamp(instance.startedAt)`, `instance.version == 3`, `instance.id == "x"`, `"x" in context.obj`,
		`context.s in ["a", "b"]`, `context.s in context.list`, `[context.s, context.n].size() == 2`, `{"a": context.s, "b": context.n}.b == 1`,
		`context.flag`, `context.?flag.orValue(false)`, `dyn(context.s) == 1`, `type(context.n) == double`, `[1, "a"].exists(x, x == context.s)`,
		`context.list + [1] == [1]`, `context.?obj.name.orValue("x") == "x"`, `context.s.matches("a+")`, `context.list.all(context, context.n > "a")`,
		`context.s.split(",").map(p, p.trim()).exists(p, p == "x")`, `context == {}`, `optional.of(context.n).value() == 1`,
	} {
		if got := analyze(t, expression.EdgeCondition, source); len(got.Mismatches) > 0 {
			t.Errorf("%s: %+v", source, got.Mismatches)
		}
	}
}

func TestWhatCannotWorkIsReported(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`context.n == "100"`:                     `can't be true: the left side is a number, the right side text`,
		`context.n != "100"`:                     `can't be false`,
		`context.s == 1`:                         `context.s == 1 can't be true`,
		`context.count == "1"`:                   `a number or null`,
		`context.n in ["1", "2"]`:                `the element is a number, the list holds text`,
		`context.s in context.n`:                 `the right side of in`,
		`context.n`:                              `is a number, where a condition must be true or false`,
		`context.n + 1`:                          `a condition must be true or false`,
		`context.s`:                              `is text, where a condition must be true or false`,
		`context.list`:                           `is a list`,
		`context.s && true`:                      `context.s is text, where && takes true or false`,
		`!context.n`:                             `where ! takes true or false`,
		`context.s ? true : false`:               `the condition of ? :`,
		`context.s + 1 == "a1"`:                  `+ does not take text and a number`,
		`context.s > 5`:                          `> does not take text and a number`,
		`context.n.startsWith("a")`:              `startsWith does not take a number and text`,
		`context.s.name == 1`:                    `context.s is text, which has no key "name"`,
		`size(context.n) == 1`:                   `size does not take a number`,
		`context.n.exists(x, x)`:                 `only lists and objects can be gone through`,
		`instance.nmae == "x"`:                   `instance has no "nmae"; the keys are "id"`,
		`instance.version == "3"`:                `can't be true`,
		`coalesce(context.count, 0) == "0"`:      `can't be true`,
		`context.?n.orValue(1) == "1"`:           `can't be true`,
		`context["n"] == "1"`:                    `can't be true`,
		`(context.b ? context.n : 1) == "1"`:     `can't be true`,
		`context.list == 1`:                      `can't be true`,
		`context.day > timestamp("2026-01-01T")`: `> does not take text and a timestamp`,
		`1 == "1"`:                               `can't be true`,
	} {
		got := analyze(t, expression.EdgeCondition, source)
		if len(got.Mismatches) == 0 || !strings.Contains(got.Mismatches[0].Message, want) {
			t.Errorf("%s: %+v, want %s", source, got.Mismatches, want)
		}
	}
}

func TestResultsFitTheirScopes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		scope  expression.Scope
		source string
		fits   bool
	}{
		{expression.HumanTaskTitle, `context.s`, true},
		{expression.HumanTaskTitle, `context.n`, true},
		{expression.HumanTaskTitle, `context.list`, false},
		{expression.HumanTaskTitle, `timestamp(context.s)`, true},
		{expression.CorrelationSubscriptionKey, `context.maybe`, true},
		{expression.CorrelationSubscriptionKey, `context.obj`, false},
		{expression.CorrelationEventKey, `event.anything`, true},
		{expression.ReceiveEventMatch, `event.type == "x"`, true},
		{expression.ReceiveEventMatch, `event.type`, true},
		{expression.ReceiveEventMatch, `context.s`, false},
		{expression.ActionInput, `context.list`, true},
		{expression.ActionInput, `context`, true},
	} {
		if got := analyze(t, c.scope, c.source); (len(got.Mismatches) == 0) != c.fits {
			t.Errorf("%s in %s: %+v", c.source, c.scope, got.Mismatches)
		}
	}
}

func TestResultsHaveKinds(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`context.n + 1`: "a number", `context.maybe`: "text or null", `[1]`: "a list", `{"a": 1}`: "an object", `context.obj.x`: "anything",
		`timestamp("2026-01-01T00:00:00Z")`: "text", `context.?count`: "a number or null", `null`: "null", `coalesce(context.maybe, "")`: "text",
		`context.b ? context.n : context.s`: "a number or text", `context`: "an object", `[1, 2].map(x, string(x))`: "a list", `context.undeclared`: "anything",
		`[context.n][0]`: "a number", `1 == 1`: "true or false", `b"x"`: "text",
	} {
		if got := analyze(t, expression.ActionInput, source).Kinds.String(); got != want {
			t.Errorf("%s is %s, want %s", source, got, want)
		}
	}
}

// TestGuardsAreRespected shows reads as "key", with "!" where a missing key fails and
// "0" where null fails.
func TestGuardsAreRespected(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`context.a`:                                            `a!`,
		`context["a"]`:                                         `a!`,
		`context.a + 1`:                                        `a!0`,
		`context.a > 1`:                                        `a!0`,
		`context.a == 1`:                                       `a!`,
		`context.a in [1]`:                                     `a!`,
		`1 in context.a`:                                       `a!0`,
		`context.a.b`:                                          `a!0`,
		`context.a[0]`:                                         `a!0`,
		`context.a.size() > 1`:                                 `a!0`,
		`string(context.a)`:                                    `a!0`,
		`context.a.exists(x, x)`:                               `a!0`,
		`[context.a]`:                                          `a!`,
		`context.a ? 1 : 2`:                                    `a!0`,
		`context.a && context.b`:                               `a!0 b!0`,
		`has(context.a)`:                                       `a`,
		`has(context.a.b)`:                                     `a!`,
		`"a" in context`:                                       `a`,
		`context.?a`:                                           `a`,
		`context.?a.orValue(1) + 1`:                            `a0`,
		`context.a.?b`:                                         `a!`,
		`coalesce(context.a, 1) + 1`:                           `a`,
		`coalesce(context.a.b.c, 1)`:                           `a`,
		`coalesce(context.a, context.b)`:                       `a b!`,
		`context.a != null && context.a > 1`:                   `a!`,
		`context.a > 1 && has(context.a)`:                      `a0`,
		`context.a > 1 && context.a > 2`:                       `a!0`,
		`context.a > 1 && context.a != null`:                   `a!`,
		`context.a == null || context.a > 1`:                   `a!`,
		`context.a != null ? context.a + 1 : 0`:                `a!`,
		`context.a == null ? 0 : context.a + 1`:                `a!`,
		`context.a != null ? 0 : context.a + 1`:                `a!0`,
		`has(context.a) && context.a > 1`:                      `a0`,
		`has(context.a) && context.a != null`:                  `a`,
		`!has(context.a) || context.a == 1`:                    `a`,
		`!has(context.a) ? 1 : context.a`:                      `a`,
		`has(context.a) ? context.a : 1`:                       `a`,
		`has(context.a) ? 1 : context.a`:                       `a!`,
		`"a" in context && context.a == 1`:                     `a`,
		`context.?a.hasValue() && context.a == 1`:              `a`,
		`context.?a.hasValue() && context.a > 1`:               `a0`,
		`coalesce(context.a, "") != "" && size(context.a) > 1`: `a`,
		`context.?a.orValue("") != "" && size(context.a) > 1`:  `a0`,
		`coalesce(context.a, false) ? context.a : context.b`:   `a b!`,
		`coalesce(context.a, 0) == 5 && context.a > 1`:         `a`,
		`coalesce(context.a, 0) == 0 && context.a > 1`:         `a!0`,
		`context.a == "x" && context.a.size() > 1`:             `a!`,
		`(context.a != null && context.b != null) && context.a + context.b > 1`: `a! b!`,
		`(context.a == null || context.b == null) || context.a + context.b > 1`: `a! b!`,
		`(context.a != null || context.b != null) && context.a + context.b > 1`: `a!0 b!0`,
		`context.list.filter(x, x > context.a)`:                                 `list!0 a!0`,
		`context.a != null && [1].all(x, x > context.a)`:                        `a!`,
		`[{"a": 1}].all(context, context.a == 1)`:                               ``,
		`context`:                                 ``,
		`instance.id + context.a`:                 `a!0`,
		`context.a > 1 || context.b`:              `a!0 b!0`,
		`(context.a > 1 ? "x" : "y") + context.a`: `a!0`,
	} {
		var reads []string
		for _, read := range analyze(t, expression.ActionInput, source).Reads {
			text := read.Key
			if read.NeedsPresent {
				text += "!"
			}
			if read.NeedsValue {
				text += "0"
			}
			reads = append(reads, text)
		}
		if got := strings.Join(reads, " "); got != want {
			t.Errorf("%s reads %q, want %q", source, got, want)
		}
	}
}

func TestOutcomesTellFacts(t *testing.T) {
	t.Parallel()
	const present, notNull = expression.Present, expression.Present | expression.NotNull
	for _, c := range []struct {
		source              string
		whenTrue, whenFalse expression.Fact // of the key a
	}{
		{`has(context.a)`, present, 0},
		{`!has(context.a)`, 0, present},
		{`context.a != null`, notNull, present},
		{`context.a == null`, present, notNull},
		{`context.a == 1`, notNull, present},
		{`context.a > 1`, notNull, notNull},
		{`context.a`, notNull, notNull},
		{`context.a in [1]`, present, present},
		{`has(context.a) && context.a == 1`, notNull, 0},
		{`context.x || context.a == null`, 0, notNull},
		{`context.x ? has(context.a) : context.a == 1`, present, 0},
		{`coalesce(context.a, false)`, notNull, 0},
		{`coalesce(context.a, true)`, 0, notNull},
		{`context.?a.orValue(0) > 1`, 0, 0},
		{`context.a.b == 1`, notNull, notNull},
		{`context.a.exists(x, x)`, notNull, notNull},
	} {
		got := analyze(t, expression.EdgeCondition, c.source)
		if got.WhenTrue["a"] != c.whenTrue || got.WhenFalse["a"] != c.whenFalse {
			t.Errorf("%s: %v when true, %v when false, want %v, %v", c.source, got.WhenTrue["a"], got.WhenFalse["a"], c.whenTrue, c.whenFalse)
		}
	}
}
