package opencode

import (
	"fmt"
	"net/http"
	"strings"

	"heddle.dev/heddle/adapters/process"
)

// explain says what went wrong and what to do about it.
func (s *session) explain(e *agentFault) string {
	said := process.Excerpt(e.Data.Message)
	if said == "" {
		said = e.Name
	}
	server := "The model server at " + s.from.baseURL
	switch e.Data.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
		return fmt.Sprintf("%s refused the key (%d: %s). %s; then send the message again.",
			server, e.Data.StatusCode, said, s.from.keySetting())
	case http.StatusNotFound:
		return fmt.Sprintf("%s does not know the model %q, or its address is wrong (404: %s). %s.",
			server, s.from.model.Name, said, s.from.modelSetting())
	case 0:
		return fmt.Sprintf("opencode could not go on: %s. What was saved is kept; send the message again.", said)
	default:
		return fmt.Sprintf("%s refused the request (%d: %s). What was saved is kept; check the model and its limits, then send the message again.",
			server, e.Data.StatusCode, said)
	}
}

// toolName is a tool's own name: the CLI puts its server's before it.
func (s *session) toolName(tool string) string {
	for _, server := range s.spec.MCPServers {
		if name, ok := strings.CutPrefix(tool, server.Name+"_"); ok {
			return name
		}
	}
	return tool
}

// question is what the CLI asks, for a person to read.
func question(p properties) string {
	if p.Permission == "doom_loop" {
		return "The agent makes the same call again and again. Shall it go on?"
	}
	return fmt.Sprintf("The agent asks for the permission %q on %s. How shall it go on?",
		p.Permission, process.Excerpt(string(p.Patterns)))
}
