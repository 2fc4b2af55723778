package heddletest

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"testing"
)

// Outcome is what a command that has ended did.
type Outcome struct {
	Code           int
	Stdout, Stderr string
}

// Run runs the program with these arguments to its end, which has to come soon.
func Run(t testing.TB, args ...string) Outcome {
	t.Helper()
	binary, err := Binary()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	var stdout, stderr bytes.Buffer
	command := exec.CommandContext(ctx, binary, args...)
	command.Env, command.Stdout, command.Stderr = environment(), &stdout, &stderr
	err = command.Run()
	if exit := new(exec.ExitError); err != nil && (!errors.As(err, &exit) || ctx.Err() != nil) {
		t.Fatalf("heddle %q: %v", args, err)
	}
	return Outcome{Code: command.ProcessState.ExitCode(), Stdout: stdout.String(), Stderr: stderr.String()}
}

// Arguments are those that the server was started with.
func (s *Server) Arguments() []string { return append([]string(nil), s.args...) }
