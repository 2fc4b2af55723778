package opencode

import (
	"cmp"

	"heddle.dev/heddle/domain/provider"
	"heddle.dev/heddle/ports"
)

// source is the model server of a session.
type source struct {
	library  string // with which the CLI asks it; it has them built in
	baseURL  string
	key      string
	model    provider.Model
	provider string // its name; empty for the one of the settings
}

// libraries are the CLI's, by what a server speaks.
var libraries = map[provider.Kind]string{
	provider.OpenAI:    "@ai-sdk/openai-compatible",
	provider.Anthropic: "@ai-sdk/anthropic",
}

// defaultContext is what models are taken to have room for where nobody tells, in tokens.
const defaultContext = 128_000

// source is the model server that the session brings, or else the one of the settings.
func (c Config) source(spec ports.SessionSpec) source {
	if spec.Server == nil {
		model := provider.Model{Name: cmp.Or(spec.Model, c.Model), Context: cmp.Or(c.Context, defaultContext)}
		return source{library: libraries[provider.OpenAI], baseURL: c.BaseURL, key: c.Key, model: model}
	}
	from := source{
		library: libraries[spec.Server.Provider.Kind], baseURL: spec.Server.Provider.Address(), key: spec.Server.Key,
		model: spec.Server.Model, provider: spec.Server.Provider.Name,
	}
	from.model.Context = cmp.Or(from.model.Context, defaultContext)
	if spec.Server.Provider.Kind == provider.Anthropic {
		from.baseURL += "/v1" // which its library takes for a part of the address
	}
	return from
}

// The settings that a person may have to change, in words.

func (s source) keySetting() string {
	if s.provider == "" {
		return "Set --opencode-key (HEDDLE_OPENCODE_KEY) to one that it takes and start Heddle again"
	}
	return "Set the secret of the provider " + s.provider + " to one that it takes"
}

func (s source) modelSetting() string {
	if s.provider == "" {
		return "Check --opencode-model and --opencode-url"
	}
	return "Check the model and the address of the provider " + s.provider
}

func (s source) addressSetting() string {
	if s.provider == "" {
		return "Check that --opencode-url is the address of an OpenAI-compatible API, which most often ends in /v1"
	}
	return "Check that the provider " + s.provider + " has the address of an API of its kind; OpenAI-compatible ones most often end in /v1"
}
