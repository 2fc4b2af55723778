package prompt

import (
	"fmt"
	"strings"
)

// Listed is how many objects of a kind a prompt names at most; the agent can list the others itself.
const Listed = 30

// described is how many characters of an object's description a prompt repeats.
const described = 100

// Catalog is what is published for a session's team when it starts.
type Catalog struct {
	ActionTypes, Tools, Workflows []Published
}

// Published is one object of the catalog.
type Published struct {
	Name        string // of a workflow its slug
	Description string
}

// text names what there is. Descriptions are written by people, so each stands quoted on one line.
func (c Catalog) text() string {
	var text strings.Builder
	text.WriteString("## What is published\n\nAs of the start of this session; the tools tell what there is now.\n")
	for _, kind := range []struct {
		name, tool string
		objects    []Published
	}{
		{"Action types", "list_action_types", c.ActionTypes}, {"Tools", "list_tools", c.Tools}, {"Workflows", "list_workflows", c.Workflows},
	} {
		if len(kind.objects) == 0 {
			fmt.Fprintf(&text, "\n%s: none.\n", kind.name)
			continue
		}
		fmt.Fprintf(&text, "\n%s:\n", kind.name)
		for _, object := range kind.objects[:min(len(kind.objects), Listed)] {
			text.WriteString(object.line())
		}
		if len(kind.objects) > Listed {
			fmt.Fprintf(&text, "- and more, which %s lists\n", kind.tool)
		}
	}
	return strings.TrimSpace(text.String())
}

func (p Published) line() string {
	name := "- `" + p.Name + "`"
	description := []rune(strings.Join(strings.Fields(p.Description), " "))
	switch {
	case len(description) == 0:
		return name + "\n"
	case len(description) > described:
		return fmt.Sprintf("%s: %q\n", name, string(description[:described])+" …")
	default:
		return fmt.Sprintf("%s: %q\n", name, string(description))
	}
}
