package main

import (
	"log/slog"
	"math"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/alecthomas/kong"

	"heddle.dev/heddle/domain/fault"
)

// settings are what an installation may set: by flag, by environment variable, or as a key of a YAML file named like
// the flag. A flag goes before a variable, a variable before the file.
type settings struct {
	Config kong.ConfigFlag `env:"HEDDLE_CONFIG" help:"YAML file with settings, each under the name of its flag." placeholder:"FILE"`

	Addr        string `default:"127.0.0.1:7400"      env:"HEDDLE_ADDR"         help:"Address to listen on; loopback only, since there are no accounts yet."`
	Data        string `default:"${data}"             env:"HEDDLE_DATA"         help:"Directory for the embedded database and everything else that is kept." placeholder:"DIR"`
	DatabaseURL string `env:"HEDDLE_DATABASE_URL"     help:"PostgreSQL instead of the embedded database: postgres://user:password@host:port/name" name:"database-url" placeholder:"URL"`
	SecretKey   string `env:"HEDDLE_SECRET_KEY"       help:"Keys that seal secrets, in base64, the newest first; better as a variable than as a flag, which others can see. Without it a key is kept in the data directory." placeholder:"KEY"`
	Playbooks   string `env:"HEDDLE_PLAYBOOKS"        help:"Directory with further playbooks of the scripted agent."          placeholder:"DIR"`

	Engine          string `default:"scripted" env:"HEDDLE_ENGINE" help:"Engine of compositions that are made without one: scripted, or one of builtin, claude-code and opencode where it can be used."`
	Opencode        string `default:"opencode" env:"HEDDLE_OPENCODE" help:"The opencode CLI: its name in PATH, or its path."`
	OpencodeURL     string `env:"HEDDLE_OPENCODE_URL"   help:"OpenAI-compatible model server that opencode asks where no provider is chosen, such as http://127.0.0.1:11434/v1." name:"opencode-url" placeholder:"URL"`
	OpencodeModel   string `env:"HEDDLE_OPENCODE_MODEL" help:"The model there." placeholder:"NAME"`
	OpencodeKey     string `env:"HEDDLE_OPENCODE_KEY"   help:"The key that the model server wants; better as a variable than as a flag, which others can see." placeholder:"KEY"`
	OpencodeContext int64  `default:"128000" env:"HEDDLE_OPENCODE_CONTEXT" help:"Tokens that the model has room for: longer conversations are shortened before." name:"opencode-context"`

	ClaudeCode      string `default:"claude" env:"HEDDLE_CLAUDE_CODE" help:"The Claude Code CLI: its name in PATH, or its path." name:"claude-code"`
	ClaudeCodeKey   string `env:"HEDDLE_CLAUDE_CODE_KEY"   help:"Key of an account at Anthropic that Claude Code uses where no provider is chosen; better as a variable than as a flag, which others can see." name:"claude-code-key" placeholder:"KEY"`
	ClaudeCodeURL   string `env:"HEDDLE_CLAUDE_CODE_URL"   help:"Model server that Claude Code asks then instead of Anthropic's, such as https://gateway.example.com." name:"claude-code-url" placeholder:"URL"`
	ClaudeCodeModel string `default:"sonnet" env:"HEDDLE_CLAUDE_CODE_MODEL" help:"The model that it asks there." name:"claude-code-model"`

	LogFormat string     `default:"text" enum:"text,json" env:"HEDDLE_LOG_FORMAT" help:"text or json."`
	LogLevel  slog.Level `default:"info"                  env:"HEDDLE_LOG_LEVEL"  help:"debug, info, warn or error."`

	MaxBody        int64         `default:"16777216" env:"HEDDLE_MAX_BODY"        help:"Bytes of a request's body."`
	MaxExprCost    uint64        `default:"500000"   env:"HEDDLE_MAX_EXPRESSION_COST" help:"Work that one evaluation of an expression may take." name:"max-expression-cost"`
	MaxMoves       int           `default:"10000"    env:"HEDDLE_MAX_MOVES"       help:"Edges that one instance may take in all."`
	MaxCallMoves   int           `default:"100"      env:"HEDDLE_MAX_CALL_MOVES"  help:"Edges that one step of an instance may take."`
	KeepIdempotent time.Duration `default:"168h"     env:"HEDDLE_KEEP_IDEMPOTENCY" help:"How long an Idempotency-Key is remembered." name:"keep-idempotency"`
	KeepEvents     time.Duration `default:"24h"      env:"HEDDLE_KEEP_EVENTS"     help:"How long browser events are kept for listeners that come back."`
	KeepEventCount int           `default:"1000000"  env:"HEDDLE_KEEP_EVENT_COUNT" help:"How many browser events are kept at most."`

	AgentSteps    int           `default:"60" env:"HEDDLE_AGENT_STEPS"  help:"Answers of the model that Heddle's own agent may take in one turn."`
	AgentBudget   float64       `default:"0"  env:"HEDDLE_AGENT_BUDGET" help:"US dollars that one turn of Heddle's own agent may cost, where prices are known; 0 for no bound."`
	AgentSessions int           `default:"8" env:"HEDDLE_AGENT_SESSIONS" help:"Agents that live on this server at once; one that is idle makes room for the next, and where all are busy messages wait in line."`
	AgentIdle     time.Duration `default:"10m" env:"HEDDLE_AGENT_IDLE" help:"How long an agent's process waits for a message until it is ended; the next message starts it again."`

	ActionSlots     int   `default:"8"         env:"HEDDLE_ACTION_SLOTS"      help:"Actions that run at once on this server."`
	ScriptMemory    int64 `default:"536870912" env:"HEDDLE_SCRIPT_MEMORY"     help:"Bytes of memory of a script with all its processes."`
	ScriptProcesses int   `default:"64"        env:"HEDDLE_SCRIPT_PROCESSES"  help:"Processes of a script at once."`
	ScriptOutput    int64 `default:"8388608"   env:"HEDDLE_SCRIPT_OUTPUT"     help:"Bytes that a script may write to stdout and to stderr, each."`
	ScriptResult    int64 `default:"1048576"   env:"HEDDLE_SCRIPT_RESULT"     help:"Bytes of the JSON that a script returns."`
	ScriptFile      int64 `default:"67108864"  env:"HEDDLE_SCRIPT_FILE"       help:"Bytes of any file that a script writes."`
	ScriptLog       int   `default:"65536"     env:"HEDDLE_SCRIPT_LOG"        help:"Bytes that are kept of a script's stdout and stderr, each."`
}

