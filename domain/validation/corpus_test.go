package validation_test

import (
	"fmt"
	"strings"
)

// specimen is one rule with a document that breaks it and one that nearly does.
type specimen struct {
	code, severity string
	at             string // id of the node or edge concerned, empty for the document
	raises         string
	nearMiss       string
}

// around is a valid document start → n → end with a node of the given type and config.
func around(nodeType, config string) string {
	return fmt.Sprintf(`{"id":"w","name":"W","nodes":[
		{"id":"s","type":"start","name":"S","config":{"inputs":[]}},
		{"id":"n","type":%q,"name":"N","config":%s},
		{"id":"e","type":"end","name":"E","config":{}}],
		"edges":[{"id":"sn","source":"s","target":"n"},{"id":"ne","source":"n","target":"e"}]}`, nodeType, config)
}

// starting is a valid document whose start has the given config.
func starting(config string) string {
	return strings.Replace(around("wait", `{"duration":"PT1S"}`), `{"inputs":[]}`, config, 1)
}

// flow is a document of nodes "id:type" and edges "source>target", with "?" for a
// condition, "*" for the default edge, "!" for a timeout edge and "=n" for a
// priority; the edges are named e0, e1, …. All configs are clean.
func flow(nodes, edges string) string {
	configs := map[string]string{
		"start": `{"inputs":[]}`, "end": `{}`, "wait": `{"duration":"PT1S"}`,
		"action":        `{"actionType":"x","inputs":{},"outputs":[]}`,
		"human-task":    `{"description":"d","outputs":[]}`,
		"receive-event": `{"eventType":"x","timeout":"PT1H"}`,
	}
	var nodeTexts, edgeTexts []string
	for _, node := range strings.Fields(nodes) {
		id, nodeType, _ := strings.Cut(node, ":")
		nodeTexts = append(nodeTexts, fmt.Sprintf(`{"id":%q,"type":%q,"name":"N","config":%s}`, id, nodeType, configs[nodeType]))
	}
	for i, edge := range strings.Fields(edges) {
		ends, priority, hasPriority := strings.Cut(edge, "=")
		if !hasPriority {
			priority = fmt.Sprint(i)
		}
		source, target, _ := strings.Cut(ends, ">")
		extra := map[bool]string{true: `,"condition":"c"`}[strings.Contains(target, "?")] +
			map[bool]string{true: `,"isDefault":true`}[strings.Contains(target, "*")] +
			map[bool]string{true: `,"isTimeout":true`}[strings.Contains(target, "!")]
		edgeTexts = append(edgeTexts, fmt.Sprintf(`{"id":"e%d","source":%q,"target":%q,"priority":%s%s}`,
			i, source, strings.TrimRight(target, "?*!"), priority, extra))
	}
	return `{"id":"w","name":"W","nodes":[` + strings.Join(nodeTexts, ",") + `],"edges":[` + strings.Join(edgeTexts, ",") + `]}`
}

// edited replaces text of a valid document with one wait.
func edited(old, replacement string) string {
	return strings.Replace(around("wait", `{"duration":"PT1S"}`), old, replacement, 1)
}

const diamond = "s:start a:wait b:wait j:wait e:end"

