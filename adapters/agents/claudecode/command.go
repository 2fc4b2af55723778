package claudecode

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/ports"
)

// askTool is the CLI's tool with which the model asks people; the only one that sessions have of it.
const askTool = "AskUserQuestion"

// conversation is what the CLI writes down below its home, and finds again by the id, a UUID.
type conversation struct {
	id      string
	resumed bool
}

var conversationID = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// account is the model that a session asks, and where.
type account struct {
	baseURL, key, model string
	provider            string // its name; empty where the settings say what is asked
	room                int64  // tokens that the model has room for; 0 where only the CLI knows
}

func (d *Driver) account(spec ports.SessionSpec) account {
	if server := spec.Server; server != nil {
		return account{
			baseURL: server.Provider.BaseURL, key: server.Key, model: server.Model.Name, provider: server.Provider.Name,
			room: server.Model.Context,
		}
	}
	a := account{baseURL: d.config.BaseURL, key: d.config.Key, model: spec.Model}
	if a.model == "" {
		a.model = d.config.Model
	}
	return a
}

// place is where a session of the CLI lives: everything it writes stays below the session's directory.
type place struct{ home string }

func (p place) temporary() string { return filepath.Join(p.home, "tmp") }
func (p place) config() string    { return filepath.Join(p.home, "config") }
func (p place) prompt() string    { return filepath.Join(p.home, "prompt.txt") }
func (p place) servers() string   { return filepath.Join(p.home, "servers.json") }

// prepare makes the home of a session, if it is not there from an earlier process, and writes what arguments would
// show to others on the machine.
func (p place) prepare(spec ports.SessionSpec) error {
	if err := os.RemoveAll(p.temporary()); err != nil { // a process that was killed leaves files there
		return err
	}
	const dirMode, fileMode = 0o700, 0o600
	for _, dir := range []string{p.temporary(), p.config()} {
		if err := os.MkdirAll(dir, dirMode); err != nil {
			return err
		}
	}
	servers, err := json.Marshal(serversOf(spec))
	if err != nil {
		return err
	}
	if err := os.WriteFile(p.servers(), servers, fileMode); err != nil {
		return err
	}
	return os.WriteFile(p.prompt(), []byte(spec.SystemPrompt), fileMode)
}

type mcpServers struct {
	Servers map[string]mcpServer `json:"mcpServers"`
}

type mcpServer struct {
	Type    string            `json:"type"`
	Command string            `json:"command"`
	Args    []string          `json:"args"`
	Env     map[string]string `json:"env"`
}

func serversOf(spec ports.SessionSpec) mcpServers {
	all := mcpServers{Servers: map[string]mcpServer{}}
	for _, s := range spec.MCPServers {
		env := map[string]string{keyVariable: ""} // which they would inherit
		maps.Copy(env, s.Env)
		all.Servers[s.Name] = mcpServer{Type: "stdio", Command: s.Command, Args: s.Args, Env: env}
	}
	return all
}

// arguments are those of a session. The order matters to nobody.
func (p place) arguments(spec ports.SessionSpec, a account, c conversation) []string {
	args := []string{
		"--print", "--verbose", "--input-format", "stream-json", "--output-format", "stream-json", "--include-partial-messages",
		"--tools", askTool, "--strict-mcp-config", "--mcp-config", p.servers(), "--allowedTools", allowed(spec),
		"--permission-prompt-tool", "stdio", "--setting-sources", "", "--disable-slash-commands",
		"--system-prompt-file", p.prompt(), "--system-prompt-snapshot", "off",
	}
	if a.model != "" {
		args = append(args, "--model", a.model)
	}
	if c.resumed {
		return append(args, "--resume", c.id)
	}
	return append(args, "--session-id", c.id)
}

// allowed are the tools that are called without a question.
func allowed(spec ports.SessionSpec) string {
	var rules []string
	for _, server := range spec.MCPServers {
		if len(spec.AllowedTools) == 0 {
			rules = append(rules, toolPrefix(server.Name))
		}
		for _, tool := range spec.AllowedTools {
			rules = append(rules, toolPrefix(server.Name)+"__"+tool)
		}
	}
	return strings.Join(rules, ",")
}

// toolPrefix is what the CLI puts before the names of a server's tools, with two more underscores.
func toolPrefix(server string) string { return "mcp__" + server }

// Waiting for MCP servers: to start, and to answer a call, within which action types are tested.
const (
	serverStart = 30 * time.Second
	serverCall  = 10 * time.Minute
)

// keyVariable is where the CLI looks for the key of the account.
const keyVariable = "ANTHROPIC_API_KEY"

// longestAnswer is how many tokens an answer may have, where the model has room for it.
const longestAnswer = 32_000

// environment is all that the process knows of the outside.
func (d *Driver) environment(at place, spec ports.SessionSpec, a account) []string {
	variables := bareEnvironment(at.home)
	variables["TMPDIR"] = at.temporary()
	variables["CLAUDE_CODE_MAX_RETRIES"] = strconv.Itoa(d.config.Retries)
	variables["MCP_TIMEOUT"] = milliseconds(serverStart)
	variables["MCP_TOOL_TIMEOUT"] = milliseconds(serverCall)
	if a.baseURL != "" {
		variables["ANTHROPIC_BASE_URL"] = a.baseURL
	}
	// A server that wants no key gets one that says nothing; without any, the CLI asks people to log in.
	variables[keyVariable] = cmp.Or(a.key, "none")
	if a.provider != "" { // which may have none of the smaller models that the CLI likes to ask beside the conversation
		variables["ANTHROPIC_DEFAULT_HAIKU_MODEL"] = a.model
	}
	if a.room > 0 { // before it is full, the CLI has the conversation summed up
		variables["CLAUDE_CODE_MAX_CONTEXT_TOKENS"] = strconv.FormatInt(a.room, 10)
		variables["CLAUDE_CODE_AUTO_COMPACT_WINDOW"] = strconv.FormatInt(a.room, 10)
		variables["CLAUDE_CODE_MAX_OUTPUT_TOKENS"] = strconv.FormatInt(min(longestAnswer, a.room/4), 10)
	}
	maps.Copy(variables, spec.Env)
	return process.Environment(variables)
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

func bareEnvironment(home string) map[string]string {
	return map[string]string{
		"PATH":              os.Getenv("PATH"),
		"HOME":              home,
		"LANG":              "C.UTF-8",
		"TMPDIR":            home,
		"CLAUDE_CONFIG_DIR": filepath.Join(home, "config"),

		"DISABLE_AUTOUPDATER":                      "1",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
		"CLAUDE_CODE_DISABLE_ATTACHMENTS":          "1", // else it reads the files that a message names after an @
		"CLAUDE_CODE_DISABLE_CLAUDE_MDS":           "1", // instructions that lie around the directory
		"CLAUDE_CODE_DISABLE_AUTO_MEMORY":          "1",
		"ENABLE_TOOL_SEARCH":                       "false", // which hides tools from the model
		"ENABLE_MCP_LARGE_OUTPUT_FILES":            "false", // which it has no tool to read
	}
}