// defaultData is the user's data directory by the conventions of the system (XDG base directories on Linux).
func defaultData() string {
	if dir := os.Getenv("XDG_DATA_HOME"); dir != "" {
		return filepath.Join(dir, "heddle")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "heddle-data"
	}
	return filepath.Join(home, ".local", "share", "heddle")
}

// check refuses settings that can't work together.
func (s *settings) check() error {
	host, _, err := net.SplitHostPort(s.Addr)
	if err != nil {
		return fault.New(fault.KindInvalid, "invalid-address", "--addr %q is no address: want host:port, such as 127.0.0.1:7400", s.Addr)
	}
	ip := net.ParseIP(host)
	if host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fault.New(fault.KindInvalid, "not-loopback",
			"--addr %q can be reached from other machines. Without accounts everybody who reaches the server is its owner, so it "+
				"listens on loopback addresses only (127.0.0.1, [::1], localhost); this version has no accounts to switch on", s.Addr)
	}
	return s.checkLimits()
}

// checkLimits refuses limits that would stop everything, or that mean nothing.
func (s *settings) checkLimits() error {
	for _, limit := range []struct {
		flag  string
		value int64
	}{
		{"max-body", s.MaxBody},
		{"max-expression-cost", int64(min(s.MaxExprCost, math.MaxInt64))},
		{"max-moves", int64(s.MaxMoves)},
		{"max-call-moves", int64(s.MaxCallMoves)},
		{"keep-idempotency", int64(s.KeepIdempotent)},
		{"keep-events", int64(s.KeepEvents)},
		{"keep-event-count", int64(s.KeepEventCount)},
		{"agent-sessions", int64(s.AgentSessions)},
		{"agent-idle", int64(s.AgentIdle)},
		{"agent-steps", int64(s.AgentSteps)},
		{"opencode-context", s.OpencodeContext},
		{"action-slots", int64(s.ActionSlots)},
		{"script-memory", s.ScriptMemory},
		{"script-processes", int64(s.ScriptProcesses)},
		{"script-output", s.ScriptOutput},
		{"script-result", s.ScriptResult},
		{"script-file", s.ScriptFile},
		{"script-log", int64(s.ScriptLog)},
	} {
		if limit.value <= 0 {
			return fault.New(fault.KindInvalid, "invalid-limit", "--%s must be more than nothing", limit.flag)
		}
	}
	return nil
}
