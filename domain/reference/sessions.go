package reference

import (
	"strings"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/sessiontemplate"
)

// SessionTemplate is what sessions are made of.
const SessionTemplate = `{
  "name": "returns-composer",
  "label": "Composer for returns",
  "description": "Composes workflows about returns, and may look at orders.",
  "engine": "builtin",
  "model": "local/qwen3",
  "systemPrompt": "You compose workflows about returns of orders, together with a person of the support team.",
  "capabilities": ["composition"],
  "mcpServers": [
    {"name": "orders", "command": "/opt/orders/mcp", "args": ["--read-only"], "environment": {"REGION": "eu"}, "secrets": ["ORDERS_API_KEY"]}
  ],
  "allowedTools": ["get_composition", "propose_workflow_changes", "validate_composition", "find_order"],
  "initialMessage": "Look at the open returns first.",
  "environment": {"TZ": "UTC"},
  "secrets": ["SHOP_TOKEN"],
  "initScript": {"language": "bash", "source": "mkdir -p notes"}
}`

// SessionTemplateKeys are the members of a session template.
var SessionTemplateKeys = []Key{
	{"name", "lower-case letters, digits and hyphens, 64 at most; not that of a built-in template"},
	{"label", "for people"},
	{"description", "for people and agents"},
	{"engine", "the agent engine; the installation's default if absent"},
	{"model", "in the engine's words; its default if absent"},
	{"systemPrompt", "what the agent is told before anything else; what its capabilities need is added to it"},
	{"capabilities", "what sessions may do, see below; none means chat only"},
	{"mcpServers", "a list of {name, command, args, environment, secrets}: programs on the server, beside Heddle's own tools"},
	{"allowedTools", "names of tools of all MCP servers, Heddle's too; absent means all"},
	{"initialMessage", "stands in front of the first message"},
	{"environment", "an object of texts, variables of the agent and of the init script; none that begin with HEDDLE_"},
	{"secrets", "names of secrets; each is a variable beside the environment"},
	{"initScript", "{language, source}: prepares the session's directory before the agent starts there"},
}

func sessionTemplatesText() string {
	var text strings.Builder
	text.WriteString("A session template says what an agent session is made of. A member that Heddle does not know is an error.\n")
	table(&text, "Members", SessionTemplateKeys)
	text.WriteString(`
Capabilities: ` + strings.Join(sessiontemplate.Capabilities(), ", ") + `. With composition it works on the drafts of a composition; with config-items it
writes drafts of configuration, which a person applies; with validation-feedback it is told at once what is wrong with them.
Languages: ` + strings.Join(action.Languages(), ", ") + `.
`)
	example(&text, "Example", SessionTemplate)
	return text.String()
}
