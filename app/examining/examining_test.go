package examining_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/examining"
	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/simulation"
)

const orders = `{"id":"orders","name":"Orders","nodes":[
 {"id":"s","type":"start","name":"Start","config":{"inputs":[{"name":"amount","type":"number","required":true},{"name":"note"}]}},
 {"id":"h","type":"human-task","name":"Check","config":{"title":"'Check'","description":"d","outputs":[{"name":"ok","type":"boolean","required":true}]}},
 {"id":"e","type":"end","name":"End","config":{}}],
 "edges":[{"id":"s-h","source":"s","target":"h","priority":0,"isDefault":false},{"id":"h-e","source":"h","target":"e","priority":0,"isDefault":false}]}`

func setup() *examining.Service { return examining.New(apptest.Compiler()) }

func TestASimulationPlaysTheDocumentToItsEnd(t *testing.T) {
	t.Parallel()
	result, err := setup().Simulate([]byte(orders), simulation.Input{
		Context: jsontext.Value(`{"amount":12.50}`),
		Outputs: simulation.Outputs{ByNode: map[string]jsontext.Value{"h": jsontext.Value(`{"ok":true}`)}},
	})
	if err != nil || result.Failed() {
		t.Fatal(result.Error, err)
	}
	last := result.Last()
	if last.Status != "completed" || string(last.Context.Text()) != `{"amount":12.50,"note":null,"ok":true}` {
		t.Errorf("%s with %s", last.Status, last.Context.Text())
	}
}

func TestADocumentWithErrorsIsNotPlayed(t *testing.T) {
	t.Parallel()
	_, err := setup().Simulate([]byte(`{"id":"x","name":"X","nodes":[],"edges":[]}`), simulation.Input{})
	f := fault.As(err)
	if f == nil || f.Code != examining.CodeInvalidDocument || len(f.Problems) == 0 {
		t.Errorf("got %v, want invalid-document with its problems", err)
	}
}

func TestVariablesAreThoseOfThePlace(t *testing.T) {
	t.Parallel()
	s := setup()
	names := func(v examining.Variables) (all []string) {
		for _, variable := range v.Context {
			all = append(all, variable.Name+":"+variable.Type)
		}
		return all
	}
	at, err := s.VariablesAt([]byte(orders), "h", "", nil)
	if err != nil || at.Open || !slices.Equal(names(at), []string{"amount:number", "note:string"}) {
		t.Errorf("at the task: %v, %v", at, err)
	}
	if note := at.Context[1]; !note.Certain || !note.Nullable {
		t.Errorf("an optional input is there, and may be null: %+v", note)
	}
	behind, err := s.VariablesAt([]byte(orders), "h", "h-e", nil)
	if err != nil || !slices.Equal(names(behind), []string{"amount:number", "note:string", "ok:boolean"}) {
		t.Errorf("behind the task: %v, %v", behind, err)
	}
	for _, wrong := range [][2]string{{"x", ""}, {"h", "x"}, {"h", "s-h"}} {
		if _, err := s.VariablesAt([]byte(orders), wrong[0], wrong[1], nil); fault.KindOf(err) != fault.KindNotFound {
			t.Errorf("at %v: %v, want not found", wrong, err)
		}
	}
}

func TestAnExpressionIsAnsweredOrSaysWhyNot(t *testing.T) {
	t.Parallel()
	s := setup()
	for name, c := range map[string]struct {
		question    examining.Question
		value, code string
	}{
		"mixed numbers":           {examining.Question{Expression: "context.n + 2", Scope: expression.ActionInput, Context: jsontext.Value(`{"n":1.5}`)}, "3.5", ""},
		"a bare payload":          {examining.Question{Expression: "event.a + event.payload.a", Scope: expression.ReceiveEventOutput, Event: jsontext.Value(`{"a":2}`)}, "4", ""},
		"an unknown key":          {examining.Question{Expression: "context.m", Scope: expression.ActionInput, Context: jsontext.Value(`{"n":1}`)}, "", "unknown-key"},
		"no expression":           {examining.Question{Expression: "1 +", Scope: expression.ActionInput}, "", "parse"},
		"a sample of an instance": {examining.Question{Expression: "instance.version > 0", Scope: expression.EdgeCondition}, "true", ""},
	} {
		result, err := s.Evaluate(c.question)
		failure := new(expression.Error)
		code := ""
		if errors.As(err, &failure) {
			code = string(failure.Code)
		}
		if string(result.Value) != c.value || code != c.code {
			t.Errorf("%s: %s, %v", name, result.Value, err)
		}
	}
	for _, q := range []examining.Question{
		{Expression: "1", Scope: "nowhere"},
		{Expression: "1", Scope: expression.ActionInput, Context: jsontext.Value(`[]`)},
	} {
		if _, err := s.Evaluate(q); fault.KindOf(err) != fault.KindInvalid {
			t.Errorf("%+v: %v, want an invalid fault", q, err)
		}
	}
}

func TestChangesLeadFromOneDocumentToTheOther(t *testing.T) {
	t.Parallel()
	s := setup()
	after := []byte(`{"id":"orders","name":"Orders 2","nodes":[],"edges":[]}`)
	difference, err := s.Diff([]byte(orders), after)
	if err != nil {
		t.Fatal(err)
	}
	changed, err := s.Apply([]byte(orders), difference.ChangeSet.Text())
	if err != nil || changed.Name() != "Orders 2" || len(changed.Nodes()) != 0 {
		t.Errorf("got %v, %v", changed, err)
	}
	if _, err := s.Apply(after, difference.ChangeSet.Text()); fault.CodeOf(err) != string(changeset.Stale) {
		t.Errorf("on another base: %v, want stale", err)
	}
}
