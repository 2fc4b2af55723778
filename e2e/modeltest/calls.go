package modeltest

import (
	"fmt"
	"strings"
)

// callID is an id that no other call of the conversation has.
func callID(messages, index int) string { return fmt.Sprintf("call_%d_%d", messages, index) }

// Named is the name under which a request offers a tool. Agents put the name of the tool's server before the tool's own:
// mcp__heddle__get_item, heddle_get_item. A tool that is not offered keeps its name.
func (r Request) Named(tool string) string {
	found := ""
	for _, offered := range r.Tools {
		if offered == tool {
			return tool
		}
		if strings.HasSuffix(offered, "_"+tool) && (found == "" || len(offered) < len(found)) {
			found = offered
		}
	}
	if found == "" {
		return tool
	}
	return found
}
