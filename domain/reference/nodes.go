package reference

import (
	"fmt"
	"strings"

	"heddle.dev/heddle/domain/document"
)

// NodeType is one type of node: what it does and the keys of its config.
type NodeType struct {
	Type document.NodeType
	Does string
	Keys []Key
}

// NodeTypes lists every node type.
func NodeTypes() []NodeType {
	return []NodeType{
		{document.StartNode, "Where a run begins; checks and completes the initial context.", []Key{
			{"inputs", "fields: what a run is started with"},
		}},
		{document.ActionNode, "Runs an action type.", []Key{
			{"actionType", "the name of an action type, a draft or published"},
			{"inputs", "an object: a text is an expression (a plain text is quoted twice: \"'EUR'\"), any other value stands for itself"},
			{"outputs", "fields: which of its outputs the context gets"},
		}},
		{document.HumanTaskNode, "Asks a person and waits for the form.", []Key{
			{"title", "an expression for the headline"},
			{"description", "plain text below it"},
			{"inputs", "an object of label: expression, what the person is shown"},
			{"outputs", "fields: the form"},
		}},
		{document.ReceiveEventNode, "Waits for an event from outside. Correlate it, or any event of the type is taken.", []Key{
			{"eventType", "the type of the event"},
			{"match", "a list of expressions, all of which must be true"},
			{"correlationKey", "{subscriptionKey, eventKey}: two expressions that must come to the same text"},
			{"outputs", "a list of {contextKey, expression}: what is kept; without it the payload's keys"},
			{"timeout", "a duration after which the isTimeout edge is taken"},
			{"lookback", "run-start, none or a duration: whether an event that came earlier counts"},
		}},
		{document.WaitNode, "Lets time pass.", []Key{{"duration", "how long"}}},
		{document.EndNode, "Ends the run, or its branch of it.", nil},
	}
}

func nodeTypesText() string {
	parsed, err := document.Parse([]byte(Document))
	if err != nil {
		panic("the reference's own document can't be read: " + err.Error()) // a constant, which a test reads
	}
	var text strings.Builder
	for _, t := range NodeTypes() {
		fmt.Fprintf(&text, "\n## %s\n\n%s\n", t.Type, t.Does)
		table(&text, "Keys of config", t.Keys)
		for _, node := range parsed.Nodes() {
			if node.Type() == t.Type {
				example(&text, "Example", string(node.Text()))
				break
			}
		}
	}
	return text.String()
}

// table lists keys, if there are any.
func table(text *strings.Builder, title string, keys []Key) {
	if len(keys) == 0 {
		return
	}
	fmt.Fprintf(text, "\n%s:\n\n| key | holds |\n| --- | --- |\n", title)
	for _, key := range keys {
		fmt.Fprintf(text, "| `%s` | %s |\n", key.Name, key.Holds)
	}
}

func example(text *strings.Builder, title, json string) {
	fmt.Fprintf(text, "\n%s:\n\n```json\n%s\n```\n", title, json)
}