func shapeSpecimens() []specimen {
	return []specimen{
		{"INVALID_WORKFLOW", "error", "", edited(`"id":"w"`, `"id":7`), edited(`"id":"w"`, `"id":"7"`)},
		{"INVALID_NODES", "error", "", `{"id":"w","name":"W","nodes":{},"edges":[]}`, `{"id":"w","name":"W","nodes":[],"edges":[]}`},
		{"INVALID_EDGES", "error", "", `{"id":"w","name":"W","nodes":[]}`, `{"id":"w","name":"W","nodes":[],"edges":[]}`},
		{"INVALID_NODE", "error", "", edited(`"id":"n",`, ``), edited(`"id":"n"`, `"id":""`)},
		{"INVALID_EDGE", "error", "sn", edited(`"target":"n"`, `"target":"n","priority":1.5`), edited(`"target":"n"`, `"target":"n","priority":null,"isDefault":null`)},
		{"INVALID_NODE_TYPE", "error", "n", edited(`"wait"`, `"waits"`), edited(`"wait"`, `"end"`)},
		{"INVALID_NODE_NAME", "error", "n", edited(`"name":"N"`, `"name":[]`), edited(`"name":"N"`, `"name":null`)},
		{"INVALID_NODE_CONFIG", "error", "n", around("wait", `[]`), around("wait", `null`)},
		{"INVALID_NODE_POSITION", "error", "n", edited(`"name":"N"`, `"position":{"x":1}`), edited(`"name":"N"`, `"position":{"x":1,"y":-2.5}`)},
		{"INVALID_WORKFLOW_DESCRIPTION", "error", "", edited(`"name":"W"`, `"name":"W","description":1`), edited(`"name":"W"`, `"name":"W","description":null`)},
		{"INVALID_WORKFLOW_VERSION", "error", "", edited(`"name":"W"`, `"name":"W","version":1.5`), edited(`"name":"W"`, `"name":"W","version":1.0`)},
		{"INVALID_INPUTS_TYPE", "error", "n", around("action", `{"inputs":[]}`), around("action", `{"inputs":{}}`)},
		{"INVALID_OUTPUTS_TYPE", "error", "n", around("human-task", `{"outputs":{}}`), around("human-task", `{"outputs":null}`)},
		{"INVALID_INPUT_DEFINITION", "error", "s", starting(`{"inputs":[{"name":"x","required":"yes"}]}`), starting(`{"inputs":[{"name":"x","required":null}]}`)},
		{"INVALID_OUTPUT_DEFINITION", "error", "n", around("receive-event", `{"outputs":[{"expression":1}]}`), around("receive-event", `{"outputs":[{"expression":"1"}]}`)},
		{"MALFORMED_OUTPUT_OPTION", "error", "n", around("action", `{"outputs":[{"name":"x","options":[{"value":1}]}]}`), around("action", `{"outputs":[{"name":"x","options":[{"value":"1"}]}]}`)},
		{"MALFORMED_OUTPUT_OPTION", "warning", "n", around("action", `{"outputs":[{"name":"x","options":[{"label":"a"}]}]}`), around("action", `{"outputs":[{"name":"x","options":[]}]}`)},
		{"INVALID_TASK_TITLE", "error", "n", around("human-task", `{"title":42}`), around("human-task", `{"title":"42"}`)},
		{"INVALID_TASK_DESCRIPTION", "error", "n", around("human-task", `{"description":42}`), around("human-task", `{"description":null}`)},
		{"INVALID_MATCH_TYPE", "error", "n", around("receive-event", `{"match":"true"}`), around("receive-event", `{"match":["true"]}`)},
		{"INVALID_LOOKBACK", "error", "n", around("receive-event", `{"lookback":"PT0S"}`), around("receive-event", `{"lookback":"run-start"}`)},
		{"INVALID_WAIT_DURATION", "error", "n", around("wait", `{"duration":"1h"}`), around("wait", `{"duration":"PT0S"}`)},
		{"INVALID_TIMEOUT", "error", "n", around("receive-event", `{"timeout":"PT0S"}`), around("receive-event", `{"timeout":"PT1S"}`)},
		{"INVALID_CORRELATION_KEY", "error", "n", around("receive-event", `{"correlationKey":{"eventKey":null}}`), around("receive-event", `{"correlationKey":null}`)},
		{"INVALID_STAGE_SETTINGS", "error", "n", around("human-task", `{"x-heddle":{"assignment":{"dueIn":"soon"}}}`), around("human-task", `{"x-heddle":{"team":"support","historyMode":"fresh","assignment":{"dueIn":"P1D"},"mine":1}}`)},
		{"INVALID_ACTION_TYPE_VALUE", "error", "n", around("action", `{"actionType":" "}`), around("action", `{"actionType":null}`)},
	}
}

