package main

import (
	"log/slog"
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"go.uber.org/fx"

	"heddle.dev/heddle/adapters/agents/builtin"
	"heddle.dev/heddle/adapters/agents/claudecode"
	"heddle.dev/heddle/adapters/agents/opencode"
	"heddle.dev/heddle/adapters/agents/scripted"
	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/app/engines"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/provider"
	"heddle.dev/heddle/ports"
)

// agentEngines are the agent engines of this server: what people choose from, and what drives each.
type agentEngines struct {
	fx.Out

	Offered []engines.Engine // the first is the default
	Drivers map[string]ports.AgentDriver
}

// engine is one of them.
type engine struct {
	engines.Engine

	driver ports.AgentDriver
}

// newEngines offers the engines that can be used on this server as it is set up.
func newEngines(home *process.Home, s settings, open ports.OpenLLM, log *slog.Logger) (agentEngines, error) {
	var usable []engine
	findBuiltin := func(home *process.Home, s settings, _ *slog.Logger) (*engine, error) {
		return newBuiltin(home, s, open), nil
	}
	for _, find := range []func(*process.Home, settings, *slog.Logger) (*engine, error){findScripted, findBuiltin, findClaudeCode, findOpencode} {
		found, err := find(home, s, log)
		if err != nil {
			return agentEngines{}, err
		}
		if found != nil {
			usable = append(usable, *found)
		}
	}
	chosen := slices.IndexFunc(usable, func(e engine) bool { return e.Name == s.Engine })
	if chosen < 0 {
		return agentEngines{}, fault.New(fault.KindInvalid, "engine-unusable",
			"--engine %q is none that can be used here; there are: %s. See docs/engines.md for what each needs", s.Engine, names(usable))
	}
	all := agentEngines{Drivers: map[string]ports.AgentDriver{}}
	for _, e := range slices.Concat(usable[chosen:chosen+1], usable[:chosen], usable[chosen+1:]) {
		all.Offered = append(all.Offered, e.Engine)
		all.Drivers[e.Name] = e.driver
	}
	return all, nil
}

func names(all []engine) string {
	list := make([]string, len(all))
	for i, e := range all {
		list[i] = e.Name
	}
	return strings.Join(list, ", ")
}

func findScripted(home *process.Home, s settings, _ *slog.Logger) (*engine, error) {
	program, err := self()
	if err != nil {
		return nil, err
	}
	playbooks, err := playbooksDir(s)
	if err != nil {
		return nil, err
	}
	return &engine{
		Engine: engines.Engine{
			Name: "scripted", Label: "Demo agent (scripted, no AI)", Scripted: true,
			Description: "Plays prepared answers to messages that it knows. It needs no account and costs nothing.",
		},
		driver: scripted.New(home, scripted.Config{Command: []string{program, scriptedAgentName}, Playbooks: playbooks}),
	}, nil
}

// newBuiltin is offered once there is a provider of language models, which may be made while the server runs.
func newBuiltin(home *process.Home, s settings, open ports.OpenLLM) *engine {
	config := builtin.DefaultConfig
	config.MaxSteps, config.BudgetUSD = s.AgentSteps, s.AgentBudget
	return &engine{
		Engine: engines.Engine{
			Name: "builtin", Label: "Heddle's own agent",
			Description: "Asks a language model of one of the providers that were set up here, which get what it is told.",
			Providers:   []provider.Kind{provider.OpenAI, provider.Anthropic},
		},
		driver: builtin.New(home, open, insideMCP, config),
	}
}

// playbooksDir is where an agent finds the playbooks of the setting, from whatever directory it runs in.
func playbooksDir(s settings) (string, error) {
	if s.Playbooks == "" {
		return "", nil
	}
	dir, err := filepath.Abs(s.Playbooks)
	if err != nil {
		return "", err
	}
	return dir, scripted.CheckPlaybooks(dir)
}

// findAgent finds the program of an agent; its absolute path, or an empty one. Somebody who has set it up is told.
func findAgent(log *slog.Logger, label, flag, name, install string, wanted bool) string {
	program, err := exec.LookPath(name)
	if err == nil {
		program, err = filepath.Abs(program)
	}
	if err == nil {
		return program
	}
	if wanted {
		log.Warn(label+" is not offered: it is not installed ("+install+"), or "+flag+" does not name where it is", "program", name, "error", err)
	}
	return ""
}

