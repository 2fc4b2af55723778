package builtin

import (
	"regexp"

	"heddle.dev/heddle/domain/fault"
)

// mostName is how long a name of a tool may be in all formats.
const mostName = 64

var notInNames = regexp.MustCompile(`[^A-Za-z0-9_-]`)

// nameFor is the name by which the model is to know a tool of a server. A name that is taken, such as by one of Heddle's
// own tools, which come first, gets its server's name in front of it; what no format takes is replaced.
func (t *toolbox) nameFor(server, tool string) (string, error) {
	plain := fit(tool)
	prefixed := fit(server + "_" + tool)
	for _, name := range []string{plain, prefixed} {
		if _, taken := t.tools[name]; !taken && name != askTool {
			return name, nil
		}
	}
	return "", fault.New(fault.KindInvalid, "tool-name-taken",
		"it has a tool %q, but there are tools %q and %q already; rename the server in the template, or leave the tool out of allowedTools",
		tool, plain, prefixed)
}

func fit(name string) string {
	name = notInNames.ReplaceAllString(name, "_")
	return name[:min(len(name), mostName)]
}
