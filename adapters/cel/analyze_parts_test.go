package cel_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle.dev/heddle/domain/expression"
)

// needsValue lists the keys that must not be null for the expression to work.
func needsValue(t *testing.T, source string) string {
	t.Helper()
	var keys []string
	for _, read := range analyze(t, expression.ActionInput, source).Reads {
		if read.NeedsValue {
			keys = append(keys, read.Key)
		}
	}
	return strings.Join(keys, " ")
}

func TestNullIsFollowedToWhereItFails(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`(context.b ? (context.b ? context.maybe : null) : "y") + "x"`:        "b maybe",
		`(context.b ? "y" : context.b ? "z" : context.maybe).size()`:          "b maybe",
		`[context.maybe][0] + "x"`:                                            "maybe",
		`["a", context.maybe][1] + "x"`:                                       "maybe",
		`[[context.maybe]][0][0] + "x"`:                                       "maybe",
		`([context.maybe] + ["x"]).all(m, m.size() > 1)`:                      "maybe",
		`{"f": context.maybe}.f + "x"`:                                        "maybe",
		`{"f": context.maybe}["f"] + "x"`:                                     "maybe",
		`{"a": {"f": [context.maybe]}}.a.f[0] + "x"`:                          "maybe",
		`[{"f": context.maybe}][0].f + "x"`:                                   "maybe",
		`(context.b ? {"f": context.maybe} : {"f": "x"}).f + "x"`:             "b maybe",
		`context.list.map(x, context.maybe)[0] + "x"`:                         "list maybe",
		`context.list.map(x, x.ok, context.maybe)[context.i] + "x"`:           "list maybe i",
		`context.list.map(x, {"f": context.maybe})[0].f + "x"`:                "list maybe",
		`context.list.map(x, [context.maybe]).map(y, y[0])[0] + "x"`:          "list",
		`[context.maybe].map(x, x)[0] + "x"`:                                  "maybe",
		`[context.maybe].map(x, x + "x")`:                                     "maybe",
		`["a", context.maybe].map(x, x + "x")`:                                "maybe",
		`[context.count].filter(x, x > 1)`:                                    "count",
		`[context.count].exists(x, x > 1)`:                                    "count",
		`[context.maybe].filter(x, true).map(x, x + "x")`:                     "maybe",
		`[context.maybe].filter(x, true)[0] + "x"`:                            "maybe",
		`context.items.filter(x, x.ok)[0].f`:                                  "items",
		`context.?maybe.orValue("y") + "x"`:                                   "maybe",
		`context.?obj.name.orValue(context.maybe) + "x"`:                      "maybe",
		`coalesce(context.undeclared, context.maybe) + "x"`:                   "maybe",
		`[context.flag][0] ? 1 : 2`:                                           "flag",
		`[context.items].all(l, [1].all(x, l.exists(y, y == x)))`:             "items",
		`type(context.maybe) == null_type ? 1 : context.maybe.size()`:         "",
		`type(context.maybe) == string && context.maybe.size() > 1`:           "",
		`type(context.maybe) != string && context.maybe.size() > 1`:           "maybe",
		`[context.maybe][0] == "x"`:                                           "",
		`["a", context.maybe][0] + "x"`:                                       "",
		`["a", context.maybe][context.i] + "x"`:                               "i",
		`["a", context.maybe].map(x, x)[0] + "x"`:                             "",
		`(["a"] + [context.maybe])[0] + "x"`:                                  "",
		`["a", ?context.?maybe][0] + "x"`:                                     "",
		`{"a": "y", "f": context.maybe}.a + "x"`:                              "",
		`{"f": context.maybe}.f == "x"`:                                       "",
		`{context.s: context.maybe}.all(k, k.size() > 1)`:                     "s",
		`size([context.maybe]) > 0`:                                           "",
		`[context.maybe].map(x, x)`:                                           "",
		`[context.maybe].map(x, coalesce(x, "y") + "x")`:                      "",
		`[context.maybe].map(x, x == null ? "" : x + "x")`:                    "",
		`[context.maybe].filter(x, x != null)[0] + "x"`:                       "",
		`[context.maybe].filter(x, x != null).map(x, x + "x")`:                "",
		`[context.count].exists(x, x != null && x > 1)`:                       "",
		`[context.count].all(x, x == null || x > 1)`:                          "",
		`[context.maybe].filter(x, type(x) == string).map(x, x + "x")`:        "",
		`[{"f": context.maybe}].filter(o, o.f != null).map(o, o.f + "x")`:     "",
		`[{"f": context.maybe}].filter(o, o.f != null)[0].f + "x"`:            "",
		`[[context.maybe]].exists(l, l[0] != null && l[0].size() > 1)`:        "",
		`context.maybe == null ? "" : [context.maybe][0] + "x"`:               "",
		`context.maybe != null && [context.maybe].all(x, x.size() > 1)`:       "",
		`context.maybe != null ? (context.b ? context.maybe + "x" : "") : ""`: "b",
		`[{"maybe": 1}].map(context, context.maybe)[0] + 1`:                   "",
		`context.?maybe.orValue("y") == "x"`:                                  "",
		`context.maybe != null && context.?maybe.orValue("y").size() > 1`:     "",
		`coalesce(context.maybe, "y") + "x"`:                                  "",
		`coalesce([context.maybe], [])`:                                       "",
		`coalesce(context.?maybe, "y") + "x"`:                                 "",
	} {
		if got := needsValue(t, source); got != want {
			t.Errorf("%s fails where %q is null, want %q", source, got, want)
		}
	}
}

