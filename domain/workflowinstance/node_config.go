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
			in.literal = jsontext.Value("null") // what an empty expression comes to
		}
		inputs = append(inputs, in)
	}
	return inputs
}

func compileEvent(source *document.Node, compiler expression.Compiler) eventConfig {
	config := eventConfig{
		eventType: strings.TrimSpace(configText(source, "eventType")),
		lookback:  configText(source, "lookback"),
	}
	key, _ := source.Config("correlationKey")
	subscription, _ := rawjson.Get(key, "subscriptionKey")
	if text, isText := rawjson.String(subscription); isText {
		config.subscriptionKey = compileFormula(compiler, expression.CorrelationSubscriptionKey, text)
	}
	outputs, _ := source.Config("outputs")
	list, _ := rawjson.ParseArray(outputs)
	for _, output := range list.Values() {
		contextKey, _ := rawjson.Get(output, "contextKey")
		name, _ := rawjson.String(contextKey)
		expr, _ := rawjson.Get(output, "expression")
		text, _ := rawjson.String(expr)
		if f := compileFormula(compiler, expression.ReceiveEventOutput, text); f != nil && name != "" {
			config.mappings = append(config.mappings, mapping{contextKey: name, formula: f})
		}
	}
	return config
}
