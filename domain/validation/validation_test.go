package validation_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/validation"
)

// check stands in for the compiler: what ends in an operator does not compile.
func check(_, source string) error {
	if strings.HasSuffix(source, "+") {
		return errors.New("the expression ends in an operator")
	}
	return nil
}

func specimens() []specimen {
	return slices.Concat(shapeSpecimens(), structureSpecimens(), meaningSpecimens(), parallelSpecimens())
}

func find(problems []fault.Problem, s specimen) *fault.Problem {
	for i, p := range problems {
		if p.Code == s.code && p.Severity == s.severity {
			return &problems[i]
		}
	}
	return nil
}

func TestEachCodeIsRaisedAndItsNearMissIsNot(t *testing.T) {
	t.Parallel()
	for _, s := range specimens() {
		t.Run(s.code+" "+s.severity, func(t *testing.T) {
			t.Parallel()
			problems := validation.Validate([]byte(s.raises), check)
			found := find(problems, s)
			if found == nil {
				t.Fatalf("not raised by %s\nbut %+v", s.raises, problems)
			}
			if found.NodeID+found.EdgeID != s.at || found.Message == "" {
				t.Errorf("raised as %+v, want it at %q", found, s.at)
			}
			if problems := validation.Validate([]byte(s.nearMiss), check); find(problems, s) != nil {
				t.Errorf("raised by the near miss %s", s.nearMiss)
			}
		})
	}
}

// TestNoCodeIsDead reads the list of codes from the source, so that none is forgotten.
func TestNoCodeIsDead(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	raised := map[string]bool{}
	for _, s := range specimens() {
		raised[s.code] = true
	}
	declared := 0
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if name, ok := spec.Type.(*ast.Ident); !ok || name.Name != "Code" {
			return true
		}
		code, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		declared++
		if !raised[code] {
			t.Errorf("nothing raises %s", code)
		}
		return true
	})
	if declared != len(raised) {
		t.Errorf("%d codes declared, %d raised", declared, len(raised))
	}
}

func TestAValidDocumentHasNoProblems(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		around("wait", `{"duration":"PT1S"}`),
		flow("s:start a:action b:human-task c:receive-event m:wait j:wait e:end", "s>a a>b a>c b>j c>m c>m! m>j j>a? j>e*"),
	} {
		for _, problem := range validation.Validate([]byte(text), check) {
			if problem.Code != "DUPLICATE_EDGE" { // a timeout may lead where success does
				t.Errorf("%+v", problem)
			}
		}
	}
}

func TestMeaningIsJudgedOnlyWhenTheShapeIsClean(t *testing.T) {
	t.Parallel()
	text := strings.Replace(around("wait", `{"duration":7}`), `"name":"W"`, `"name":""`, 1)
	problems := validation.Validate([]byte(text), check)
	if len(problems) != 1 || problems[0].Code != "INVALID_WAIT_DURATION" || problems[0].Field != "duration" {
		t.Errorf("problems: %+v", problems)
	}
}

func TestUnreadableTextIsOneProblem(t *testing.T) {
	t.Parallel()
	for _, text := range []string{``, `[]`, `{"id":1,"id":2}`} {
		problems := validation.Validate([]byte(text), nil)
		if len(problems) != 1 || problems[0].Code != "INVALID_WORKFLOW" || !validation.HasErrors(problems) {
			t.Errorf("%q: %+v", text, problems)
		}
	}
}

func TestMisspeltNamesAreGuessed(t *testing.T) {
	t.Parallel()
	for text, suggestion := range map[string]string{
		edited(`"wait"`, `"wiat"`):                             "wait",
		flow("s:start review:wait e:end", "s>rewiev review>e"): "review",
	} {
		problems := validation.Validate([]byte(text), nil)
		if !slices.ContainsFunc(problems, func(p fault.Problem) bool { return p.Suggestion == suggestion }) {
			t.Errorf("%s: %+v", text, problems)
		}
	}
}

func TestExpressionsAreCheckedInTheirScopes(t *testing.T) {
	t.Parallel()
	got := map[string]string{}
	record := func(scope, source string) error {
		got[source] = scope
		return nil
	}
	validation.Validate([]byte(around("receive-event", `{"match":["m"],"outputs":[{"contextKey":"k","expression":"o"}],
		"correlationKey":{"subscriptionKey":"sk","eventKey":"ek"}}`)), record)
	validation.Validate([]byte(around("human-task", `{"title":"t","inputs":{"a":"ti","b":7}}`)), record)
	validation.Validate([]byte(around("action", `{"inputs":{"a":"ai"}}`)), record)
	validation.Validate([]byte(edited(`"target":"n"`, `"target":"n","condition":"c"`)), record)
	for source, scope := range map[string]string{
		"m": "receive-event-match", "o": "receive-event-output", "sk": "correlation-subscription-key", "ek": "correlation-event-key",
		"t": "human-task-title", "ti": "action-input", "ai": "action-input", "c": "edge-condition",
	} {
		if got[source] != scope {
			t.Errorf("%s is checked in scope %q, want %q", source, got[source], scope)
		}
	}
}
