package reference_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/adapters/cel"
	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/reference"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/domain/sessiontemplate"
	"heddle.dev/heddle/domain/validation"
)

func parse(t *testing.T, text string) *document.Document {
	t.Helper()
	d, err := document.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func compiler(t *testing.T) expression.Compiler {
	t.Helper()
	made, err := cel.New()
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// judge lists what is wrong with a document beside the reference's action type.
func judge(t *testing.T, d *document.Document) []fault.Problem {
	t.Helper()
	called, problems := action.ParseActionType([]byte(reference.ActionType))
	if len(problems) > 0 {
		t.Errorf("the action type: %+v", problems)
	}
	return validation.Validator{Expressions: compiler(t)}.Document(d, &validation.Catalog{ActionTypes: []*action.ActionType{called}})
}

func TestTheDocumentHasNoProblemsAndANodeOfEachType(t *testing.T) {
	t.Parallel()
	d := parse(t, reference.Document)
	if problems := judge(t, d); len(problems) > 0 {
		t.Errorf("%+v", problems)
	}
	var listed, used []document.NodeType
	for _, nodeType := range reference.NodeTypes() {
		listed = append(listed, nodeType.Type)
	}
	for _, node := range d.Nodes() {
		used = append(used, node.Type())
	}
	if !slices.Equal(listed, document.NodeTypes()) {
		t.Errorf("the reference lists the node types %v", listed)
	}
	for _, nodeType := range listed {
		if !slices.Contains(used, nodeType) {
			t.Errorf("the document has no %s", nodeType)
		}
	}
}

// Each key that the reference names is one that the code reads: a value of a wrong type is noticed.
func TestTheKeysOfNodesAreReadByTheCode(t *testing.T) {
	t.Parallel()
	for _, nodeType := range reference.NodeTypes() {
		for _, key := range nodeType.Keys {
			d := parse(t, `{"id":"d","name":"D","edges":[],"nodes":[{"id":"n","type":"`+string(nodeType.Type)+`","name":"N","config":{"`+key.Name+`":7}}]}`)
			problems := validation.Validator{}.Document(d, nil)
			if !slices.ContainsFunc(problems, func(p fault.Problem) bool { return p.NodeID == "n" && strings.HasPrefix(p.Field, key.Name) }) {
				t.Errorf("nobody looks at %s of %s", key.Name, nodeType.Type)
			}
		}
	}
}

func TestTheOpsAreAllThereAreAndApplyInOrder(t *testing.T) {
	t.Parallel()
	d := parse(t, reference.Document)
	set, err := changeset.Parse([]byte(reference.ChangeSet(string(revision.OfDocument(d)))))
	if err != nil {
		t.Fatal(err)
	}
	changed, err := changeset.ApplyChecked(d, set)
	if err != nil {
		t.Fatal(err)
	}
	if problems := judge(t, changed); len(problems) > 0 {
		t.Errorf("%+v", problems)
	}
	for _, kind := range changeset.OpKinds() {
		if !slices.ContainsFunc(set.Ops(), func(op changeset.Op) bool { return op.Kind() == kind }) {
			t.Errorf("there is no example of %s", kind)
		}
	}
}

func object(t *testing.T, text string) *expression.Object {
	t.Helper()
	parsed, err := expression.ParseObject([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func TestTheScopesAreAllThereAreAndTheirExamplesEvaluate(t *testing.T) {
	t.Parallel()
	event, err := expression.Event(object(t, `{"type":"parcel.arrived","payload":{"orderId":"A-1","total":200,"items":[{"sku":"s"}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	variables := expression.Variables{Context: object(t, `{"amount":120,"verdict":"pay","orderId":"A-1"}`), Event: event}
	var listed []expression.Scope
	for _, scope := range reference.Scopes() {
		listed = append(listed, scope.Scope)
		program, err := compiler(t).Compile(scope.Scope, scope.Example)
		if err != nil {
			t.Errorf("%s: %v", scope.Example, err)
			continue
		}
		if result, err := program.Evaluate(variables); err != nil {
			t.Errorf("%s: %v, %v", scope.Example, result, err)
		}
		if strings.Contains(scope.Example, "|") {
			t.Errorf("%s would break its table", scope.Example)
		}
	}
	if !slices.Equal(listed, expression.Scopes()) {
		t.Errorf("the reference lists the scopes %v", listed)
	}
}

func TestTheExamplesUseEveryKeyAndHaveNoProblems(t *testing.T) {
	t.Parallel()
	_, problems := action.ParseTool([]byte(reference.Tool))
	if len(problems) > 0 {
		t.Errorf("the tool: %+v", problems)
	}
	if _, problems = sessiontemplate.Parse([]byte(reference.SessionTemplate)); len(problems) > 0 {
		t.Errorf("the session template: %+v", problems)
	}
	for text, keys := range map[string][]reference.Key{
		reference.ActionType: reference.ActionTypeKeys, reference.Tool: reference.ToolKeys,
		reference.SessionTemplate: reference.SessionTemplateKeys,
	} {
		object, ok := rawjson.ParseObject(jsontext.Value(text))
		if !ok || object.Len() != len(keys) {
			t.Errorf("%d keys are described, the example is %s", len(keys), text)
		}
		for _, key := range keys {
			if _, given := object.Get(key.Name); !given {
				t.Errorf("the example does not use %s", key.Name)
			}
		}
	}
}

func TestSectionsAreFoundByName(t *testing.T) {
	t.Parallel()
	for _, name := range reference.Names() {
		section, ok := reference.ByName(name)
		if !ok || section.Title == "" || !strings.Contains(section.Text, "|") {
			t.Errorf("%s: %+v", name, section)
		}
	}
	if _, ok := reference.ByName("nodes"); ok {
		t.Error("there is no section of this name")
	}
}