func structureSpecimens() []specimen {
	return []specimen{
		{"EMPTY_WORKFLOW", "error", "", flow("", ""), flow("s:start", "")},
		{"MISSING_WORKFLOW_ID", "error", "", edited(`"id":"w"`, `"id":null`), edited(`"id":"w"`, `"id":"x"`)},
		{"MISSING_WORKFLOW_NAME", "error", "", edited(`"name":"W"`, `"name":" "`), edited(`"name":"W"`, `"name":"-"`)},
		{"MISSING_NODE_ID", "error", " ", edited(`"id":"n"`, `"id":" "`), edited(`"id":"n"`, `"id":"."`)},
		{"MISSING_EDGE_ID", "error", "", edited(`"id":"sn"`, `"id":""`), edited(`"id":"sn"`, `"id":"0"`)},
		{"DUPLICATE_NODE_ID", "error", "a", flow("s:start a:wait a:wait e:end", "s>a a>e"), flow("s:start a:wait A:wait e:end", "s>a a>A A>e")},
		{"DUPLICATE_EDGE_ID", "error", "sn", edited(`"id":"ne"`, `"id":"sn"`), edited(`"id":"ne"`, `"id":"sN"`)},
		{"NO_START_NODE", "error", "", flow("a:wait e:end", "a>e"), flow("a:start e:end", "a>e")},
		{"MULTIPLE_START_NODES", "error", "t", flow("s:start t:start e:end", "s>e t>e"), flow("s:start t:wait e:end", "s>e t>e")},
		{"NO_END_NODE", "error", "", flow("s:start a:wait", "s>a"), flow("s:start a:end", "s>a")},
		{"MISSING_EDGE_SOURCE", "error", "sn", edited(`"source":"s"`, `"source":null`), edited(`"source":"s"`, `"source":"e"`)},
		{"MISSING_EDGE_TARGET", "error", "sn", edited(`"target":"n"`, `"target":""`), edited(`"target":"n"`, `"target":"e"`)},
		{"INVALID_EDGE_SOURCE", "error", "e0", flow("s:start e:end", "S>e"), flow("s:start e:end", "s>e")},
		{"INVALID_EDGE_TARGET", "error", "e0", flow("s:start e:end", "s>end"), flow("s:start e:end", "s>e")},
		{"START_HAS_INCOMING", "error", "s", flow("s:start a:wait e:end", "s>a a>s? a>e*"), flow("s:start a:wait e:end", "s>a a>a? a>e*")},
		{"END_HAS_OUTGOING", "error", "e", flow("s:start a:wait e:end", "s>e e>a"), flow("s:start a:wait e:end", "s>a a>e")},
		{"MISSING_ACTION_TYPE", "error", "n", around("action", `{"actionType":null}`), around("action", `{"actionType":"x"}`)},
		{"DISCONNECTED_NODE", "error", "a", flow("s:start a:wait e:end", "s>e"), flow("s:start a:wait e:end", "s>e a>e")},
		{"NO_OUTGOING_EDGES", "error", "a", flow("s:start a:wait e:end", "s>a s>e"), flow("s:start a:end e:end", "s>a s>e")},
		{"MISSING_NODE_NAME", "warning", "n", edited(`"name":"N"`, `"name":null`), edited(`"name":"N"`, `"name":"-"`)},
		{"NO_INCOMING_EDGES", "warning", "a", flow("s:start a:wait e:end", "s>e a>e"), flow("s:start a:wait e:end", "s>a a>e")},
		{"UNREACHABLE_NODE", "warning", "b", flow("s:start a:wait b:wait e:end", "s>e a>b b>e"), flow("s:start a:wait b:wait e:end", "s>a a>b b>e")},
		{"NO_PATH_TO_END", "warning", "a", flow("s:start a:wait b:wait e:end", "s>e s>a a>b b>a"), flow("s:start a:wait b:wait e:end", "s>a a>b b>a? b>e*")},
		{"SELF_LOOP_EDGE", "warning", "e1", flow("s:start a:wait e:end", "s>a a>a? a>e*"), flow("s:start a:wait b:wait e:end", "s>a a>b b>a? b>e*")},
		{"DUPLICATE_EDGE", "warning", "e1", flow("s:start e:end", "s>e s>e"), flow("s:start a:wait e:end", "s>a a>e s>e")},
		{"DEFAULT_EDGE_WITH_CONDITION", "warning", "e2", flow("s:start a:wait e:end", "s>a a>e? a>e?*"), flow("s:start a:wait e:end", "s>a a>e? a>e*")},
		{"SINGLE_CONDITIONAL_EDGE", "warning", "e1", flow("s:start a:wait e:end", "s>a a>e?"), flow("s:start a:wait e:end", "s>a a>e")},
		{"NO_DEFAULT_EDGE", "warning", "a", flow("s:start a:wait b:wait e:end", "s>a a>e? a>b? b>e"), flow("s:start a:wait b:wait e:end", "s>a a>e? a>b* b>e")},
		{"MULTIPLE_DEFAULT_EDGES", "warning", "e2", flow("s:start a:wait b:wait e:end", "s>a a>e* a>b* b>e"), flow("s:start a:wait b:wait e:end", "s>a a>e* a>b? b>e*")},
		{"DUPLICATE_EDGE_PRIORITY", "warning", "e2", flow("s:start a:wait b:wait e:end", "s>a a>e?=1 a>b?=1 a>e*=1 b>e"), flow("s:start a:wait b:wait e:end", "s>a=1 s>b=1 a>e b>e")},
		{"INVALID_CONDITION", "warning", "sn", edited(`"target":"n"`, `"target":"n","condition":"1 +"`), edited(`"target":"n"`, `"target":"n","condition":" "`)},
		{"TIMEOUT_EDGE_WITHOUT_TIMEOUT", "error", "e2", flow("s:start a:wait e:end", "s>a a>e a>e!"), flow("s:start a:receive-event e:end", "s>a a>e a>e!")},
	}
}

