package sessiontemplate

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
)

// The codes of what can be wrong with a template. All are errors but the one that is marked as a warning.
const (
	CodeInvalidJSON        = "INVALID_JSON"
	CodeUnknownField       = "UNKNOWN_FIELD"
	CodeInvalidField       = "INVALID_FIELD" // of another type than it has to be, or too long
	CodeInvalidName        = "INVALID_NAME"
	CodeBuiltInName        = "BUILT_IN_NAME" // that of a built-in template
	CodeInvalidCapability  = "INVALID_CAPABILITY"
	CodeUselessCapability  = "USELESS_CAPABILITY" // warning: it needs another, which is not there
	CodeInvalidMCPServer   = "INVALID_MCP_SERVER"
	CodeInvalidTool        = "INVALID_TOOL"
	CodeInvalidEnvironment = "INVALID_ENVIRONMENT"
	CodeInvalidSecrets     = "INVALID_SECRETS"
	CodeInvalidScript      = "INVALID_INIT_SCRIPT"
)

// The bounds of a template: of texts in bytes, of lists in elements. Engines hand prompts and environments to programs,
// and a system takes 128 KiB of text at most at a time (execve(2)).
const (
	maxName       = 64
	maxWords      = 2 << 10 // of texts for lists
	maxPrompt     = 32 << 10
	maxValue      = 8 << 10 // of a variable
	maxVariables  = 100
	maxScript     = 64 << 10
	maxMCPServers = 16
	maxListed     = 200
)

// HeddleServer is the name of Heddle's own MCP server in every session.
const HeddleServer = "heddle"

var (
	namePattern   = regexp.MustCompile(`^[a-z0-9-]+$`)
	serverPattern = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)
	// toolPattern is what MCP lets tools be called; engines know them without their server's name.
	toolPattern = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)
)

var (
	templateFields = []string{
		"name", "label", "description", "engine", "model", "systemPrompt", "mcpServers", "allowedTools", "capabilities",
		"initialMessage", "environment", "secrets", "initScript",
	}
	serverFields = []string{"name", "command", "args", "environment", "secrets"}
	scriptFields = []string{"language", "source"}
)

// Parse reads a template of somebody's own and lists what is wrong with it, by field. It is nil if the text is no JSON
// object. A field that is unknown is an error: a template says what runs on the server, so nothing may be guessed.
func Parse(text []byte) (*Template, []fault.Problem) {
	t, problems := read(text)
	if t == nil {
		return nil, problems
	}
	if _, isBuiltIn := BuiltIn(t.Name); isBuiltIn {
		problems = append(problems, fault.Problem{
			Severity: fault.SeverityError, Code: CodeBuiltInName, Field: "name",
			Message: fmt.Sprintf("%q is a built-in template, which can't be changed; choose another name", t.Name),
		})
	}
	return t, problems
}

// read is Parse that takes the names of built-in templates too.
func read(text []byte) (*Template, []fault.Problem) {
	in := reader{found: new([]fault.Problem)}
	if err := fault.As(document.CheckText(text)); err != nil {
		in.report(CodeInvalidJSON, "", "%s", err.Message)
		return nil, *in.found
	}
	object, isObject := rawjson.ParseObject(text)
	if !isObject {
		in.report(CodeInvalidJSON, "", "a session template is a JSON object, not %s", rawjson.Kind(text))
		return nil, *in.found
	}
	in.object = object
	in.refuseUnknown(templateFields)
	t := &Template{
		Name:           in.name(),
		Label:          in.text("label", maxWords),
		Description:    in.text("description", maxWords),
		Engine:         in.engine(),
		Model:          in.text("model", maxWords),
		SystemPrompt:   in.text("systemPrompt", maxPrompt),
		MCPServers:     in.servers(),
		AllowedTools:   in.tools(),
		Capabilities:   in.capabilities(),
		InitialMessage: in.text("initialMessage", maxPrompt),
		Environment:    in.environment(),
		InitScript:     in.initScript(),
	}
	t.Secrets = in.secrets(t.Environment)
	return t, *in.found
}

func (in reader) name() string {
	name := in.text("name", maxWords)
	if !in.reported("name") && (len(name) > maxName || !namePattern.MatchString(name)) {
		in.report(CodeInvalidName, "name", "the name %q may hold lower-case letters, digits and hyphens only, %d at most", name, maxName)
	}
	return name
}

// engine does not ask whether there is one of that name: a template may have been made on another server.
func (in reader) engine() string {
	engine := in.text("engine", maxName)
	if engine != "" && !namePattern.MatchString(engine) {
		in.report(CodeInvalidField, "engine", "%q is no engine's name, such as builtin or opencode; leave it out for the default", engine)
	}
	return engine
}