func TestPartsHaveKinds(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`context.b ? (context.b ? context.n : null) : context.s`:         "a number or text or null",
		`context.maybe != null ? context.maybe : "none"`:                 "text",
		`context.maybe == null ? "none" : context["maybe"]`:              "text",
		`context.maybe == null ? null : context.maybe`:                   "text or null",
		`context.count != null && context.count > 1 ? context.count : 1`: "a number",
		`["a", context.maybe][0]`:                                        "text",
		`["a", context.maybe][1]`:                                        "text or null",
		`["a", context.maybe][context.i]`:                                "text or null",
		`[["a"], [context.n]][1][0]`:                                     "a number",
		`[1].map(x, context.maybe)[0]`:                                   "text or null",
		`[context.maybe].filter(x, x != null)[0]`:                        "text",
		`[context.maybe, "x"].filter(x, true)[0]`:                        "text or null",
		`[{"f": context.n}].filter(x, x.f > 1)[0].f`:                     "a number",
		`[{"f": context.n}, {"f": context.s}].map(x, x.f)[0]`:            "a number or text",
		`{"a": context.n}.a`:                                             "a number",
		`{"a": context.n}["a"]`:                                          "a number",
		`{"a": context.n}.?a`:                                            "a number or null",
		`coalesce({"a": context.maybe}.a, 1)`:                            "text or a number",
		`{"a": context.n, context.s: "x"}.b`:                             "anything",
		`(context.b ? {"a": 1} : context.obj).a`:                         "anything",
		`(context.b ? {"a": context.n} : {"a": context.s}).a`:            "a number or text",
		`[{"a": context.n}, context.obj][0].a`:                           "a number",
		`([context.n] + [context.s])[0]`:                                 "a number or text",
		`([1] + context.list)[0]`:                                        "anything",
		`[][0]`:                                                          "anything",
		`optional.of({"a": 1}).value().a`:                                "a number",
		`context.?maybe.value()`:                                         "text or null",
		`[[[[["x"]]]]][0][0][0][0][0]`:                                   "anything",
		`[null][0] == null ? context.n : [null][0]`:                      "a number or null",
	} {
		got := analyze(t, expression.ActionInput, source)
		if named := got.Kinds.String(); len(got.Mismatches) > 0 || !sameKinds(named, want) {
			t.Errorf("%s is %s, want %s; %+v", source, named, want, got.Mismatches)
		}
	}
}

// sameKinds compares what kinds are called, in any order.
func sameKinds(a, b string) bool {
	parts := strings.Split(b, " or ")
	for _, part := range strings.Split(a, " or ") {
		if !strings.Contains(b, part) {
			return false
		}
	}
	return len(strings.Split(a, " or ")) == len(parts)
}

func TestMismatchesOfPartsAreReported(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`[context.s].map(x, x)[0] > 1`:                               "> does not take text and a number",
		`[context.n].filter(x, x == "a").size() > 0`:                 "can't be true",
		`{"f": context.s}.f > 1`:                                     "> does not take text and a number",
		`[{"f": context.s}].exists(x, x.f == 1)`:                     "can't be true",
		`[[context.n]].map(l, l[0]).exists(x, x == "1")`:             "can't be true",
		`context.b ? [context.n][0] == "1" : false`:                  "can't be true",
		`(context.b ? {"a": context.n} : {"a": context.i}).a == "1"`: "can't be true",
		`optional.of([context.n]).value()[0] == "1"`:                 "can't be true",
		`context.maybe != null ? context.maybe : false`:              "",
		`context.maybe != null && context.maybe > 1`:                 "> does not take text and a number",
	} {
		got := analyze(t, expression.EdgeCondition, source)
		if (len(got.Mismatches) > 0) != (want != "") || want != "" && !strings.Contains(got.Mismatches[0].Message, want) {
			t.Errorf("%s: %+v, want %q", source, got.Mismatches, want)
		}
	}
}

// TestDoublingPartsIsCheapToFollow has lists of lists that repeat one another, which
// would take for ever if all of their parts were told apart.
func TestDoublingPartsIsCheapToFollow(t *testing.T) {
	t.Parallel()
	var chain, nested strings.Builder
	chain.WriteString(`[context.maybe]`)
	for i := range 60 {
		fmt.Fprintf(&chain, `.map(v%d, [v%d, v%d, {"a": v%d, "b": v%d}])`, i, i, i, i, i)
	}
	nested.WriteString(strings.Repeat(`[1].map(x, `, 60) + `x` + strings.Repeat(`)`, 60))
	for _, source := range []string{chain.String(), nested.String(), `[` + strings.Repeat(`{"a": [context.maybe]}, `, 2000) + `1][context.i].a[0] + "x"`} {
		if _, err := sharedCompiler(t).Analyze(expression.ActionInput, source, order); err != nil {
			t.Fatal(err)
		}
	}
}
