package cel_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"heddle.dev/heddle/domain/expression"
)

// repeat applies step to start, times over, the way an attacker would.
func repeat(start, step string, times int) string {
	return start + strings.Repeat(step, times) + "[0]"
}

func TestExpressionsThatMakeMuchOfLittleEndByTheirCost(t *testing.T) {
	t.Parallel()
	long := `{"text": "` + strings.Repeat("a", 100_000) + `", "list": [` + strings.Repeat("1,", 50_000) + `1], "unit": "ab"}`
	tests := map[string]string{
		"doubling a text":           repeat(`[context.unit]`, `.map(x, x + x)`, 60),
		"doubling a list":           repeat(`[[context.unit]]`, `.map(x, x + x)`, 60) + `.map(x, x)`,
		"nesting a list in itself":  repeat(`[context.unit]`, `.map(x, [x, x])`, 60),
		"nesting without a literal": repeat(`[context.unit]`, `.map(x, [1, 2].map(y, x))`, 60),
		"nesting a map in itself":   repeat(`[context.unit]`, `.map(x, {"a": x, "b": x})`, 60),
		"comparing nested lists":    `[` + repeat(`[1]`, `.map(x, [x, x])`, 40) + `].exists(x, x == ` + repeat(`[1]`, `.map(x, [x, x])`, 40) + `)`,
		"replacing nothing by much": `context.text.replace("", context.text)`,
		"joining with much":         `context.list.map(x, "").join(context.text)`,
		"formatting much often":     `"` + strings.Repeat("%s", 1000) + `".format(lists.range(1000).map(x, context.text))`,
		"a range without end":       `size(lists.range(1000000000))`,
		"each with each":            `sets.contains(context.list, context.list)`,
		"distinct of much":          `context.list.distinct()`,
		"searching much in much":    `context.text.indexOf(context.text + "b") + (context.text + context.text + "b").indexOf(context.text + "c")`,
		"loops in loops":            `context.list.all(x, context.list.all(y, x == y))`,
		"collecting in loops":       `context.list.map(x, context.list.map(y, y))`,
	}
	for name, source := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := evaluate(t, expression.ActionInput, source, long)
			failure := new(expression.Error)
			if !errors.As(err, &failure) || failure.Code != expression.Cost {
				t.Errorf("got %d bytes of %s, %v", len(got.Value), got.Type, err)
			}
		})
	}
}

func TestOrdinaryWorkOnMuchDataIsNotTooCostly(t *testing.T) {
	t.Parallel()
	items := make([]string, 2000)
	for i := range items {
		items[i] = fmt.Sprintf(`{"id": "item-%d", "price": %d.5, "tags": ["a", "b"]}`, i, i)
	}
	context := `{"items": [` + strings.Join(items, ",") + `], "text": "` + strings.Repeat("word ", 20_000) + `"}`
	for _, source := range []string{
		`context.items.filter(i, i.price > 100 && "a" in i.tags).map(i, i.id)`,
		`context.items`,
		`{"order": context.items, "note": context.text}`,
		`context.items.map(i, i.id).join(", ")`,
		`context.text.replace("word", "words").split(" ")[0]`,
		`size(context.items) > 10 && context.items[0].id == "item-0"`,
		`context.items == context.items`,
	} {
		if _, err := evaluate(t, expression.ActionInput, source, context); err != nil {
			t.Errorf("%s: %v", source, err)
		}
	}
}

func TestAnExpressionsTextIsLimited(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]string{
		"length": strings.Repeat(" ", 70_000) + "1",
		"depth":  strings.Repeat("(", 1000) + "1" + strings.Repeat(")", 1000),
	} {
		_, err := sharedCompiler(t).Compile(expression.ActionInput, source)
		if failure := new(expression.Error); !errors.As(err, &failure) || failure.Code != expression.Parse {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
