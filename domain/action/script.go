package action

import "strings"

// Language is what a script is written in.
type Language string

// The languages.
const (
	Node   Language = "node" // an ES module, or CommonJS if it uses require()
	Bash   Language = "bash"
	Python Language = "python" // version 3
)

// Languages lists what scripts can be written in.
func Languages() []string { return []string{string(Node), string(Bash), string(Python)} }

// Script is the program of an action type or tool.
type Script struct {
	Language Language
	Source   string
}

var scriptFields = []string{"language", "source"}

// script reads language and source, which both must be there.
func (in *reader) script() Script {
	script := Script{Language: Language(in.oneOf("language", Languages())), Source: in.text("source")}
	if strings.TrimSpace(script.Source) == "" && !in.reported("source") {
		in.report(CodeMissingSource, "source", "the script has no source")
	}
	return script
}
