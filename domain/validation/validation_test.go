package validation_test

import (
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/validation"
)

func TestAValidDocumentHasNoProblems(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		around("wait", `{"duration":"PT1S"}`),
		flow("s:start a:action b:human-task c:receive-event m:wait j:wait e:end", "s>a a>b a>c b>j c>m c>m! m>j j>a? j>e*"),
	} {
		for _, problem := range validator(t).Validate([]byte(text), nil) {
			if problem.Code != "DUPLICATE_EDGE" { // a timeout may lead where success does
				t.Errorf("%+v", problem)
			}
		}
	}
}

// Such a task goes by the name of its node.
func TestATaskNeedsNoTitle(t *testing.T) {
	t.Parallel()
	for _, title := range []string{`""`, `" "`, `null`} {
		config := `{"description":"Decide","outputs":[],"title":` + title + `}`
		if problems := validator(t).Validate([]byte(around("human-task", config)), nil); len(problems) > 0 {
			t.Errorf("%s: %+v", title, problems)
		}
	}
}

func TestMeaningIsJudgedOnlyWhenTheShapeIsClean(t *testing.T) {
	t.Parallel()
	text := strings.Replace(around("wait", `{"duration":7}`), `"name":"W"`, `"name":""`, 1)
	problems := validator(t).Validate([]byte(text), nil)
	if len(problems) != 1 || problems[0].Code != "INVALID_WAIT_DURATION" || problems[0].Field != "duration" {
		t.Errorf("problems: %+v", problems)
	}
}

func TestUnreadableTextIsOneProblem(t *testing.T) {
	t.Parallel()
	for _, text := range []string{``, `[]`, `{"id":1,"id":2}`} {
		problems := validator(t).Validate([]byte(text), nil)
		if len(problems) != 1 || problems[0].Code != "INVALID_WORKFLOW" || !validation.HasErrors(problems) {
			t.Errorf("%q: %+v", text, problems)
		}
	}
}

func TestMisspeltNamesAreGuessed(t *testing.T) {
	t.Parallel()
	specimens := corpus(t)
	raises := func(code string) judged { return specimens[code].Raises }
	for _, c := range []struct {
		judged
		suggestion string
	}{
		{judged{Document: []byte(strings.Replace(around("wait", `{}`), `"wait"`, `"wiat"`, 1))}, "wait"},
		{judged{Document: []byte(flow("s:start review:wait e:end", "s>rewiev review>e"))}, "review"},
		{raises("UNKNOWN_CONTEXT_KEY"), "amount"},
		{raises("UNKNOWN_ACTION_TYPE"), "charge"},
		{raises("UNKNOWN_ACTION_INPUT"), "note"},
		{raises("UNKNOWN_ACTION_OUTPUT"), "receipt"},
		{raises("UNKNOWN_PERSONA"), "anna"},
		{raises("UNKNOWN_TEAM"), "support"},
		{raises("UNKNOWN_TOOL"), "look-out"},
		{raises("INVALID_CONDITION"), "context.amount > 100 && context.status == 'open'"},
	} {
		problems := validator(t).Validate(c.Document, c.Catalog.catalog())
		if !slices.ContainsFunc(problems, func(p fault.Problem) bool { return p.Suggestion == c.suggestion }) {
			t.Errorf("no suggestion %q: %+v", c.suggestion, problems)
		}
	}
}

func TestAListThatTheCatalogLacksIsNotCheckedAgainst(t *testing.T) {
	t.Parallel()
	stage := around("human-task", `{"description":"d","outputs":[],"x-heddle":{"persona":"ana"}}`)
	if problems := validator(t).Validate([]byte(stage), &validation.Catalog{}); len(problems) > 0 {
		t.Errorf("against nothing: %+v", problems)
	}
	if problems := validator(t).Validate([]byte(stage), &validation.Catalog{Personas: []string{}}); len(problems) != 1 {
		t.Errorf("against no personas: %+v", problems)
	}
}

// recorder notes in which scope each expression is judged.
type recorder map[string]expression.Scope

func (r recorder) Analyze(scope expression.Scope, source string, _ expression.Environment) (expression.Analysis, error) {
	r[source] = scope
	return expression.Analysis{Kinds: expression.AnyKind}, nil
}

func TestExpressionsAreJudgedInTheirScopes(t *testing.T) {
	t.Parallel()
	got := recorder{}
	v := validation.Validator{Expressions: got}
	v.Validate([]byte(around("receive-event", `{"match":["m"],"outputs":[{"contextKey":"k","expression":"o"}],
		"correlationKey":{"subscriptionKey":"sk","eventKey":"ek"}}`)), nil)
	v.Validate([]byte(around("human-task", `{"title":"t","inputs":{"a":"ti","b":7}}`)), nil)
	v.Validate([]byte(around("action", `{"inputs":{"a":"ai"}}`)), nil)
	v.Validate([]byte(strings.Replace(around("wait", `{}`), `"target":"n"`, `"target":"n","condition":"c"`, 1)), nil)
	for source, scope := range map[string]expression.Scope{
		"m": expression.ReceiveEventMatch, "o": expression.ReceiveEventOutput, "sk": expression.CorrelationSubscriptionKey,
		"ek": expression.CorrelationEventKey, "t": expression.HumanTaskTitle, "ti": expression.ActionInput, "ai": expression.ActionInput,
		"c": expression.EdgeCondition,
	} {
		if got[source] != scope {
			t.Errorf("%s is judged in scope %q, want %q", source, got[source], scope)
		}
	}
}

func TestAnEditorLearnsWhatTheContextHolds(t *testing.T) {
	t.Parallel()
	specimen := corpus(t)["UNKNOWN_ACTION_OUTPUT"].NearMiss
	d, err := document.Parse(specimen.Document)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, key := range validator(t).Flow(d, specimen.Catalog.catalog()).At("e").Keys() {
		got = append(got, key.Name+" "+key.Declared+" "+key.Kinds.String())
	}
	if want := []string{"amount number a number", "reciept string text"}; !slices.Equal(got, want) {
		t.Errorf("keys: %q, want %q", got, want)
	}
}
