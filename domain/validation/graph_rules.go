package validation

import (
	"slices"
	"strings"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/revision"
)

// checkReceivers looks for receivers that wait for exactly the same events.
func (c *context) checkReceivers() {
	seen := map[string]string{}
	for _, node := range c.document.Nodes() {
		if node.Type() != document.ReceiveEventNode {
			continue
		}
		eventType, _ := node.Config("eventType")
		if text, _ := textOf(eventType); text == "" {
			continue
		}
		var key strings.Builder
		for _, name := range []string{"eventType", "match", "correlationKey"} {
			if value, ok := node.Config(name); ok {
				canonical, _ := revision.Canonical(value) // part of a checked document
				key.Write(canonical)
			}
			key.WriteByte('\n')
		}
		if other, ok := seen[key.String()]; ok {
			c.node(DuplicateEventReceiver, node, "eventType", "node %q waits for the same events", other)
			continue
		}
		seen[key.String()] = node.ID()
	}
}

// checkAutomatedCycles looks for cycles of actions only: nothing in them waits, so
// that a run spends its budget of moves there. Each cycle is reported once, at the
// first of its nodes in the document.
func (c *context) checkAutomatedCycles() {
	for _, cycle := range c.graph.Cycles(func(n *document.Node) bool { return n.Type() == document.ActionNode }) {
		quoted := make([]string, len(cycle))
		for i, node := range cycle {
			quoted[i] = node.ID()
		}
		const most = 10
		if len(quoted) > most {
			quoted = append(quoted[:most], "…")
		}
		c.node(AutomatedCycle, cycle[0], "", "these actions can run for ever, since nothing in their cycle waits: %s",
			strings.Join(slices.Clip(quoted), ", "))
	}
}
