package cel_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"heddle.dev/heddle/adapters/cel"
	"heddle.dev/heddle/domain/expression"
)

var shared = sync.OnceValues(cel.New)

func sharedCompiler(t testing.TB) *cel.Compiler {
	t.Helper()
	compiler, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return compiler
}

func parse(t testing.TB, text string) *expression.Object {
	t.Helper()
	object, err := expression.ParseObject([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return object
}

func evaluate(t testing.TB, scope expression.Scope, source, context string) (expression.Result, error) {
	t.Helper()
	program, err := sharedCompiler(t).Compile(scope, source)
	if err != nil {
		return expression.Result{}, err
	}
	return program.Evaluate(expression.Variables{
		Context:  parse(t, context),
		Instance: parse(t, `{"id":"i1","workflowId":"w","version":3,"startedAt":"2026-01-02T03:04:05.000Z"}`),
	})
}

const sample = `{
	"n": 100, "amount": 12.5, "total": 9.0, "count": 4, "text": "hello", "yes": true, "nothing": null, "dot": 1.0, "exp": 1e2,
	"list": [3, 1, 2], "items": [{"name": "a", "ok": true}, {"name": "b", "ok": false}], "nested": {"b": {"c": 7}, "a": null},
	"big": 1234567.0, "huge": 12345678901234567890
}`

func TestWhatMustPassPasses(t *testing.T) {
	t.Parallel()
	wantResults(t, map[string]string{
		`context.n == 100`:                      `true`,
		`context.n in [1, 2]`:                   `false`,
		`context["n"]`:                          `100`,
		`context.?n.orValue(1)`:                 `100`,
		`context.?unheard.orValue(1)`:           `1`,
		`has(context.undeclared)`:               `false`,
		`has(context.nothing)`:                  `true`,
		`context.nested.b.c + context["n"]`:     `107`,
		`instance.version == 3`:                 `true`,
		`context.nothing == null`:               `true`,
		`context.text + " world"`:               `"hello world"`,
		`context.items.filter(i, i.ok)[0].name`: `"a"`,
	})
}

func TestArithmeticMixesNumberTypes(t *testing.T) {
	t.Parallel()
	wantResults(t, map[string]string{
		`context.amount + 2`:      `14.5`,
		`2 - context.amount`:      `-10.5`,
		`context.total / 2`:       `4.5`,
		`context.n / 8`:           `12`,
		`context.n * 0.5`:         `50`,
		`1 + 2.5`:                 `3.5`,
		`2u * 1.5`:                `3`,
		`5u + 2`:                  `7`,
		`context.dot + context.n`: `101`,
		`7 % 3`:                   `1`,
	})
}

func TestNumbersCompareAcrossTypes(t *testing.T) {
	t.Parallel()
	wantResults(t, map[string]string{
		`1 < 1.5`:                    `true`,
		`1 == 1.0`:                   `true`,
		`1 != 1.5`:                   `true`,
		`2u == 2`:                    `true`,
		`1.0 in [1, 2]`:              `true`,
		`context.dot in [1, 2]`:      `true`,
		`context.count <= 4.0`:       `true`,
		`context.n > context.amount`: `true`,
		`double(context.n) == 100`:   `true`,
		`context.n == "100"`:         `false`,
	})
}

func TestUndeclaredNumbersGoByTheirText(t *testing.T) {
	t.Parallel()
	wantResults(t, map[string]string{
		`type(context.n) == int`:       `true`,
		`type(context.dot) == double`:  `true`,
		`type(context.exp) == double`:  `true`,
		`type(context.huge) == double`: `true`,
	})
}

func TestNumbersBecomeTextInCanonicalForm(t *testing.T) {
	t.Parallel()
	wantResults(t, map[string]string{
		`string(1234567.0)`:                            `"1234567"`,
		`"sum " + string(context.big)`:                 `"sum 1234567"`,
		`string(1e21)`:                                 `"1e+21"`,
		`string(context.n)`:                            `"100"`,
		`"%s and %s".format([1234567.0, context.n])`:   `"1234567 and 100"`,
		`"%s, %.2f%%".format([[1234567.0, "x"], 1.5])`: `"[1234567, x], 1.50%"`,
	})
}

func TestCoalesceTakesTheSecondForNullOrMissing(t *testing.T) {
	t.Parallel()
	wantResults(t, map[string]string{
		`coalesce(context.nothing, 5)`:           `5`,
		`coalesce(context.missing, "y")`:         `"y"`,
		`coalesce(context.a.b.c, "y")`:           `"y"`,
		`coalesce(context.nothing.deeper, 1)`:    `1`,
		`coalesce(context["missing"], 1)`:        `1`,
		`coalesce(context.list[7], 1)`:           `1`,
		`coalesce(context.nested.b.c, 1)`:        `7`,
		`coalesce(context.n, context.missing)`:   `100`,
		`coalesce(context.?n, 1)`:                `100`,
		`coalesce(coalesce(context.x, null), 3)`: `3`,
		`coalesce(context.amount, 0) + 1`:        `13.5`,
	})
}

func TestTheExtensionsAreThere(t *testing.T) {
	t.Parallel()
	wantResults(t, map[string]string{
		`context.list.sort()`:                `[1,2,3]`,
		`math.greatest(1, 2.5)`:              `2.5`,
		`sets.contains([1, 2], [2])`:         `true`,
		`"a,b".split(",")`:                   `["a","b"]`,
		`["a", "b"].join("-")`:               `"a-b"`,
		`"aXbX".replace("X", "--")`:          `"a--b--"`,
		`lists.range(3)`:                     `[0,1,2]`,
		`base64.encode(b"hi")`:               `"aGk="`,
		`context.list.map(x, x * 2)`:         `[6,2,4]`,
		`context.list.exists(x, x == 2)`:     `true`,
		`[[1, 2], [3]].flatten()`:            `[1,2,3]`,
		`context.items.sortBy(i, i.name)[0]`: `{"name":"a","ok":true}`,
	})
}

func TestResultsAreCanonicalJSON(t *testing.T) {
	t.Parallel()
	wantResults(t, map[string]string{
		`{"b": 1, "a": [null, 2.50], 3: true}`:     `{"3":true,"a":[null,2.5],"b":1}`,
		`{"z": 1, "y": 2}.map(k, k)`:               `["y","z"]`,
		`context.nested`:                           `{"b":{"c":7},"a":null}`,
		`timestamp("2026-01-02T03:04:05.5+01:00")`: `"2026-01-02T02:04:05.5Z"`,
		`duration("90m")`:                          `"PT1H30M"`,
		`duration("-1.5s")`:                        `"-PT1.5S"`,
		`duration("0s")`:                           `"PT0S"`,
		`optional.none()`:                          `null`,
		`context.?n`:                               `100`,
		`b"hi"`:                                    `"aGk="`,
		`-0.0`:                                     `0`,
	})
}

// wantResults evaluates each expression against the sample.
func wantResults(t *testing.T, tests map[string]string) {
	t.Helper()
	for source, want := range tests {
		got, err := evaluate(t, expression.ActionInput, source, sample)
		if err != nil {
			t.Errorf("%s failed: %v", source, err)
		} else if string(got.Value) != want {
			t.Errorf("%s gives %s, want %s", source, got.Value, want)
		}
	}
}

func TestFailuresHaveACodeAndNameWhatExists(t *testing.T) {
	t.Parallel()
	tests := []struct {
		source  string
		code    expression.Code
		message string
	}{
		{`context.`, expression.Parse, "line 1"},
		{`1 +`, expression.Parse, ""},
		{`contxt.a`, expression.Type, "context, instance"},
		{`event.a`, expression.Type, "context, instance"},
		{`nosuch(1)`, expression.Type, "undeclared reference to 'nosuch'"},
		{`"a" + 1`, expression.Type, "no matching overload"},
		{`"a" < 1`, expression.Type, ""},
		{`context.missing`, expression.UnknownKey, `"missing"; there are: n, amount`},
		{`context.nested.x`, expression.UnknownKey, "there are: b, a"},
		{`context.nested["x" + "y"]`, expression.UnknownKey, `"xy"; there are: b, a`},
		{`context[context.text]`, expression.UnknownKey, `"hello"`},
		{`{"k": 1}.x`, expression.UnknownKey, "x"},
		{`context.items.map(i, i.nome)`, expression.UnknownKey, `"nome"; there are: name, ok`},
		{`coalesce(context.items.map(i, i.nome), 1)`, expression.UnknownKey, "name, ok"},
		{`context.nothing.x`, expression.Evaluation, "null"},
		{`context.text.x`, expression.Evaluation, "string"},
		{`context.list[9]`, expression.Evaluation, "index out of bounds"},
		{`context.text + context.n`, expression.Evaluation, "no such overload"},
		{`1 / 0`, expression.Evaluation, "division by zero"},
		{`1.0 / 0.0`, expression.Evaluation, "JSON cannot hold"},
		{`0.0 / 0.0`, expression.Evaluation, "JSON cannot hold"},
		{`9007199254740993`, expression.Evaluation, "9007199254740993"},
		{`type(1)`, expression.Evaluation, "JSON cannot hold"},
		{`{1: 1, "1": 2}`, expression.Evaluation, "two keys"},
		{`int("x")`, expression.Evaluation, ""},
	}
	for _, test := range tests {
		t.Run(test.source, func(t *testing.T) {
			t.Parallel()
			_, err := evaluate(t, expression.ActionInput, test.source, sample)
			failure := new(expression.Error)
			if !errors.As(err, &failure) {
				t.Fatalf("got %v, want an expression error", err)
			}
			if failure.Code != test.code || !strings.Contains(failure.Message, test.message) {
				t.Errorf("got %s %q, want %s with %q", failure.Code, failure.Message, test.code, test.message)
			}
		})
	}
}

func TestWhatAnExpressionBreaksAsAWholeHasNoPlace(t *testing.T) {
	t.Parallel()
	_, err := evaluate(t, expression.ActionInput, strings.Repeat("(", 500)+"1"+strings.Repeat(")", 500), sample)
	if err == nil || strings.Contains(err.Error(), "line -1") {
		t.Errorf("got %v", err)
	}
}

func TestEachScopeHasItsVariables(t *testing.T) {
	t.Parallel()
	compiler := sharedCompiler(t)
	for _, scope := range expression.Scopes() {
		visible := make(map[string]bool)
		for _, name := range scope.Variables() {
			visible[name] = true
		}
		for _, name := range []string{"context", "instance", "event"} {
			_, err := compiler.Compile(scope, name+".x == 1")
			if (err == nil) != visible[name] {
				t.Errorf("%s in %s: %v", name, scope, err)
			}
		}
	}
	if _, err := compiler.Compile("nowhere", "1"); err == nil {
		t.Error("an unknown scope was accepted")
	}
}

func TestAMatchMustBeABoolean(t *testing.T) {
	t.Parallel()
	_, err := evaluate(t, expression.ReceiveEventMatch, `context.n`, sample)
	if failure := new(expression.Error); !errors.As(err, &failure) || failure.Code != expression.Evaluation {
		t.Errorf("got %v", err)
	}
}

func TestResultsNameTheirType(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`1`: "int", `1.0`: "double", `"a"`: "string", `true`: "bool", `null`: "null_type",
		`[1]`: "list", `{"a": 1}`: "map", `context.nested`: "map", `context.list`: "list",
	} {
		got, err := evaluate(t, expression.ActionInput, source, sample)
		if err != nil || got.Type != want {
			t.Errorf("%s: got %q, %v, want %q", source, got.Type, err, want)
		}
	}
}

func TestAnEventShowsItsPayloadsKeysBesideItsOwn(t *testing.T) {
	t.Parallel()
	event, err := expression.Event(parse(t, `{"id":"e1","type":"t","payload":{"id":"hidden","issue":{"number":7},"ref":"hidden"}}`))
	if err != nil {
		t.Fatal(err)
	}
	program, err := sharedCompiler(t).Compile(expression.CorrelationEventKey,
		`[event.id, event.issue.number == event.payload.issue.number, event.payload.id, has(event.ref)]`)
	if err != nil {
		t.Fatal(err)
	}
	got, err := program.Evaluate(expression.Variables{Event: event})
	if err != nil || string(got.Value) != `["e1",true,"hidden",false]` {
		t.Errorf("got %s, %v", got.Value, err)
	}
}

func TestProgramsAndObjectsAreSharedSafely(t *testing.T) {
	t.Parallel()
	program, err := sharedCompiler(t).Compile(expression.ActionInput, `[context.nested.b.c, context.items[0].name, size(context.list)]`)
	if err != nil {
		t.Fatal(err)
	}
	variables := expression.Variables{Context: parse(t, sample)}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if got, err := program.Evaluate(variables); err != nil || string(got.Value) != `[7,"a",3]` {
				t.Errorf("got %s, %v", got.Value, err)
			}
		})
	}
	group.Wait()
}