// checkAddress checks the address of a model server in the settings; there may be none.
func checkAddress(flag, address, example string) error {
	if address == "" {
		return nil
	}
	if parsed, err := url.Parse(address); err != nil || parsed.Host == "" || !slices.Contains([]string{"http", "https"}, parsed.Scheme) {
		return fault.New(fault.KindInvalid, "invalid-address", "%s %q is no address of a model server: want one such as %s", flag, address, example)
	}
	return nil
}

// findClaudeCode offers Claude Code where it is installed: with the account of the settings, and with providers.
func findClaudeCode(home *process.Home, s settings, log *slog.Logger) (*engine, error) {
	if err := checkAddress("--claude-code-url", s.ClaudeCodeURL, "https://gateway.example.com"); err != nil {
		return nil, err
	}
	hasAccount := s.ClaudeCodeKey != "" || s.ClaudeCodeURL != ""
	program := findAgent(log, "Claude Code", "--claude-code", s.ClaudeCode, "npm install -g @anthropic-ai/claude-code", hasAccount)
	if program == "" {
		return nil, nil //nolint:nilnil // there is none, and that is fine
	}
	found := &engine{
		Engine: engines.Engine{
			Name: "claude-code", Label: "Claude Code", Providers: []provider.Kind{provider.Anthropic},
			Description: "The Claude Code agent. What it is told goes to Anthropic, or to the model server that was set up for it.",
		},
		driver: claudecode.New(home, claudecode.Config{
			Command: program, BaseURL: strings.TrimRight(s.ClaudeCodeURL, "/"), Key: s.ClaudeCodeKey, Model: s.ClaudeCodeModel,
		}),
	}
	if hasAccount {
		found.Models, found.AnyModel = claudeModels(s), true
	}
	return found, nil
}

// claudeModels are those that people are offered: the one of the settings, and Anthropic's by the names that always
// mean the latest.
func claudeModels(s settings) []engines.Model {
	list := []engines.Model{{Name: s.ClaudeCodeModel, Label: s.ClaudeCodeModel}}
	if s.ClaudeCodeURL != "" {
		return list
	}
	for _, latest := range []engines.Model{
		{Name: "sonnet", Label: "Claude Sonnet"}, {Name: "opus", Label: "Claude Opus"}, {Name: "haiku", Label: "Claude Haiku"},
	} {
		if latest.Name == s.ClaudeCodeModel {
			list[0] = latest
		} else {
			list = append(list, latest)
		}
	}
	return list
}

// findOpencode offers opencode where it is installed: with the model of the settings, and those of providers. The version
// is checked when a session starts, so that an update needs no restart.
func findOpencode(home *process.Home, s settings, log *slog.Logger) (*engine, error) {
	if err := s.checkOpencode(); err != nil {
		return nil, err
	}
	program := findAgent(log, "opencode", "--opencode", s.Opencode, "npm install -g opencode-ai", s.OpencodeURL != "")
	if program == "" {
		return nil, nil //nolint:nilnil // there is none, and that is fine
	}
	found := &engine{
		Engine: engines.Engine{
			Name: "opencode", Label: "opencode", Providers: []provider.Kind{provider.OpenAI, provider.Anthropic},
			Description: "The opencode agent. What it is told goes to the model server that was set up for it.",
		},
		driver: opencode.New(home, opencode.Config{
			Command: program, BaseURL: strings.TrimRight(s.OpencodeURL, "/"), Key: s.OpencodeKey, Model: s.OpencodeModel, Context: s.OpencodeContext,
		}),
	}
	if s.OpencodeURL != "" {
		found.Models = []engines.Model{{Name: s.OpencodeModel, Label: s.OpencodeModel}}
	}
	return found, nil
}

// checkOpencode checks the model server of the settings, if they have one.
func (s settings) checkOpencode() error {
	if s.OpencodeURL == "" {
		return nil
	}
	if err := checkAddress("--opencode-url", s.OpencodeURL, "http://127.0.0.1:11434/v1"); err != nil {
		return err
	}
	if s.OpencodeModel == "" {
		return fault.New(fault.KindInvalid, "no-model", "--opencode-url needs --opencode-model: the name of a model that the server has")
	}
	return nil
}
