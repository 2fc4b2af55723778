package opencode

import (
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/provider"
	"heddle.dev/heddle/ports"
)

// providerID and agentName are the names that the settings give to the model server and the agent.
const (
	providerID = "heddle"
	agentName  = "heddle"
)

// invalidTool is the tool that the CLI calls in the place of one that is not there, or whose arguments are no JSON.
const invalidTool = "invalid"

// questionTool is the tool by which the model asks the user.
const questionTool = "question"

// mcpTimeout is how long the CLI waits for an answer of an MCP server, in milliseconds: tests of action types run
// within a call.
const mcpTimeout = 10 * 60 * 1000

// settings is the part of the CLI's configuration that sessions set.
type settings struct {
	AutoUpdate       bool                   `json:"autoupdate"`
	Share            string                 `json:"share"`
	Snapshot         bool                   `json:"snapshot"`
	LSP              bool                   `json:"lsp"`
	Formatter        bool                   `json:"formatter"`
	EnabledProviders []string               `json:"enabled_providers"`
	Provider         map[string]modelServer `json:"provider"`
	Model            string                 `json:"model"`
	SmallModel       string                 `json:"small_model"`
	MCP              map[string]server      `json:"mcp"`
	Permission       jsontext.Value         `json:"permission"` // an object, of whose members that fit the last one counts
	DefaultAgent     string                 `json:"default_agent"`
	Agent            map[string]agent       `json:"agent"`
}

type modelServer struct {
	NPM     string           `json:"npm"` // of the libraries that the CLI has built in
	Name    string           `json:"name"`
	Options providerOptions  `json:"options"`
	Models  map[string]model `json:"models"`
}

type providerOptions struct {
	BaseURL string `json:"baseURL"`
	APIKey  string `json:"apiKey,omitzero"`
}

type model struct {
	Name     string `json:"name"`
	ToolCall bool   `json:"tool_call"`
	Limit    limit  `json:"limit"`
	Cost     *cost  `json:"cost,omitzero"`
}

// cost is in US dollars for a million tokens.
type cost struct {
	Input      float64  `json:"input"`
	Output     float64  `json:"output"`
	CacheRead  *float64 `json:"cache_read,omitzero"`
	CacheWrite *float64 `json:"cache_write,omitzero"`
}

func costOf(p provider.Prices) *cost {
	if p.Input == nil || p.Output == nil {
		return nil
	}
	return &cost{Input: *p.Input, Output: *p.Output, CacheRead: p.CacheRead, CacheWrite: p.CacheWrite}
}

// limit tells when the CLI has to shorten a conversation, in tokens.
type limit struct {
	Context int64 `json:"context"` // of what is asked and answered together
	Output  int64 `json:"output"`  // of an answer
}

// longestAnswer is how many tokens an answer may have, where the model's context has room for it: enough for any
// change set, and not so many that servers with little room refuse to reserve them.
const longestAnswer = 8192

func limitOf(context int64) limit {
	return limit{Context: context, Output: min(longestAnswer, context/4)}
}

type server struct {
	Type        string            `json:"type"`
	Command     []string          `json:"command"`
	Environment map[string]string `json:"environment"`
	Timeout     int               `json:"timeout"`
}

type agent struct {
	Mode    string `json:"mode,omitzero"`
	Prompt  string `json:"prompt,omitzero"`
	Disable bool   `json:"disable,omitzero"`
}

func settingsOf(spec ports.SessionSpec, from source) settings {
	name := from.model.Name
	s := settings{
		Share:            "disabled",
		EnabledProviders: []string{providerID},
		Provider: map[string]modelServer{providerID: {
			NPM: from.library, Name: "Heddle",
			Options: providerOptions{BaseURL: from.baseURL, APIKey: from.key},
			Models: map[string]model{name: {
				Name: name, ToolCall: true, Limit: limitOf(from.model.Context), Cost: costOf(from.model.Prices),
			}},
		}},
		Model:        providerID + "/" + name,
		SmallModel:   providerID + "/" + name,
		MCP:          map[string]server{},
		Permission:   permissions(spec),
		DefaultAgent: agentName,
		Agent:        map[string]agent{agentName: {Mode: "primary", Prompt: spec.SystemPrompt}},
	}
	for _, other := range []string{"build", "plan", "general", "explore", "title", "summary"} {
		s.Agent[other] = agent{Disable: true}
	}
	for _, mcp := range spec.MCPServers {
		s.MCP[mcp.Name] = server{
			Type: "local", Command: append([]string{mcp.Command}, mcp.Args...), Environment: mcp.Env, Timeout: mcpTimeout,
		}
	}
	return s
}

// permissions lets the agent call the tools of its MCP servers and ask the user, and nothing else. One that goes round in circles is asked about.
func permissions(spec ports.SessionSpec) jsontext.Value {
	var rules rawjson.Object
	set := func(what, how string) { rules = rules.With(what, rawjson.Quote(how)) }
	set("*", "deny")
	set("external_directory", "deny")
	set("doom_loop", "ask")
	set(questionTool, "allow")
	set(invalidTool, "allow") // which tells the model what was wrong with a call
	allowed := spec.AllowedTools
	if len(allowed) == 0 {
		allowed = []string{"*"}
	}
	for _, mcp := range spec.MCPServers {
		for _, tool := range allowed {
			set(mcp.Name+"_"+tool, "allow")
		}
	}
	return rules.Text()
}

// environment is all that the process knows of the outside. MCP servers inherit it.
func environment(at place, password string, spec ports.SessionSpec, from source) ([]string, error) {
	text, err := json.Marshal(settingsOf(spec, from))
	if err != nil {
		return nil, err
	}
	variables := bareEnvironment(at.home)
	variables["TMPDIR"] = at.temporary
	variables["OPENCODE_CONFIG_CONTENT"] = string(text)
	variables["OPENCODE_SERVER_PASSWORD"] = password
	maps.Copy(variables, spec.Env)
	return process.Environment(variables), nil
}

func bareEnvironment(home string) map[string]string {
	variables := map[string]string{
		"PATH":            os.Getenv("PATH"),
		"HOME":            home,
		"LANG":            "C.UTF-8",
		"TMPDIR":          home,
		"XDG_CONFIG_HOME": filepath.Join(home, "config"),
		"XDG_DATA_HOME":   filepath.Join(home, "data"),
		"XDG_CACHE_HOME":  filepath.Join(home, "cache"),
		"XDG_STATE_HOME":  filepath.Join(home, "state"),
	}
	for name := range slices.Values([]string{
		"MODELS_FETCH", "AUTOUPDATE", "LSP_DOWNLOAD", "DEFAULT_PLUGINS", "SHARE", "CLAUDE_CODE", "PROJECT_CONFIG",
	}) {
		variables["OPENCODE_DISABLE_"+name] = "1"
	}
	return variables
}
