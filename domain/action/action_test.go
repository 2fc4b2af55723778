package action_test

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
)

const valid = `{"name":"check-refund-amount","mode":"script","x-owner":{"n":1.50},
 "inputs":[{"name":"amount","type":"number","required":true}],
 "outputs":[{"name":"withinLimit","type":"boolean","required":true},{"name":"reason"}],
 "script":{"language":"node","source":"console.log('{}')"},
 "timeout":"PT5S","maxAttempts":2,"backoff":"PT0.5S","environment":{"LIMIT":"500"}}`

func TestActionTypeIsReadAndItsTextKept(t *testing.T) {
	t.Parallel()
	a, problems := action.ParseActionType([]byte(valid))
	if len(problems) != 0 {
		t.Fatalf("problems: %+v", problems)
	}
	if string(a.Text()) != valid {
		t.Errorf("text %s", a.Text())
	}
	if a.Name != "check-refund-amount" || a.Mode != action.ScriptMode || a.Script.Language != action.Node ||
		a.Timeout != 5*time.Second || a.Retry != (action.Retry{MaxAttempts: 2, Backoff: 500 * time.Millisecond}) ||
		a.Environment["LIMIT"] != "500" {
		t.Errorf("read %+v", a)
	}
	input, _ := a.Input("amount")
	output, _ := a.Output("reason")
	if input.Type != "number" || !input.Required || output.Type != "string" || output.Required {
		t.Errorf("fields %+v, %+v", input, output)
	}
	if _, ok := a.Output("amount"); ok {
		t.Error("an input was taken for an output")
	}
}

func TestWhatIsNotSaidHasDefaults(t *testing.T) {
	t.Parallel()
	a, problems := action.ParseActionType([]byte(`{"name":"a","mode":"script","script":{"language":"bash","source":"true"}}`))
	if len(problems) != 0 || a.Timeout != time.Minute || a.Retry.MaxAttempts != 3 || a.Retry.Backoff != time.Second {
		t.Errorf("%+v, %+v", a, problems)
	}
	tool, problems := action.ParseTool([]byte(`{"name":"t","description":"d","language":"bash","source":"true"}`))
	if len(problems) != 0 || tool.Timeout != time.Minute || tool.Parameters != nil {
		t.Errorf("%+v, %+v", tool, problems)
	}
}

