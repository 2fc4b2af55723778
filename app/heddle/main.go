// Command heddle composes and runs workflows; see "heddle --help".
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

// cli lists the commands. Each is declared in a file of its own.
type cli struct {
	ShowVersion versionFlag `help:"Print version, commit and Go version." name:"version"`

	Serve         serveCmd         `cmd:"" help:"Run the server."`
	MCP           mcpCmd           `cmd:"" help:"MCP server over stdio for one agent session; agents start it." name:"mcp"`
	ScriptedAgent scriptedAgentCmd `cmd:"" hidden:""`
	Doc           docCmd           `cmd:"" help:"Work on workflow documents, offline."`
	Pack          packCmd          `cmd:"" help:"Move action types, tools and workflows between servers."`
	Version       versionCmd       `cmd:"" help:"Print version, commit and Go version."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// environment is what a command may use of the world; tests give it their own.
type environment struct {
	ctx    context.Context //nolint:containedctx // the life of one command
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
}

// run executes one command line and returns the exit code: 0 for success, 1 when the
// command found errors or was refused, 2 for wrong usage or unreadable input.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	env := &environment{ctx: ctx, stdin: stdin, stdout: stdout, stderr: stderr}
	var commands cli
	exited, code := false, exitOK
	parser, err := kong.New(&commands,
		kong.Name("heddle"),
		kong.Description("Compose workflows with an AI agent, and run them durably."),
		kong.Writers(stdout, stderr),
		kong.Vars{"data": defaultData()},
		kong.Configuration(readSettingsFile),
		kong.Exit(func(status int) { exited, code = true, status }),
		kong.Bind(env),
		kong.ShortUsageOnError(),
	)
	if err != nil {
		return report(env, err)
	}
	command, err := parser.Parse(args)
	switch {
	case exited: // --help or --version was answered
		return code
	case err != nil:
		return report(env, usageError("%v; see heddle --help", err))
	}
	return report(env, command.Run())
}