func meaningSpecimens() []specimen {
	const clean = `"actionType":"x","outputs":[]`
	return []specimen{
		{"MISSING_START_INPUTS", "warning", "s", starting(`{"inputs":null}`), starting(`{"inputs":[]}`)},
		{"DUPLICATE_INPUT_NAME", "warning", "s", starting(`{"inputs":[{"name":"x"},{"name":"x"}]}`), starting(`{"inputs":[{"name":"x"},{"name":"X"}]}`)},
		{"MISSING_ACTION_INPUTS", "warning", "n", around("action", `{`+clean+`}`), around("action", `{`+clean+`,"inputs":{}}`)},
		{"MISSING_ACTION_OUTPUTS", "warning", "n", around("action", `{}`), around("action", `{`+clean+`}`)},
		{"DUPLICATE_OUTPUT_NAME", "warning", "n", around("action", `{"outputs":[{"name":"x"},{"name":"x"}]}`), around("action", `{"outputs":[{"name":"x"},{"name":"y"}]}`)},
		{"EMPTY_ACTION_INPUT_EXPRESSION", "warning", "n", around("action", `{"inputs":{"a":" "}}`), around("action", `{"inputs":{"a":[]}}`)},
		{"MISSING_TASK_DESCRIPTION", "warning", "n", around("human-task", `{"description":null}`), around("human-task", `{"description":"d"}`)},
		{"INVALID_TASK_TITLE_EXPRESSION", "warning", "n", around("human-task", `{"title":"1 +"}`), around("human-task", `{"title":"1 + 1"}`)},
		{"MISSING_TASK_OUTPUTS", "warning", "n", around("human-task", `{}`), around("human-task", `{"outputs":[]}`)},
		{"EMPTY_TASK_INPUT_EXPRESSION", "warning", "n", around("human-task", `{"inputs":{"a":""}}`), around("human-task", `{"inputs":{"a":"b"}}`)},
		{"WIDGET_TYPE_MISMATCH", "warning", "n", around("human-task", `{"outputs":[{"name":"x","widget":"checkbox"}]}`), around("human-task", `{"outputs":[{"name":"x","widget":"host-box"},{"name":"y","type":"boolean","widget":"checkbox"}]}`)},
		{"SELECT_MISSING_OPTIONS", "warning", "n", around("human-task", `{"outputs":[{"name":"x","widget":"select","options":[]}]}`), around("human-task", `{"outputs":[{"name":"x","widget":"select","options":[{"value":"a"}]}]}`)},
		{"DEFAULT_VALUE_TYPE_MISMATCH", "warning", "s", starting(`{"inputs":[{"name":"x","type":"integer","defaultValue":1.5}]}`), starting(`{"inputs":[{"name":"x","type":"integer","defaultValue":2.0},{"name":"y","defaultValue":null}]}`)},
		{"MISSING_EVENT_TYPE", "warning", "n", around("receive-event", `{}`), around("receive-event", `{"eventType":"x"}`)},
		{"INVALID_EVENT_TYPE_VALUE", "warning", "n", around("receive-event", `{"eventType":7}`), around("receive-event", `{"eventType":"7"}`)},
		{"DUPLICATE_EVENT_RECEIVER", "warning", "b", flow("s:start a:receive-event b:receive-event e:end", "s>a a>b b>e"), around("receive-event", `{"eventType":"x"}`)},
		{"AUTOMATED_CYCLE", "warning", "a", flow("s:start a:action b:action e:end", "s>a a>b b>a? b>e*"), flow("s:start a:action b:wait e:end", "s>a a>b b>a? b>e*")},
		{"MISSING_WAIT_DURATION", "warning", "n", around("wait", `{}`), around("wait", `{"duration":"PT0S"}`)},
		{"MISSING_OUTPUT_CONTEXT_KEY", "warning", "n", around("receive-event", `{"outputs":[{"expression":"1"}]}`), around("receive-event", `{"outputs":[{"expression":"1","contextKey":"k"}]}`)},
		{"MISSING_OUTPUT_EXPRESSION", "warning", "n", around("receive-event", `{"outputs":[{"contextKey":"k"}]}`), around("receive-event", `{"outputs":[{"expression":"1","contextKey":"k"}]}`)},
		{"INVALID_INPUT_EXPRESSION", "error", "n", around("human-task", `{"inputs":{"a":"1 +"}}`), around("human-task", `{"inputs":{"a":"1"}}`)},
		{"INVALID_MATCH_EXPRESSION", "error", "n", around("receive-event", `{"match":["1 +"]}`), around("receive-event", `{"match":["true"]}`)},
		{"INVALID_OUTPUT_EXPRESSION", "error", "n", around("receive-event", `{"outputs":[{"contextKey":"k","expression":"1 +"}]}`), around("receive-event", `{"outputs":[{"contextKey":"k","expression":"1"}]}`)},
		{"MISSING_CORRELATION_KEY_EXPRESSION", "error", "n", around("receive-event", `{"correlationKey":{"eventKey":"1"}}`), around("receive-event", `{"correlationKey":{"eventKey":"1","subscriptionKey":"2"}}`)},
		{"INVALID_CORRELATION_KEY_EXPRESSION", "error", "n", around("receive-event", `{"correlationKey":{"eventKey":"1","subscriptionKey":"1 +"}}`), around("receive-event", `{"correlationKey":{"eventKey":"1","subscriptionKey":"2"}}`)},
	}
}

