// Package runner runs scripts of action types and tools as processes of their own:
// each in its own scratch directory, with the declared environment only, within
// limits that hold while its output is read, and ended with everything it started.
// What each system can enforce is listed at package process.
package runner

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Defaults of what a run does not say.
const (
	DefaultTimeout = time.Minute
	DefaultGrace   = time.Second
)

// DefaultLimits are meant for scripts that call something and compute a little.
var DefaultLimits = ports.ScriptLimits{
	MemoryBytes: 512 << 20,
	Processes:   64,
	OutputBytes: 8 << 20,
	ResultBytes: 1 << 20,
	FileBytes:   64 << 20,
	LogBytes:    64 << 10,
}

// Config is what an installation may set; zero fields take the defaults.
type Config struct {
	Dir     string        // where scratch directories are made
	Path    string        // where interpreters are looked for and what scripts get as PATH; default: the server's PATH
	Timeout time.Duration // of runs that give none
	Grace   time.Duration // between SIGTERM and SIGKILL
	Limits  ports.ScriptLimits
}

// Runner implements ports.ScriptRunner.
type Runner struct {
	home   *process.Home
	config Config
}

// New prepares a runner that starts scripts in home. The error is an unavailable
// or storage-full fault.
func New(home *process.Home, config Config) (*Runner, error) {
	dir, err := filepath.Abs(config.Dir)
	if err != nil {
		return nil, scratchFault(err, config.Dir)
	}
	config.Dir = dir
	if config.Path == "" {
		config.Path = os.Getenv("PATH")
	}
	config.Timeout = orDefault(config.Timeout, DefaultTimeout)
	config.Grace = orDefault(config.Grace, DefaultGrace)
	config.Limits = withDefaults(config.Limits, DefaultLimits)
	if err := os.MkdirAll(config.Dir, 0o700); err != nil {
		return nil, scratchFault(err, config.Dir)
	}
	return &Runner{home: home, config: config}, nil
}

// Run implements ports.ScriptRunner.
func (r *Runner) Run(ctx context.Context, run ports.ScriptRun) (ports.ScriptResult, error) {
	run, err := r.complete(run)
	if err != nil {
		return ports.ScriptResult{}, err
	}
	interpreter, err := r.interpreter(run.Language)
	if err != nil {
		return ports.ScriptResult{}, err
	}
	scratch, err := r.makeScratch(run)
	if err != nil {
		return ports.ScriptResult{}, err
	}
	defer scratch.remove()
	return r.execute(ctx, run, interpreter, scratch)
}

// Sweep ends the scripts that a killed server left behind and removes their
// scratch directories. Call it at start-up, before the first run.
func (r *Runner) Sweep(ctx context.Context) error {
	if _, err := r.home.Sweep(ctx); err != nil {
		return err
	}
	left, err := filepath.Glob(filepath.Join(r.config.Dir, scratchPrefix+"*"))
	if err != nil {
		return scratchFault(err, r.config.Dir)
	}
	for _, dir := range left {
		removeAll(dir)
	}
	return nil
}

// complete fills in defaults and refuses what can't be run.
func (r *Runner) complete(run ports.ScriptRun) (ports.ScriptRun, error) {
	if len(run.Inputs) == 0 {
		run.Inputs = []byte("{}")
	}
	if err := document.CheckText(run.Inputs); err != nil {
		return run, err
	}
	if _, ok := rawjson.ParseObject(run.Inputs); !ok {
		return run, fault.New(fault.KindInvalid, "invalid-inputs",
			"the inputs of a script are a JSON object, not %s", rawjson.Kind(run.Inputs))
	}
	run.Timeout = orDefault(run.Timeout, r.config.Timeout)
	run.Limits = withDefaults(run.Limits, r.config.Limits)
	return run, nil
}

func withDefaults(limits, defaults ports.ScriptLimits) ports.ScriptLimits {
	return ports.ScriptLimits{
		MemoryBytes: orDefault(limits.MemoryBytes, defaults.MemoryBytes),
		Processes:   orDefault(limits.Processes, defaults.Processes),
		OutputBytes: orDefault(limits.OutputBytes, defaults.OutputBytes),
		ResultBytes: orDefault(limits.ResultBytes, defaults.ResultBytes),
		FileBytes:   orDefault(limits.FileBytes, defaults.FileBytes),
		LogBytes:    orDefault(limits.LogBytes, defaults.LogBytes),
	}
}

func orDefault[T int | int64 | time.Duration](value, otherwise T) T {
	if value > 0 {
		return value
	}
	return otherwise
}

func scratchFault(err error, dir string) error {
	if errors.Is(err, syscall.ENOSPC) {
		return fault.New(fault.KindStorageFull, "storage-full", "there is no room for a script's files in %s", dir).Because(err)
	}
	return fault.New(fault.KindUnavailable, "scratch-unavailable", "the scratch directory %s can't be used", dir).Because(err)
}
