package workflowinstance

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/expression"
)

func compileNode(source *document.Node, compiler expression.Compiler) *node {
	n := &node{id: source.ID(), name: source.Name(), kind: source.Type()}
	if config := source.ConfigText(); config != nil {
		n.asks = string(rawjson.Canonical(config))
	}
	switch n.kind {
	case document.StartNode:
		n.fields = source.Fields("inputs")
	case document.ActionNode:
		n.fields = source.Fields("outputs")
		n.actionType = configText(source, "actionType")
		n.inputs = compileInputs(source, compiler)
	case document.HumanTaskNode:
		n.fields = source.Fields("outputs")
		n.title = compileFormula(compiler, expression.HumanTaskTitle, configText(source, "title"))
		n.description = configText(source, "description")
		settings, _ := source.Config("x-heddle")
		n.isStage = settings.Kind() == jsontext.KindBeginObject
		n.inputs = compileInputs(source, compiler)
	case document.ReceiveEventNode:
		n.event = compileEvent(source, compiler)
	case document.WaitNode:
		// A duration that can't be read is a matter of validation; here it counts as none.
		n.duration, _ = document.ParseDuration(configText(source, "duration"))
	case document.EndNode:
	}
	return n
}

func configText(source *document.Node, key string) string {
	value, _ := source.Config(key)
	text, _ := rawjson.String(value)
	return text
}

func compileInputs(source *document.Node, compiler expression.Compiler) []input {
	value, _ := source.Config("inputs")
	var inputs []input
	for name, value := range rawjson.Members(value) {
		in := input{name: string(name), literal: value}
		if text, isText := rawjson.String(value); isText {
			in.formula = compileFormula(compiler, expression.ActionInput, text)
			in.literal = nothing
		}
		inputs = append(inputs, in)
	}
	return inputs
}

func compileEvent(source *document.Node, compiler expression.Compiler) eventConfig {
	config := eventConfig{
		eventType: strings.TrimSpace(configText(source, "eventType")),
		lookback:  readLookback(configText(source, "lookback")),
		mappings:  compileMappings(source, compiler),
	}
	// A timeout that can't be read is a matter of validation; here it counts as none.
	config.timeout, _ = document.ParseDuration(configText(source, "timeout"))
	key, _ := source.Config("correlationKey")
	config.correlated = key.Kind() == jsontext.KindBeginObject
	config.subscriptionKey = compileMember(compiler, expression.CorrelationSubscriptionKey, key, "subscriptionKey")
	config.eventKey = compileMember(compiler, expression.CorrelationEventKey, key, "eventKey")
	match, _ := source.Config("match")
	list, _ := rawjson.ParseArray(match)
	for _, condition := range list.Values() {
		text, _ := rawjson.String(condition)
		if f := compileFormula(compiler, expression.ReceiveEventMatch, text); f != nil {
			config.match = append(config.match, f)
		}
	}
	return config
}

func compileMember(compiler expression.Compiler, scope expression.Scope, object jsontext.Value, name string) *formula {
	value, _ := rawjson.Get(object, name)
	text, _ := rawjson.String(value)
	return compileFormula(compiler, scope, text)
}

func compileMappings(source *document.Node, compiler expression.Compiler) []mapping {
	outputs, _ := source.Config("outputs")
	list, _ := rawjson.ParseArray(outputs)
	var mappings []mapping
	for _, output := range list.Values() {
		contextKey, _ := rawjson.Get(output, "contextKey")
		name, _ := rawjson.String(contextKey)
		if f := compileMember(compiler, expression.ReceiveEventOutput, output, "expression"); f != nil && name != "" {
			mappings = append(mappings, mapping{contextKey: name, formula: f})
		}
	}
	return mappings
}

// readLookback reads how far to look back; what can't be read counts as not at all.
func readLookback(text string) lookback {
	if text == "run-start" {
		return lookback{sinceStart: true}
	}
	within, _ := document.ParseDuration(text)
	return lookback{within: within}
}
