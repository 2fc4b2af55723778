// Package sessiontemplate holds session templates: what an agent session is made of, and what it may do. As all objects
// of the catalog they are kept as the JSON text they were given; those that are built in are made of code.
package sessiontemplate

import (
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/fault"
)

// Capability is something that sessions of a template may do. Code asks for capabilities, never for a template by name.
type Capability string

// The capabilities.
const (
	Composition        Capability = "composition"         // works on the drafts of a composition
	ConfigItems        Capability = "config-items"        // writes drafts of anything that packs hold, which a person applies
	ValidationFeedback Capability = "validation-feedback" // is told after each call what is wrong with what it wrote
)

// Capabilities lists all capabilities.
func Capabilities() []string {
	return []string{string(Composition), string(ConfigItems), string(ValidationFeedback)}
}

// Template is one session template.
type Template struct {
	Name           string            `json:"name"`
	Label          string            `json:"label,omitzero"`
	Description    string            `json:"description,omitzero"`
	Engine         string            `json:"engine,omitzero"`       // empty: the installation's default
	Model          string            `json:"model,omitzero"`        // empty: the engine's default
	SystemPrompt   string            `json:"systemPrompt,omitzero"` // what capabilities need is added to it
	MCPServers     []MCPServer       `json:"mcpServers,omitempty"`  // beside Heddle's own
	AllowedTools   []string          `json:"allowedTools,omitempty"`
	Capabilities   []Capability      `json:"capabilities,omitempty"`
	InitialMessage string            `json:"initialMessage,omitzero"` // stands before the first message of a session
	Environment    map[string]string `json:"environment,omitempty"`   // of the agent and of the init script
	Secrets        []string          `json:"secrets,omitempty"`       // names; each is a variable beside the environment
	InitScript     *InitScript       `json:"initScript,omitzero"`     // nil for none
}

// MCPServer is a program on the server's machine that the agent speaks MCP with over standard input and output.
type MCPServer struct {
	Name        string            `json:"name"`
	Command     string            `json:"command"` // an absolute path, or a name that is looked for in PATH
	Args        []string          `json:"args,omitempty"`
	Environment map[string]string `json:"environment,omitempty"`
	Secrets     []string          `json:"secrets,omitempty"`
}

// InitScript prepares a session's directory before its agent is started there for the first time.
type InitScript struct {
	Language action.Language `json:"language"`
	Source   string          `json:"source"`
}

// Has tells whether sessions of the template have a capability.
func (t *Template) Has(capability Capability) bool {
	return slices.Contains(t.Capabilities, capability)
}

// SecretNames lists every secret that the template names, each once.
func (t *Template) SecretNames() []string {
	names := slices.Clone(t.Secrets)
	for i := range t.MCPServers {
		names = append(names, t.MCPServers[i].Secrets...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Text is the template as JSON text, always the same for the same template.
func (t *Template) Text() (string, error) {
	text, err := json.Marshal(t, json.Deterministic(true), jsontext.WithIndent("  "))
	if err != nil {
		return "", fault.New(fault.KindInvalid, "invalid-session-template", "the template can't be written as JSON").Because(err)
	}
	return string(text), nil
}
