package runner

import (
	"context"
	"maps"
	"os"
	"slices"
	"time"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/secret"
	"heddle.dev/heddle/ports"
)

// How long the ends of pipes may stay open after every known process is gone.
const drainTime = 2 * time.Second

// execution is one running script.
type execution struct {
	run            ports.ScriptRun
	scratch        *scratch
	process        *process.Process
	mask           *secret.Mask // over all that comes from the script
	stdout, stderr *capture
	exceeded       chan struct{} // stdout or stderr went over its limit
	pipes          []*os.File    // the ends that are read
}

// stop is why a script was ended before its time.
type stop int

const (
	endedItself stop = iota
	timedOut
	flooded
	cancelled
)

func (r *Runner) execute(ctx context.Context, run ports.ScriptRun, interpreter string, s *scratch) (ports.ScriptResult, error) {
	mask := secret.NewMask(slices.Collect(maps.Values(run.Secrets)))
	x := &execution{run: run, scratch: s, mask: mask, exceeded: make(chan struct{}, 2)}
	defer x.closePipes()
	if err := x.start(r.home, interpreter, r.config.Path); err != nil {
		return ports.ScriptResult{}, err
	}
	reason := x.wait(ctx, r.config.Grace)
	x.drain()
	if reason == cancelled {
		return ports.ScriptResult{}, context.Cause(ctx)
	}
	if breach := x.process.Breach(); breach != nil && breach.Kind == fault.KindUnavailable {
		return ports.ScriptResult{}, breach // the server stops, which is no fault of the script
	}
	return x.result(reason), nil
}

func (x *execution) start(home *process.Home, interpreter, path string) error {
	stdout, err := x.pipe()
	if err != nil {
		return err
	}
	defer func() { _ = stdout.Close() }()
	stderr, err := x.pipe()
	if err != nil {
		return err
	}
	defer func() { _ = stderr.Close() }()
	limits := x.run.Limits
	x.process, err = home.Start(process.Spec{
		Path:     interpreter,
		Args:     []string{x.scratch.script},
		Env:      environment(x.run, path, x.scratch),
		Dir:      workDir(x.run, x.scratch),
		Stdin:    x.scratch.input,
		Stdout:   stdout,
		Stderr:   stderr,
		Isolated: true,
		Limits:   process.Limits{MemoryBytes: limits.MemoryBytes, Processes: limits.Processes, FileBytes: limits.FileBytes},
	})
	if err != nil {
		return err
	}
	x.stdout = newCapture(limits, int(limits.ResultBytes), x.mask, x.exceeded, x.telling(ports.Stdout))
	x.stderr = newCapture(limits, 0, x.mask, x.exceeded, x.telling(ports.Stderr))
	x.stdout.follow(x.pipes[0])
	x.stderr.follow(x.pipes[1])
	return nil
}

// telling is how whoever listens is told of a stream; nil where nobody listens.
func (x *execution) telling(stream ports.ScriptStream) func(text []byte) {
	if x.run.Output == nil {
		return nil
	}
	return func(text []byte) { x.run.Output(stream, text) }
}

// pipe makes one and keeps the end that is read.
func (x *execution) pipe() (writing *os.File, err error) {
	reading, writing, err := os.Pipe()
	if err != nil {
		return nil, scratchFault(err, x.scratch.dir)
	}
	x.pipes = append(x.pipes, reading)
	return writing, nil
}

// wait returns when the script and all it started are gone.
func (x *execution) wait(ctx context.Context, grace time.Duration) stop {
	timeout := time.NewTimer(x.run.Timeout)
	defer timeout.Stop()
	select {
	case <-x.process.Done():
		return endedItself
	case <-x.exceeded:
		x.process.End()
		return flooded
	case <-timeout.C:
		x.end(grace)
		return timedOut
	case <-ctx.Done():
		x.end(grace)
		return cancelled
	}
}

// end lets the script clean up for a moment.
func (x *execution) end(grace time.Duration) {
	x.process.Terminate()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-x.process.Done():
	case <-timer.C:
		x.process.End()
	}
}

// drain waits for the rest of the output. Where a process escaped (see package
// process) it would hold the pipes open for ever, so they are closed then.
func (x *execution) drain() {
	timer := time.AfterFunc(drainTime, x.closePipes)
	defer timer.Stop()
	<-x.stdout.done
	<-x.stderr.done
}

func (x *execution) closePipes() {
	for _, pipe := range x.pipes {
		_ = pipe.Close() // a second time does no harm
	}
}
