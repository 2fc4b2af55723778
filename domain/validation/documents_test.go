package validation_test

import (
	"fmt"
	"strings"
)

// around is a valid document start → n → end with a node of the given type and config.
func around(nodeType, config string) string {
	return fmt.Sprintf(`{"id":"w","name":"W","nodes":[
		{"id":"s","type":"start","name":"S","config":{"inputs":[]}},
		{"id":"n","type":%q,"name":"N","config":%s},
		{"id":"e","type":"end","name":"E","config":{}}],
		"edges":[{"id":"sn","source":"s","target":"n"},{"id":"ne","source":"n","target":"e"}]}`, nodeType, config)
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
		extra := map[bool]string{true: `,"condition":"context.ok == true"`}[strings.Contains(target, "?")] +
			map[bool]string{true: `,"isDefault":true`}[strings.Contains(target, "*")] +
			map[bool]string{true: `,"isTimeout":true`}[strings.Contains(target, "!")]
		edgeTexts = append(edgeTexts, fmt.Sprintf(`{"id":"e%d","source":%q,"target":%q,"priority":%s%s}`,
			i, source, strings.TrimRight(target, "?*!"), priority, extra))
	}
	return `{"id":"w","name":"W","nodes":[` + strings.Join(nodeTexts, ",") + `],"edges":[` + strings.Join(edgeTexts, ",") + `]}`
}