// problemCases change one thing of a valid action type (or tool, where the member
// is the tool's): raises must raise the code at the field, near must not.
var problemCases = []struct {
	code, field  string
	tool         bool
	raises, near string // members that replace those of the valid text; "-key" leaves one out
}{
	{action.CodeMissingName, "name", false, `-name`, `"name":"a"`},
	{action.CodeInvalidName, "name", false, `"name":"Check_it"`, `"name":"check-1t"`},
	{action.CodeInvalidName, "name", false, `"name":"` + strings.Repeat("a", 65) + `"`, `"name":"` + strings.Repeat("a", 64) + `"`},
	{action.CodeInvalidText, "name", false, `"name":7`, `"name":"7"`},
	{action.CodeInvalidText, "label", false, `"label":[]`, `"label":null`},
	{action.CodeMissingMode, "mode", false, `-mode`, `"mode":"script"`},
	{action.CodeInvalidMode, "mode", false, `"mode":"scripts"`, `"mode":"http"`},
	{action.CodeModeUnavailable, "mode", false, `"mode":"http"`, `"mode":"script"`},
	{action.CodeModeUnavailable, "mode", false, `"mode":"agent"`, `"mode":"script"`},
	{action.CodeMissingScript, "script", false, `-script`, `"script":{"language":"bash","source":"x"}`},
	{action.CodeMissingScript, "script", false, `"script":"true"`, `"script":{"language":"bash","source":"x"}`},
	{action.CodeMissingLanguage, "script.language", false, `"script":{"source":"x"}`, `"script":{"language":"python","source":"x"}`},
	{action.CodeInvalidLanguage, "language", true, `"language":"Node"`, `"language":"node"`},
	{action.CodeMissingSource, "script.source", false, `"script":{"language":"bash","source":" "}`, `"script":{"language":"bash","source":"x"}`},
	{action.CodeInvalidInput, "inputs", false, `"inputs":{}`, `"inputs":[]`},
	{action.CodeInvalidInput, "inputs[0]", false, `"inputs":["amount"]`, `"inputs":[{"name":"amount"}]`},
	{action.CodeInvalidInput, "inputs[0].name", false, `"inputs":[{"type":"number"}]`, `"inputs":[{"name":"a","type":null}]`},
	{action.CodeInvalidInput, "inputs[0].type", false, `"inputs":[{"name":"a","type":"double"}]`, `"inputs":[{"name":"a","type":"number"}]`},
	{action.CodeInvalidInput, "inputs[0].required", false, `"inputs":[{"name":"a","required":"yes"}]`, `"inputs":[{"name":"a","required":false}]`},
	{action.CodeInvalidInput, "inputs[0].options[0]", false, `"inputs":[{"name":"a","options":["x"]}]`, `"inputs":[{"name":"a","options":[{"value":"x"}]}]`},
	{action.CodeDuplicateInput, "inputs[1].name", false, `"inputs":[{"name":"a"},{"name":"a"}]`, `"inputs":[{"name":"a"},{"name":"A"}]`},
	{action.CodeInvalidOutput, "outputs[0].name", false, `"outputs":[{}]`, `"outputs":null`},
	{action.CodeDuplicateOutput, "outputs[1].name", false, `"outputs":[{"name":"a"},{"name":"a"}]`, `"outputs":[{"name":"a"}]`},
	{action.CodeInvalidTimeout, "timeout", false, `"timeout":"5s"`, `"timeout":"PT5S"`},
	{action.CodeInvalidTimeout, "timeout", false, `"timeout":5`, `"timeout":null`},
	{action.CodeInvalidTimeout, "timeout", true, `"timeout":"PT0S"`, `"timeout":"PT0.1S"`},
	{action.CodeInvalidTimeout, "timeout", false, `"timeout":"PT1H1S"`, `"timeout":"PT1H"`},
	{action.CodeInvalidAttempts, "maxAttempts", false, `"maxAttempts":0`, `"maxAttempts":1`},
	{action.CodeInvalidAttempts, "maxAttempts", false, `"maxAttempts":21`, `"maxAttempts":20`},
	{action.CodeInvalidAttempts, "maxAttempts", false, `"maxAttempts":"3"`, `"maxAttempts":null`},
	{action.CodeInvalidBackoff, "backoff", false, `"backoff":"PT2H"`, `"backoff":"PT1H"`},
	{action.CodeInvalidEnvironment, "environment", false, `"environment":[]`, `"environment":{}`},
	{action.CodeInvalidEnvironment, "environment.A-B", false, `"environment":{"A-B":"x"}`, `"environment":{"A_B":"x"}`},
	{action.CodeInvalidEnvironment, "environment.A", false, `"environment":{"A":1}`, `"environment":{"A":"1"}`},
	{action.CodeInvalidEnvironment, "environment.A", true, `"environment":{"A":"\u0000"}`, `"environment":{"A":""}`},
	{action.CodeInvalidEnvironment, "environment.INPUT_A", false, `"environment":{"INPUT_A":"1"}`, `"environment":{"INPUTS":"1"}`},
	{action.CodeInvalidSecrets, "secrets", false, `"secrets":"a"`, `"secrets":[]`},
	{action.CodeInvalidSecrets, "secrets[1]", true, `"secrets":["A","B-C"]`, `"secrets":["A","B_C"]`},
	{action.CodeInvalidSecrets, "secrets[0]", false, `"secrets":["HEDDLE_A"]`, `"secrets":["A"]`},
	{action.CodeInvalidSecrets, "secrets[1]", false, `"secrets":["A","A"]`, `"secrets":["A","B"]`},
	{action.CodeInvalidSecrets, "secrets[0]", true, `"secrets":["A"],"environment":{"A":"x"}`, `"secrets":["A"],"environment":{"B":"x"}`},
	{action.CodeInvalidParameters, "parameters", true, `"parameters":[]`, `"parameters":{"type":"object"}`},
	{action.CodeInvalidParameters, "parameters.type", true, `"parameters":{}`, `"parameters":null`},
	{action.CodeInvalidRequires, "requires", true, `"requires":["RequireTeams"]`, `"requires":["RequireTeam","DenyVisitor"]`},
	{action.CodeInvalidRequires, "requires[0]", true, `"requires":[1]`, `"requires":[]`},
	{action.CodeMissingDescription, "description", true, `-description`, `"description":"d"`},
	{action.CodeMisspelledField, "timout", false, `"timout":"PT1S",-timeout`, `"timout":"PT1S"`},
	{action.CodeMisspelledField, "script.sorce", false, `"script":{"language":"bash","sorce":"x"}`, `"script":{"language":"bash","source":"x","y":1}`},
}

func TestEachProblemIsRaisedAndItsNearMissIsNot(t *testing.T) {
	t.Parallel()
	for _, c := range problemCases {
		parse := func(text string) []fault.Problem { _, p := action.ParseActionType([]byte(text)); return p }
		base := valid
		if c.tool {
			parse = func(text string) []fault.Problem { _, p := action.ParseTool([]byte(text)); return p }
			base = `{"name":"t","description":"d","language":"bash","source":"true"}`
		}
		raised := func(members string) bool {
			return slices.ContainsFunc(parse(replaced(base, members)), func(p fault.Problem) bool {
				return p.Code == c.code && p.Field == c.field && p.Message != ""
			})
		}
		if !raised(c.raises) {
			t.Errorf("%s at %s is not raised by %s: %+v", c.code, c.field, c.raises, parse(replaced(base, c.raises)))
		}
		if raised(c.near) {
			t.Errorf("%s at %s is raised by %s", c.code, c.field, c.near)
		}
	}
}

