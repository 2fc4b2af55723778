// Package reference is what an agent has to know to write workflows: the document, its node types, change sets,
// expressions, action types and tools, and the session templates that agents are made of. Its tables name what the code has, and tests hold every example and every key
// against the code that reads them.
package reference

import "slices"

// Section is one page of the reference, as Markdown.
type Section struct {
	Name  string // stands in addresses
	Title string
	Text  string
}

// Sections lists the pages in the order in which they are best read.
func Sections() []Section {
	return []Section{
		{"document", "The workflow document", documentText()},
		{"node-types", "Node types", nodeTypesText()},
		{"change-sets", "Change sets", changeSetsText()},
		{"expressions", "Expressions", expressionsText()},
		{"action-types", "Action types", actionTypesText()},
		{"tools", "Tools", toolsText()},
		{"session-templates", "Session templates", sessionTemplatesText()},
	}
}

// Names lists the sections' names.
func Names() []string {
	sections := Sections()
	names := make([]string, len(sections))
	for i, section := range sections {
		names[i] = section.Name
	}
	return names
}

// ByName finds a section.
func ByName(name string) (Section, bool) {
	sections := Sections()
	i := slices.IndexFunc(sections, func(s Section) bool { return s.Name == name })
	if i < 0 {
		return Section{}, false
	}
	return sections[i], true
}

// Key is one member of an object and what it holds.
type Key struct{ Name, Holds string }
