package opencode

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"heddle.dev/heddle/adapters/process"
)

// The CLI passes on what model servers say of a request with more tokens than the model takes, and what its own parser
// says of answers that are none.
var (
	tooLong = regexp.MustCompile(`(?i)\b(prompt|inputs?|requests?|messages?|conversation|context)\b[^.;:]{0,40}\btoo (long|large)\b` +
		`|context[ _](length|window|size|limit)|too many (input |prompt )?tokens`)
	noJSON = regexp.MustCompile(`(?i)JSON pars(ing|e)|Type validation failed`)
)

// explain says what went wrong and what to do about it.
func (s *session) explain(e *agentFault) string {
	said := process.Excerpt(e.Data.Message)
	if said == "" {
		said = e.Name
	}
	server := "The model server at " + s.from.baseURL
	status := e.Data.StatusCode
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return fmt.Sprintf("%s refused the key (%d: %s). %s; then send the message again.",
			server, status, said, s.from.keySetting())
	case status == http.StatusNotFound:
		return fmt.Sprintf("%s does not know the model %q, or its address is wrong (404: %s). %s.",
			server, s.from.model.Name, said, s.from.modelSetting())
	case status != http.StatusTooManyRequests && tooLong.MatchString(said):
		return fmt.Sprintf("The conversation is too long for the model %q (%s). Send a shorter message, or choose a model that has more room.",
			s.from.model.Name, said)
	case status == 0 && noJSON.MatchString(said):
		return fmt.Sprintf("%s gave no answer of use: %s. %s, and that it speaks the provider's kind; then send the message again.",
			server, said, s.from.addressSetting())
	case status == 0:
		return fmt.Sprintf("opencode could not go on: %s. What was saved is kept; send the message again.", said)
	default:
		return fmt.Sprintf("%s refused the request (%d: %s). What was saved is kept; check the model and its limits, then send the message again.",
			server, status, said)
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
