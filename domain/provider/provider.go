// Package provider holds providers of language models: where to ask, with which secret, and what their models cost. As
// all objects of the catalog they are kept as the JSON text they were given.
package provider

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/secret"
)

// Kind is the format that a provider speaks.
type Kind string

// The kinds.
const (
	OpenAI    Kind = "openai" // chat completions, which most model servers have
	Anthropic Kind = "anthropic"
)

// Kinds lists all kinds.
func Kinds() []string { return []string{string(OpenAI), string(Anthropic)} }

// Provider is one provider of language models.
type Provider struct {
	Name    string  `json:"name"`
	Kind    Kind    `json:"kind"`
	BaseURL string  `json:"baseUrl"` // empty: that of the company the kind is named after
	Secret  string  `json:"secret"`  // the name of the secret with the key; empty for a server that wants none
	Models  []Model `json:"models"`  // the first is the default
}

// Model is one model of a provider.
type Model struct {
	Name  string `json:"name"` // as the provider has it
	Label string `json:"label"`
	// Context is how many tokens the model has room for, those of its answer included; 0 where that is not known.
	Context int64  `json:"context"`
	Prices  Prices `json:"prices"`
}

// Address is the base URL, which is that of the company the kind is named after where none is given.
func (p *Provider) Address() string {
	if p.BaseURL != "" {
		return strings.TrimRight(p.BaseURL, "/")
	}
	if p.Kind == Anthropic {
		return "https://api.anthropic.com"
	}
	return "https://api.openai.com/v1"
}

// Prices are in US dollars for a million tokens. A price of the cache that is not given is that of input.
type Prices struct {
	Input      *float64 `json:"input"`
	Output     *float64 `json:"output"`
	CacheRead  *float64 `json:"cacheRead"`
	CacheWrite *float64 `json:"cacheWrite"`
}

// Model finds a model by name; the empty name is the first's.
func (p *Provider) Model(name string) (Model, error) {
	if name == "" {
		return p.Models[0], nil
	}
	names := make([]string, len(p.Models))
	for i, model := range p.Models {
		if model.Name == name {
			return model, nil
		}
		names[i] = model.Name
	}
	return Model{}, fault.New(fault.KindInvalid, "unknown-model", "the provider %s has no model %q; %s", p.Name, name, spelling.Listing("models", names))
}

// perPrice is how many tokens a price is for.
const perPrice = 1e6

// Cost is what tokens cost, in US dollars; nil where the prices are not known.
func (p Prices) Cost(input, cacheRead, cacheWrite, output int64) *float64 {
	if p.Input == nil || p.Output == nil {
		return nil
	}
	priced := func(tokens int64, price, otherwise *float64) float64 {
		if price == nil {
			price = otherwise
		}
		return float64(tokens) * *price / perPrice
	}
	cost := priced(input, p.Input, nil) + priced(output, p.Output, nil) +
		priced(cacheRead, p.CacheRead, p.Input) + priced(cacheWrite, p.CacheWrite, p.Input)
	return &cost
}

// The codes of what can be wrong with a provider.
const (
	CodeInvalidJSON    = "INVALID_JSON"
	CodeUnknownField   = "UNKNOWN_FIELD"
	CodeInvalidField   = "INVALID_FIELD"
	CodeInvalidName    = "INVALID_NAME"
	CodeInvalidKind    = "INVALID_KIND"
	CodeInvalidBaseURL = "INVALID_BASE_URL"
	CodeInvalidSecret  = "INVALID_SECRET"
	CodeMissingModels  = "MISSING_MODELS"
	CodeInvalidModel   = "INVALID_MODEL"
	CodeInvalidContext = "INVALID_CONTEXT"
	CodeInvalidPrice   = "INVALID_PRICE"
)

const maxName = 64

// leastContext is less than any agent can work with, in tokens.
const leastContext = 1000

var (
	namePattern = regexp.MustCompile(`^[a-z0-9-]+$`)
	urlPattern  = regexp.MustCompile(`^https?://[^\s/?#@]+(/[^\s?#]*)?$`)
)

// Parse reads a provider and lists what is wrong with it, by field. It is nil if the text is no JSON object or a field
// is of another type than it has to be.
func Parse(text []byte) (*Provider, []fault.Problem) {
	if err := fault.As(document.CheckText(text)); err != nil {
		return nil, []fault.Problem{problem(CodeInvalidJSON, "", "%s", err.Message)}
	}
	object, isObject := rawjson.ParseObject(text)
	if !isObject {
		return nil, []fault.Problem{problem(CodeInvalidJSON, "", "a provider is a JSON object, not %s", rawjson.Kind(text))}
	}
	p := new(Provider)
	if err := json.Unmarshal(text, p); err != nil {
		return nil, []fault.Problem{problem(CodeInvalidField, "", "a field is not of the type that it has to be: %v", err)}
	}
	return p, append(unknown(object), p.problems()...)
}

func problem(code, field, format string, args ...any) fault.Problem {
	return fault.Problem{Severity: fault.SeverityError, Code: code, Field: field, Message: fmt.Sprintf(format, args...)}
}

func (p *Provider) problems() (found []fault.Problem) {
	if len(p.Name) > maxName || !namePattern.MatchString(p.Name) {
		found = append(found, problem(CodeInvalidName, "name", "the name %q may hold lower-case letters, digits and hyphens only, %d at most", p.Name, maxName))
	}
	if !slices.Contains(Kinds(), string(p.Kind)) {
		found = append(found, problem(CodeInvalidKind, "kind", "there is no kind %q; %s", p.Kind, spelling.Listing("kinds", Kinds())))
	}
	if p.BaseURL != "" && !urlPattern.MatchString(p.BaseURL) {
		found = append(found, problem(CodeInvalidBaseURL, "baseUrl", "%q is no address such as http://127.0.0.1:11434/v1", p.BaseURL))
	}
	if p.Secret != "" {
		if err := fault.As(secret.CheckName(p.Secret)); err != nil {
			found = append(found, problem(CodeInvalidSecret, "secret", "%s", err.Message))
		}
	}
	if len(p.Models) == 0 {
		found = append(found, problem(CodeMissingModels, "models", `name at least one model, such as {"name": "qwen3"}`))
	}
	for i, model := range p.Models {
		field := fmt.Sprintf("models[%d]", i)
		if strings.TrimSpace(model.Name) == "" || slices.ContainsFunc(p.Models[:i], func(m Model) bool { return m.Name == model.Name }) {
			found = append(found, problem(CodeInvalidModel, field+".name", "each model needs a name of its own"))
		}
		if model.Context != 0 && model.Context < leastContext {
			found = append(found, problem(CodeInvalidContext, field+".context", "a model has room for %d tokens at least; leave it out if you don't know", leastContext))
		}
		found = append(found, model.Prices.problems(field+".prices.")...)
	}
	return found
}

func (p Prices) problems(path string) (found []fault.Problem) {
	for _, price := range []struct {
		name  string
		value *float64
	}{{"input", p.Input}, {"output", p.Output}, {"cacheRead", p.CacheRead}, {"cacheWrite", p.CacheWrite}} {
		if price.value != nil && *price.value < 0 {
			found = append(found, problem(CodeInvalidPrice, path+price.name, "a price can't be less than nothing"))
		}
	}
	return found
}
