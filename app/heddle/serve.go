package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"time"

	"go.uber.org/fx"

	"heddle.dev/heddle/domain/fault"
)

// serveCmd runs the server until it is told to stop.
type serveCmd struct {
	settings
}

// How long starting and stopping may take. A migration of a large database takes the longest.
const (
	startLimit = 5 * time.Minute
	stopLimit  = 20 * time.Second
)

// Run implements the command.
func (c *serveCmd) Run(env *environment) error {
	if err := c.check(); err != nil {
		return err
	}
	log := newLog(env.stderr, c.settings)
	app := fx.New(wiring(env.ctx, c.settings, log), fx.StartTimeout(startLimit), fx.StopTimeout(stopLimit))
	if err := app.Err(); err != nil {
		return rootCause(err)
	}
	starting, cancel := context.WithTimeout(env.ctx, startLimit)
	defer cancel()
	if err := app.Start(starting); err != nil {
		return rootCause(err)
	}
	failure := awaitStop(env.ctx, app.Wait(), log)
	stopping, cancelStop := context.WithTimeout(context.WithoutCancel(env.ctx), stopLimit)
	defer cancelStop()
	return errors.Join(failure, app.Stop(stopping))
}

// awaitStop waits until the server is to stop. A signal reaches both the context and the application, which listens for
// signals too; whichever tells it first, the log says it once. A server that ends by itself is an error.
func awaitStop(ctx context.Context, ended <-chan fx.ShutdownSignal, log *slog.Logger) (err error) {
	select {
	case <-ctx.Done():
	case signal := <-ended:
		if signal.ExitCode != 0 {
			err = errors.New("the server could not go on; its log says why")
		}
	}
	log.Info("stopping")
	return err
}

// rootCause takes fx's account of who needed what off an error that a person can act on.
func rootCause(err error) error {
	if f := fault.As(err); f != nil {
		return f
	}
	return err
}

func newLog(w io.Writer, s settings) *slog.Logger {
	options := &slog.HandlerOptions{Level: s.LogLevel}
	if s.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// self is the path of this program, which starts itself anew as agent and as MCP server.
func self() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", errors.Join(errors.New("the path of this program can't be found"), err)
	}
	return path, nil
}
