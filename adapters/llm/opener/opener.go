// Package opener opens providers of language models by the kind they are of.
package opener

import (
	"heddle.dev/heddle/adapters/llm"
	"heddle.dev/heddle/adapters/llm/anthropic"
	"heddle.dev/heddle/adapters/llm/openai"
	"heddle.dev/heddle/domain/provider"
	"heddle.dev/heddle/ports"
)

// New makes a ports.OpenLLM of clients that are as patient as the policy says.
func New(policy llm.Policy) ports.OpenLLM {
	return func(p provider.Provider, key string) ports.LLM {
		if p.Kind == provider.Anthropic {
			return anthropic.New(anthropic.Config{BaseURL: p.BaseURL, Key: key, Policy: policy})
		}
		return openai.New(openai.Config{BaseURL: p.BaseURL, Key: key, Policy: policy})
	}
}