func (in reader) capabilities() (found []Capability) {
	names := in.texts("capabilities", CodeInvalidCapability)
	for i, name := range names {
		field := fmt.Sprintf("capabilities[%d]", i)
		switch {
		case !slices.Contains(Capabilities(), name):
			in.report(CodeInvalidCapability, field, "there is no capability %q%s", name, spelling.DidYouMean(name, "capabilities", Capabilities()))
		case slices.Contains(names[:i], name):
			in.report(CodeInvalidCapability, field, "the capability %s is named twice", name)
		default:
			found = append(found, Capability(name))
		}
	}
	if slices.Contains(found, ValidationFeedback) && !slices.Contains(found, ConfigItems) {
		*in.found = append(*in.found, fault.Problem{
			Severity: fault.SeverityWarning, Code: CodeUselessCapability, Field: in.path + "capabilities",
			Message: "validation-feedback does nothing without config-items, whose drafts it validates",
		})
	}
	return found
}

func (in reader) tools() []string {
	names := in.texts("allowedTools", CodeInvalidTool)
	for i, name := range names {
		field := fmt.Sprintf("allowedTools[%d]", i)
		switch {
		case !toolPattern.MatchString(name):
			in.report(CodeInvalidTool, field,
				"%q is no name of an MCP tool: letters, digits, _, - and . only, as the server tells it and without the server's name", name)
		case slices.Contains(names[:i], name):
			in.report(CodeInvalidTool, field, "the tool %s is named twice", name)
		}
	}
	return names
}

func (in reader) servers() (servers []MCPServer) {
	in.eachObject("mcpServers", CodeInvalidMCPServer, func(server reader) {
		server.refuseUnknown(serverFields)
		read := MCPServer{
			Name: server.text("name", maxWords), Command: server.text("command", maxWords),
			Args: server.texts("args", CodeInvalidMCPServer), Environment: server.environment(),
		}
		read.Secrets = server.secrets(read.Environment)
		server.checkServer(read, servers)
		servers = append(servers, read)
	})
	if len(servers) > maxMCPServers {
		in.report(CodeInvalidMCPServer, "mcpServers", "there are %d MCP servers, more than the %d allowed", len(servers), maxMCPServers)
	}
	return servers
}

func (in reader) checkServer(server MCPServer, before []MCPServer) {
	switch {
	case in.reported("name"):
	case server.Name == HeddleServer:
		in.report(CodeInvalidMCPServer, "name", "%s is Heddle's own MCP server, which sessions have anyway; choose another name", HeddleServer)
	case !serverPattern.MatchString(server.Name):
		in.report(CodeInvalidMCPServer, "name",
			"the name %q of an MCP server has to begin with a lower-case letter, and hold lower-case letters, digits and hyphens only, 32 at most", server.Name)
	case slices.ContainsFunc(before, func(other MCPServer) bool { return other.Name == server.Name }):
		in.report(CodeInvalidMCPServer, "name", "there is an MCP server %q already", server.Name)
	}
	if !in.reported("command") && (strings.TrimSpace(server.Command) == "" || strings.Contains(server.Command, "\x00") ||
		strings.Contains(server.Command, "/") && !strings.HasPrefix(server.Command, "/")) {
		in.report(CodeInvalidMCPServer, "command",
			"%q is no program: give an absolute path, or a name that is looked for in the server's PATH; arguments go to args", server.Command)
	}
}

func (in reader) initScript() *InitScript {
	value, given := in.object.Get("initScript")
	if !given || rawjson.IsNull(value) {
		return nil
	}
	object, ok := rawjson.ParseObject(value)
	if !ok {
		in.report(CodeInvalidScript, "initScript", "initScript must be an object {language, source}, not %s", rawjson.Kind(value))
		return nil
	}
	script := in.inside("initScript", object)
	script.refuseUnknown(scriptFields)
	read := InitScript{Language: action.Language(script.text("language", maxName)), Source: script.text("source", maxScript)}
	if !script.reported("language") && !slices.Contains(action.Languages(), string(read.Language)) {
		script.report(CodeInvalidScript, "language", "there is no language %q; %s", read.Language, spelling.Listing("languages", action.Languages()))
	}
	if !script.reported("source") && strings.TrimSpace(read.Source) == "" {
		script.report(CodeInvalidScript, "source", "the script has no source; leave initScript out for none")
	}
	return &read
}

// shorten is a value for a message.
func shorten(value jsontext.Value) string {
	const longest = 40
	if len(value) > longest {
		return strings.ToValidUTF8(string(value[:longest]), "") + "…"
	}
	return string(value)
}
