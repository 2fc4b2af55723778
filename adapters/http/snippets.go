package http

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"heddle.dev/heddle/openapi/api"
)

// attachment is all that an agent has to know to work on a composition.
type attachment struct {
	server      string // its address, without a path
	program     string // this program, for agents that start `heddle mcp`
	composition string
	token       string
}

// object is a JSON object whose members are written in this order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	var text bytes.Buffer
	text.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			text.WriteByte(',')
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		text.WriteString(strconv.Quote(m.name) + ":") // names are plain words
		text.Write(value)
	}
	text.WriteByte('}')
	return text.Bytes(), nil
}

// snippets are what to paste into common agents.
func (a attachment) snippets() []api.AgentSnippet {
	url := a.server + "/mcp/compositions/" + a.composition
	headers := object{{"Authorization", "Bearer " + a.token}}
	env := object{{"HEDDLE_SERVER", a.server}, {"HEDDLE_COMPOSITION_ID", a.composition}, {"HEDDLE_AGENT_TOKEN", a.token}}
	return []api.AgentSnippet{
		{
			Client: "claude-code", Transport: "http", Format: "command",
			Text: words("claude", "mcp", "add", "--transport", "http", "heddle", url, "--header", "Authorization: Bearer "+a.token),
		},
		{
			Client: "claude-code", Transport: "stdio", Format: "command",
			Text: words("claude", "mcp", "add", "heddle", "--env", "HEDDLE_SERVER="+a.server, "--env", "HEDDLE_COMPOSITION_ID="+a.composition,
				"--env", "HEDDLE_AGENT_TOKEN="+a.token, "--", a.program, "mcp"),
		},
		asJSON("opencode", "http", "mcp", object{{"type", "remote"}, {"url", url}, {"headers", headers}, {"oauth", false}}),
		asJSON("opencode", "stdio", "mcp", object{{"type", "local"}, {"command", []string{a.program, "mcp"}}, {"environment", env}}),
		asJSON("generic", "http", "mcpServers", object{{"type", "http"}, {"url", url}, {"headers", headers}}),
		asJSON("generic", "stdio", "mcpServers", object{{"command", a.program}, {"args", []string{"mcp"}}, {"env", env}}),
	}
}

// asJSON is a part of a client's configuration that adds a server named heddle.
func asJSON(client, transport, key string, settings object) api.AgentSnippet {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(object{{key, object{{"heddle", settings}}}}); err != nil {
		panic("texts can't be written as JSON: " + err.Error()) // they always can
	}
	return api.AgentSnippet{Client: client, Transport: transport, Format: "json", Text: strings.TrimSpace(text.String())}
}

// words joins a command line for a POSIX shell.
func words(list ...string) string {
	for i, word := range list {
		if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=@") != "" {
			list[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(list, " ")
}
