package main

import (
	"strings"
	"testing"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/simulation"
)

const greeting = `{"id": "w", "name": "W", "nodes": [
	{"id": "s", "type": "start", "name": "S", "config": {"inputs": [{"name": "n", "type": "integer", "required": true}]}},
	{"id": "t", "type": "human-task", "name": "T", "config": {"outputs": [{"name": "ok", "type": "boolean"}]}},
	{"id": "yes", "type": "end", "name": "Y", "config": {}}, {"id": "no", "type": "end", "name": "N", "config": {}}],
	"edges": [{"id": "st", "source": "s", "target": "t"},
	{"id": "ty", "source": "t", "target": "yes", "condition": "context.ok && context.n > 1", "priority": 1},
	{"id": "tn", "source": "t", "target": "no", "isDefault": true}]}`

func simulate(t *testing.T, context, outputs string) (outcome, simulation.Result) {
	t.Helper()
	got := heddle(t, greeting, "doc", "simulate", "-", "--context", file(t, context), "--outputs", file(t, outputs), "--json")
	var result simulation.Result
	decode(t, got.stdout, &result)
	return got, result
}

func TestSimulatePrintsASnapshotForEachOutput(t *testing.T) {
	t.Parallel()
	got, result := simulate(t, `{"n": 2}`, `{"t": {"ok": true}}`)
	if got.code != 0 || len(result.Snapshots) != 2 || strings.Join(result.Last().Visited, " ") != "s t yes" {
		t.Errorf("%+v", got)
	}
	plain := heddle(t, greeting, "doc", "simulate", "-", "--context", file(t, `{"n": 2}`), "--outputs", file(t, `[{"node": "t", "output": {"ok": false}}]`))
	for _, want := range []string{"path     s → t\n", "waiting in t\n", `t gives {"ok": false}`, "edge     ty: false\n", "edge     tn: taken\n", `context  {"n":2,"ok":false}`, "completed\n"} {
		if plain.code != 0 || !strings.Contains(plain.stdout, want) {
			t.Errorf("no %q in %+v", want, plain)
		}
	}
}

func TestSimulateSaysWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ context, outputs, code string }{
		{`{}`, `{}`, "invalid-context"},
		{`{"n": 2}`, `[{"node": "yes", "output": {}}]`, "not-waiting"},
		{`{"n": 2}`, `{"t": {"ok": "yes"}}`, "invalid-output"},
	} {
		got, result := simulate(t, c.context, c.outputs)
		if got.code != 1 || result.Error == nil || result.Error.Code != c.code || result.Snapshots == nil {
			t.Errorf("%+v, want %s", got, c.code)
		}
	}
	if got := heddle(t, greeting, "doc", "simulate", "-", "--outputs", file(t, `[{}]`)); got.code != 2 || !strings.Contains(got.stderr, "number 1 names no node") {
		t.Errorf("%+v", got)
	}
}

func TestSimulateRefusesDocumentsWithErrors(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`[]`, strings.Replace(greeting, `"target": "t"`, `"target": "x"`, 1)} {
		got := heddle(t, text, "doc", "simulate", "-", "--json")
		var out struct {
			Problems []fault.Problem `json:"problems"`
		}
		decode(t, got.stdout, &out)
		if got.code != 1 || len(out.Problems) == 0 {
			t.Errorf("%+v", got)
		}
	}
}

func TestEvalPrintsValueAndType(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ expression, scope, context, event, want string }{
		{`context.n + 1`, "action-input", `{"n": 1}`, "", `{"value":2,"type":"int"}`},
		{`context.n / 2`, "edge-condition", `{"n": 5.0}`, "", `{"value":2.5,"type":"double"}`},
		{`instance.version`, "human-task-title", "", "", `{"value":1,"type":"int"}`},
		{`event.a + event.payload.a`, "receive-event-output", "", `{"type": "x", "payload": {"a": 2}}`, `{"value":4,"type":"int"}`},
		{`event.a`, "correlation-event-key", "", `{"a": "k"}`, `{"value":"k","type":"string"}`},
		{`event.type == "x"`, "receive-event-match", "", `{"type": "x"}`, `{"value":true,"type":"bool"}`},
	} {
		args := []string{"doc", "eval", c.expression, "--scope", c.scope, "--json"}
		if c.context != "" {
			args = append(args, "--context", file(t, c.context))
		}
		if c.event != "" {
			args = append(args, "--event", file(t, c.event))
		}
		if got := heddle(t, "", args...); got.code != 0 || got.stdout != c.want+"\n" {
			t.Errorf("%s: %+v, want %s", c.expression, got, c.want)
		}
	}
	if got := heddle(t, `{"n": "a"}`, "doc", "eval", "context.n", "--scope", "action-input", "--context", "-"); got.stdout != "\"a\"\n" {
		t.Errorf("%+v", got)
	}
}

func TestEvalNamesWhatFailed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ expression, scope, code string }{
		{`1 +`, "action-input", "parse"},
		{`contxt.n`, "action-input", "type"},
		{`context.n`, "correlation-event-key", "type"},
		{`context.nope`, "action-input", "unknown-key"},
		{`1 / 0`, "action-input", "evaluation"},
		{`"text"`, "receive-event-match", "evaluation"},
	} {
		got := heddle(t, "", "doc", "eval", c.expression, "--scope", c.scope, "--json")
		if got.code != 1 || !strings.HasPrefix(got.stdout, `{"error":{"code":"`+c.code+`","message":"`) {
			t.Errorf("%s: %+v, want %s", c.expression, got, c.code)
		}
		if plain := heddle(t, "", "doc", "eval", c.expression, "--scope", c.scope); plain.code != 1 || plain.stdout != "" || plain.stderr == "" {
			t.Errorf("%+v", plain)
		}
	}
	if got := heddle(t, "", "doc", "eval", "1", "--scope", "somewhere"); got.code != 2 || !strings.Contains(got.stderr, "edge-condition") {
		t.Errorf("%+v", got)
	}
}