func parallelSpecimens() []specimen {
	return []specimen{
		{"MIXED_FORK_EDGES", "error", "s", flow(diamond, "s>a s>b s>j? a>j b>j j>e"), flow(diamond, "s>a s>b? a>j b>j j>e")},
		{"FORK_WITHOUT_JOIN", "error", "s", flow(diamond, "s>a s>b a>j b>j j>a"), flow(diamond, "s>a s>b a>j b>j j>e")},
		{"PARALLEL_BRANCH_REACHES_END", "error", "s", flow("s:start a:wait b:wait e:end f:end", "s>a s>b a>e b>f"), flow("s:start a:wait b:wait e:end", "s>a s>b a>e b>e")},
		{"UNBALANCED_PARALLEL", "error", "s", flow(diamond, "s>a s>b a>j? a>j* b>j j>e"), flow(diamond, "s>a s>j a>b b>j j>e")},
		{"CROSSING_PARALLEL_REGIONS", "error", "f", flow(diamond+" f:wait", "s>f? s>a* f>a f>b a>j b>j j>e"), flow(diamond+" f:wait", "s>f f>a f>b a>j b>j j>e")},
		{"PARALLEL_REGION_CYCLE", "error", "f", flow(diamond+" f:wait", "s>f f>a f>b a>f? a>j* b>j j>e"), flow(diamond+" f:wait", "s>f f>a f>b a>j b>j j>f? j>e*")},
	}
}
