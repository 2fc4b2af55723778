// Package prompt writes what agents are told before their first message: what their session's template says, and what
// its capabilities ask for. It is the one place where agents are told how to work, whether Heddle starts them or a
// person attaches them.
package prompt

import (
	"fmt"
	"slices"
	"strings"

	"heddle.dev/heddle/domain/reference"
	"heddle.dev/heddle/domain/sessiontemplate"
)

// For is the system prompt of a session.
func For(template *sessiontemplate.Template, published Catalog) string {
	parts := []string{strings.TrimSpace(template.SystemPrompt)}
	if template.Has(sessiontemplate.Composition) {
		parts = append(parts, hands, ForCompositions(), "# Reference", Reference(), published.text(), Rules())
	}
	if template.Has(sessiontemplate.ConfigItems) {
		parts = append(parts, configurationHands, forConfiguration(template.Has(sessiontemplate.ValidationFeedback)),
			"# Reference", referenceOf(configurationSections), published.text(), "# Rules\n\n"+rulesText(configurationRules()))
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "\n\n")
}

// hands says what agents have that Heddle starts.
const hands = `The tools of the MCP server "heddle" are your hands; you have no shell and no files. The person sees your changes and decides
about them; you can't publish.`

// ForCompositions is how an agent works on a composition, whatever its goal is.
func ForCompositions() string {
	return "# How you work\n\n" + `1. Read get_composition: the goal, the workflow with its contentRevision and problems, the drafts. See what is published with
   list_action_types, list_tools and list_workflows before you make something anew.
2. Save action types and tools first (upsert_action_type, upsert_tool), then the nodes that call them.
3. Change the workflow with propose_workflow_changes, based on the contentRevision that you read last. Small change sets, each with
   a summary that the person understands. Don't place nodes; the editor does.
4. Check each expression with evaluate_expression before you use it.
5. Play the workflow with simulate_workflow: the usual path and each branch. Run validate_composition and correct its errors.
6. End with a short account of what you changed and what is left to do.

When a tool says stale, read again and base your change on what is there now: somebody else has changed it.`
}

// Rules are the rules for compositions as agents are told them that have the reference in another way.
func Rules() string { return "# Rules\n\n" + rulesText(compositionRules()) }

// Reference is the sections of the reference that compositions need, one below the other.
func Reference() string {
	return referenceOf([]string{"document", "node-types", "change-sets", "expressions", "action-types", "tools"})
}

func referenceOf(sections []string) string {
	var text strings.Builder
	for _, name := range sections {
		section, known := reference.ByName(name)
		if !known {
			panic("the reference has no section " + name) // a test writes the prompt
		}
		fmt.Fprintf(&text, "## %s\n\n%s\n", section.Title, strings.TrimSpace(lowered(section.Text)))
	}
	return strings.TrimSpace(text.String())
}

// lowered puts the headings of a section below its title.
func lowered(text string) string { return strings.ReplaceAll(text, "\n## ", "\n### ") }
