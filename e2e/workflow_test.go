package e2e_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
	"heddle.dev/heddle/openapi/api"
)

// publishGate publishes a workflow that runs a script and then asks a person.
func publishGate(t *testing.T, s *heddletest.Server, script gate) api.Workflow {
	t.Helper()
	return publish(t, s, script.actionType("gate"), `{"id": "gated", "name": "Gated",
		"nodes": [
			{"id": "start", "type": "start", "name": "Start", "config": {"inputs": [{"name": "amount", "type": "number", "required": true}]}},
			{"id": "gate", "type": "action", "name": "Gate", "config": {"actionType": "gate", "inputs": {"amount": "context.amount"}, "outputs": []}},
			{"id": "look", "type": "human-task", "name": "Look", "config": {"title": "'Look'", "description": "Look at it.", "outputs": []}},
			{"id": "end", "type": "end", "name": "End", "config": {}}
		],
		"edges": [
			{"id": "a", "source": "start", "target": "gate"},
			{"id": "b", "source": "gate", "target": "look"},
			{"id": "c", "source": "look", "target": "end"}
		]}`)
}

// publish publishes a workflow that a person made without the agent, and the action type that it calls, if any.
func publish(t *testing.T, s *heddletest.Server, actionType, document string) api.Workflow {
	t.Helper()
	composition := s.Compose("By hand")
	if actionType != "" {
		var named struct{ Name string }
		if err := json.Unmarshal([]byte(actionType), &named); err != nil {
			t.Fatal(err)
		}
		s.AddActionType(composition.Id, named.Name, actionType)
	}
	saved := s.Save(s.Workflow(composition.Id), document)
	for _, problem := range saved.Problems {
		if problem.Severity == "error" {
			t.Fatalf("the document has the error %+v", problem)
		}
	}
	return s.Publish(composition.Id)
}

// linear is a workflow whose only choice is an edge with a condition, before a person is asked.
func linear(condition string) string {
	return fmt.Sprintf(`{"id": "linear", "name": "Linear",
		"nodes": [
			{"id": "start", "type": "start", "name": "Start", "config": {"inputs": [{"name": "n", "type": "integer"}]}},
			{"id": "look", "type": "human-task", "name": "Look", "config": {"title": "'Look'", "description": "Look at it.", "outputs": []}},
			{"id": "end", "type": "end", "name": "End", "config": {}}
		],
		"edges": [
			{"id": "checked", "source": "start", "target": "look", "condition": %q, "priority": 1},
			{"id": "otherwise", "source": "start", "target": "end", "isDefault": true},
			{"id": "done", "source": "look", "target": "end"}
		]}`, condition)
}
