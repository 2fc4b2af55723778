package workflowinstance_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	engine "heddle.dev/heddle/domain/workflowinstance"
)

func TestAStoredInstanceNamesItsFormat(t *testing.T) {
	t.Parallel()
	p := start(t, refund(t), `{"amount": 1}`)
	text, err := json.Marshal(p.instance)
	if err != nil || !strings.HasPrefix(string(text), `{"format":1,"id":"i1",`) {
		t.Errorf("stored as %s, %v", text, err)
	}
	newer := strings.Replace(string(text), `"format":1`, `"format":2`, 1)
	if err := json.Unmarshal([]byte(newer), new(engine.Instance)); fault.CodeOf(err) != "unknown-format" {
		t.Errorf("a newer format: %v", err)
	}
}

// What an earlier Heddle stored has no stages, no rejections, and pending moves without
// activations and failures.
func TestAnEarlierStoredInstanceGoesOn(t *testing.T) {
	t.Parallel()
	p := start(t, twoActions(t), `{}`)
	const earlier = `{"format":1,"id":"i1","workflowId":"w","version":3,"startedAt":"2026-01-02T03:04:05Z","status":"failed","context":{},
		"activeBranches":[{"branchId":"root.1","level":"root.1","nodeId":"b","activationId":"i1/3"}],"joinArrivals":{},
		"regions":{"j":{"forkId":"start","branchId":"root"}},
		"pending":[{"branchId":"root.0","level":"root.0","nodeId":"a","step":"enter"}],
		"nextActivation":4,"nextEntry":9,"moves":2,"failure":{"code":"ACTION_FAILED","nodeId":"a","message":"exit code 3"}}`
	if err := json.Unmarshal([]byte(earlier), p.instance); err != nil {
		t.Fatal(err)
	}
	p.must(p.retry(""))
	p.complete("a", `{"n": 1}`)
	p.complete("b", ``)
	p.complete("j", ``)
	p.wantStatus(engine.Completed)
}

func TestExpressionsReadTheInstance(t *testing.T) {
	t.Parallel()
	p := start(t, compile(t, graph(
		[]string{`start start`, `a action {"inputs": {"id": "instance.id", "v": "instance.version", "at": "instance.startedAt", "w": "instance.workflowId"}}`, `end end`},
		[]string{`start a`, `a end`})), `{}`)
	if got := string(effect[engine.RunAction](p).Inputs.Text()); got != `{"id":"i1","v":3,"at":"2026-01-02T03:04:05.000Z","w":"w"}` {
		t.Errorf("inputs are %s", got)
	}
}

func TestAValueMustBeOfItsFieldsType(t *testing.T) {
	t.Parallel()
	for fieldType, values := range map[string]struct{ fit, not string }{
		"string":   {`"a"`, `1`},
		"number":   {`1.5`, `"1"`},
		"integer":  {`2.0`, `2.5`},
		"boolean":  {`false`, `"false"`},
		"date":     {`"2026-01-31"`, `"2026-02-31"`},
		"datetime": {`"2026-01-31T09:30:00Z"`, `"2026-01-31"`},
		"object":   {`{}`, `[]`},
		"array":    {`[]`, `{}`},
		"file":     {`{"name": "a"}`, `1`},
		"else":     {`1`, ``},
	} {
		fields := []document.Field{{Name: "f", Type: fieldType, Required: true}}
		if problems := engine.CheckOutput(fields, []byte(`{"f": `+values.fit+`}`)); problems != nil {
			t.Errorf("%s: %+v", fieldType, problems)
		}
		if values.not == "" {
			continue
		}
		if problems := engine.CheckOutput(fields, []byte(`{"f": `+values.not+`}`)); len(problems) != 1 || problems[0].Code != engine.FieldType {
			t.Errorf("%s %s: %+v", fieldType, values.not, problems)
		}
	}
	options := []document.Field{{Name: "f", Type: "array", Options: []document.Option{{Value: "a"}, {Value: "1"}}}}
	for output, want := range map[string]int{`{"f": ["a", 1]}`: 0, `{"f": ["a", "b"]}`: 1, `{"f": null}`: 0, `[]`: 1} {
		if problems := engine.CheckOutput(options, []byte(output)); len(problems) != want {
			t.Errorf("%s: %+v", output, problems)
		}
	}
}
