package jakarta_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/adapters/cel"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/expression/jakarta"
)

func TestJakartaELBecomesCEL(t *testing.T) {
	t.Parallel()
	compiler, err := cel.New()
	if err != nil {
		t.Fatal(err)
	}
	context, err := expression.ParseObject([]byte(`{"a":5,"b":2,"s":"x","ok":true,"none":null,"list":[],"map":{"k":"v","and":1},"eq":1}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ source, want, result string }{
		{`${context.s eq 'x'}`, `context.s == 'x'`, `true`},
		{`#{ context.a }`, `context.a`, `5`},
		{`context.a gt 1 and context.b lt 3`, `context.a > 1 && context.b < 3`, `true`},
		{`context.a ge 1 or context.b le 3`, `context.a >= 1 || context.b <= 3`, `true`},
		{`context.a ne 1 && not context.ok`, `context.a != 1 && !context.ok`, `false`},
		{`context.a div 2 eq 2`, `context.a / 2 == 2`, `true`},
		{`context.a mod 2`, `context.a % 2`, `1`},
		{`empty context.none`, `(coalesce(context.none, "") in ["", [], {}])`, `true`},
		{`not empty context.list`, `!(coalesce(context.list, "") in ["", [], {}])`, `false`},
		{`!empty context.missing`, `!(coalesce(context.missing, "") in ["", [], {}])`, `false`},
		{`empty context.s`, `(coalesce(context.s, "") in ["", [], {}])`, `false`},
		{`context.s += '-' += context.a`, `string(context.s) + '-' + string(context.a)`, `"x-5"`},
		{`'n ' += context.a + context.b`, `'n ' + string(context.a + context.b)`, `"n 7"`},
		{`context.s += context.a eq 'x5'`, `string(context.s) + string(context.a) == 'x5'`, `true`},
		{`(context.a eq 5) and (context.map['k'] eq "v")`, `(context.a == 5) && (context.map['k'] == "v")`, `true`},
		{`context.map.and eq 1 and context.eq eq 1`, `context.map.and == 1 && context.eq == 1`, `true`},
		{`context.a eq -5 or 'a and b' eq "c or d"`, `context.a == -5 || 'a and b' == "c or d"`, `false`},
		{`context.ok ? context.a gt 1 : false`, `context.ok ? context.a > 1 : false`, `true`},
		{`context.list.size() eq 0`, `context.list.size() == 0`, `true`},
	} {
		got, ok := jakarta.ToCEL(c.source)
		if !ok || got != c.want {
			t.Errorf("%s becomes %s, %v, want %s", c.source, got, ok, c.want)
			continue
		}
		program, err := compiler.Compile(expression.ActionInput, got)
		if err != nil {
			t.Errorf("%s does not compile: %v", got, err)
			continue
		}
		if result, err := program.Evaluate(expression.Variables{Context: context}); err != nil || string(result.Value) != c.result {
			t.Errorf("%s gives %s, %v, want %s", got, result.Value, err, c.result)
		}
	}
}

func TestWhatIsNotJakartaELIsLeftAlone(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		``, `context.a == 1`, `context.and`, `"a and b"`, `context.a +`, `)`, `context.a eq (1`, `'open`, `a # b and c`,
		strings.Repeat("(", 10_000) + "a and b", "not", "empty", "not and",
	} {
		if got, ok := jakarta.ToCEL(source); ok {
			t.Errorf("%.20q becomes %.40q", source, got)
		}
	}
}

func FuzzToCEL(f *testing.F) {
	f.Add(`${not empty context.s and context.a += 'x' mod 2}`)
	f.Fuzz(func(t *testing.T, source string) {
		if got, ok := jakarta.ToCEL(source); ok && len(got) > 40*(len(source)+1) {
			t.Errorf("%d bytes became %d", len(source), len(got))
		}
	})
}