// replaced puts members into an object of one line a test can read: "-key" removes.
func replaced(object, members string) string {
	for key := range strings.SplitSeq(members, ",-") {
		if after, ok := strings.CutPrefix(key, "-"); ok {
			key = after
		} else if strings.HasPrefix(key, `"`) {
			continue
		}
		object = remove(object, key)
	}
	kept, _, _ := strings.Cut(members, ",-")
	if !strings.HasPrefix(kept, `"`) {
		return object
	}
	key, _, _ := strings.Cut(kept[1:], `"`)
	return "{" + kept + "," + strings.TrimSpace(remove(object, key))[1:]
}

// remove renames a top-level member to one that means nothing.
func remove(object, key string) string {
	return regexp.MustCompile(`(?s)([{,]\s*)"`+key+`":`).ReplaceAllString(object, `$1"zzzzzzzzzzzz`+key+`":`)
}

func TestEveryCodeHasACase(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("problems.go")
	if err != nil {
		t.Fatal(err)
	}
	covered := map[string]bool{action.CodeInvalidJSON: true} // below
	for _, c := range problemCases {
		covered[c.code] = true
	}
	for _, match := range regexp.MustCompile(`= "([A-Z_]+)"`).FindAllStringSubmatch(string(source), -1) {
		if !covered[match[1]] {
			t.Errorf("nothing raises %s", match[1])
		}
	}
}

func TestTextThatCannotBeKeptIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{``, `[]`, `null`, `{"a":1,"a":2}`, "{\"a\":\"\xff\"}", `{"a":1e999}`, `{"a":12345678901234567890}`} {
		a, problems := action.ParseActionType([]byte(text))
		if a != nil || len(problems) != 1 || problems[0].Code != action.CodeInvalidJSON {
			t.Errorf("%q: %+v, %+v", text, a, problems)
		}
		if tool, problems := action.ParseTool([]byte(text)); tool != nil || len(problems) != 1 {
			t.Errorf("%q: %+v, %+v", text, tool, problems)
		}
	}
}

func TestUnknownWordsComeWithASuggestion(t *testing.T) {
	t.Parallel()
	_, problems := action.ParseActionType([]byte(`{"name":"a","mode":"scrip"}`))
	if len(problems) != 1 || problems[0].Suggestion != "script" {
		t.Errorf("%+v", problems)
	}
}

func TestPausesDoubleUpToTheirBoundAndEndWithTheLastAttempt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		retry := action.Retry{
			MaxAttempts: rapid.IntRange(1, action.MaxMaxAttempts).Draw(t, "attempts"),
			Backoff:     time.Duration(rapid.Int64Range(1, int64(action.MaxBackoff)).Draw(t, "backoff")),
		}
		before := time.Duration(0)
		for attempt := 1; attempt < retry.MaxAttempts; attempt++ {
			pause, ok := retry.PauseAfter(attempt)
			if !ok || pause > action.MaxBackoff || pause < before || before > 0 && pause != min(2*before, action.MaxBackoff) {
				t.Fatalf("attempt %d: %s after %s, %v", attempt, pause, before, ok)
			}
			before = pause
		}
		if _, ok := retry.PauseAfter(retry.MaxAttempts); ok {
			t.Fatal("a pause after the last attempt")
		}
	})
}

func FuzzParseNeverPanicsAndKeepsTheText(f *testing.F) {
	f.Add([]byte(valid))
	for _, c := range problemCases {
		f.Add([]byte(replaced(valid, c.raises)))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if a, problems := action.ParseActionType(text); a == nil && len(problems) == 0 || a != nil && !bytes.Equal(a.Text(), text) {
			t.Errorf("%+v, %+v", a, problems)
		}
		if tool, problems := action.ParseTool(text); tool == nil && len(problems) == 0 {
			t.Error("nothing read and nothing reported")
		}
	})
}

func TestDefaultsStandForInputsThatAreNotGiven(t *testing.T) {
	t.Parallel()
	charge, problems := action.ParseActionType([]byte(`{"name":"charge","mode":"script","script":{"language":"bash","source":"true"},
		"inputs":[{"name":"currency","defaultValue":"EUR"},{"name":"amount","type":"number"},{"name":"rate","type":"number","defaultValue":1.50}]}`))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for given, want := range map[string]string{
		`{}`: `{"currency":"EUR","rate":1.50}`, `{"rate":2,"currency":null,"more":1}`: `{"rate":2,"currency":"EUR","more":1}`,
		`{"amount":null,"currency":"","rate":0}`: `{"amount":null,"currency":"","rate":0}`,
	} {
		inputs, err := expression.ParseObject([]byte(given))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(charge.CompleteInputs(inputs).Text()); got != want {
			t.Errorf("%s became %s, want %s", given, got, want)
		}
	}
}
