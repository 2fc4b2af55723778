package workflowinstance_test

import (
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/domain/expression"
	engine "heddle.dev/heddle/domain/workflowinstance"
)

func TestAnObservedCallTellsHowEachEdgeCameOut(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name         string
		nodes, edges []string
		want         string
	}{
		{
			"the first that is true",
			[]string{`start start`, `x end`, `y end`, `z end`, `d end`},
			[]string{`start d "isDefault": true`, `start z "condition": "true", "priority": 3`, `start x "condition": "false", "priority": 1`, `start y "condition": "true", "priority": 2`},
			"e2 false, e3 taken, e1 skipped, e0 skipped",
		},
		{
			"the default edge",
			[]string{`start start`, `x end`, `d end`},
			[]string{`start x "condition": "1"`, `start d "isDefault": true`},
			"e0 false, e1 taken",
		},
		{
			"one that fails",
			[]string{`start start`, `x end`, `y end`, `d end`},
			[]string{`start x "condition": "context.nope"`, `start y "condition": "true"`, `start d "isDefault": true`},
			"e0 error, e1 skipped, e2 skipped",
		},
		{
			"a fork",
			[]string{`start start`, `x human-task`, `y human-task`, `j end`},
			[]string{`start x`, `start y`, `x j`, `y j`},
			"e0 taken, e1 taken",
		},
		{
			"a fork beyond the budget",
			[]string{`start start`, `x human-task`, `y human-task`, `z human-task`, `w human-task`, `j end`},
			[]string{`start x`, `start y`, `start z`, `start w`, `x j`, `y j`, `z j`, `w j`},
			"e0 taken, e1 taken, e2 error, e3 skipped",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			version := compile(t, graph(test.nodes, test.edges)).WithLimits(engine.Limits{MovesPerCall: 2, Moves: 10})
			_, trace, err := engine.Observe(version, nil, engine.Call{Kind: engine.StartCall, Identity: &engine.Identity{InstanceID: "i"}})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range trace.Edges {
				got = append(got, e.EdgeID+" "+string(e.Outcome))
				if (e.Error != "") != (e.Outcome == engine.EdgeError) {
					t.Errorf("%+v", e)
				}
			}
			if strings.Join(got, ", ") != test.want {
				t.Errorf("got %v, want %s", got, test.want)
			}
		})
	}
}

func TestARefusedEventTellsNoSensitiveKey(t *testing.T) {
	t.Parallel()
	p := start(t, compile(t, graph(
		[]string{
			`start start {"inputs": [{"name": "ssn", "sensitive": true}]}`,
			`r receive-event {"eventType": "x", "correlationKey": {"subscriptionKey": "context.ssn", "eventKey": "event.ssn"}}`, `end end`,
		},
		[]string{`start r`, `r end`})), `{"ssn": "078-05-1120"}`)
	err := p.deliver("r", `{"type": "x", "payload": {"ssn": "219-09-9999"}}`)
	if err == nil || strings.Contains(err.Error(), "078-05-1120") || strings.Contains(err.Error(), "219-09-9999") {
		t.Errorf("got %v", err)
	}
}

func TestSensitiveValuesAreMasked(t *testing.T) {
	t.Parallel()
	version := compile(t, graph(
		[]string{
			`start start {"inputs": [{"name": "iban", "sensitive": true}, {"name": "amount"}]}`,
			`a human-task {"outputs": [{"name": "ssn", "contextKey": "taxId", "sensitive": true}]}`, `end end`,
		},
		[]string{`start a`, `a end`}))
	if got := version.SensitiveKeys(); !slices.Equal(got, []string{"iban", "taxId"}) {
		t.Errorf("sensitive are %v", got)
	}
	context, err := expression.ParseObject([]byte(`{"amount": 1, "iban": "DE1", "taxId": null}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(version.Masked(context).Text()); got != `{"amount":1,"iban":"•••","taxId":null}` {
		t.Errorf("got %s", got)
	}
}
