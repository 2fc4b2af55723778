package opencode

import (
	"context"
	"os"
	"time"

	"heddle.dev/heddle/adapters/process"
)

// oldest is the version with which this driver was tried out first.
var oldest = [3]int{1, 18, 0}

// remedy is what helps against a program that does not do what it should.
const remedy = "Install it again (npm install -g opencode-ai), or let the setting --opencode name another; then send the message again"

const versionLimit = 20 * time.Second // for a program that answers within one, on a machine that has better to do

// askVersion asks the program for its version and tells what is wrong with it.
func (d *Driver) askVersion(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, versionLimit)
	defer cancel()
	dir, err := os.MkdirTemp("", "heddle-opencode-")
	if err != nil {
		return startError("no directory to start it in can be made: %v", err)
	}
	defer func() { _ = os.RemoveAll(dir) }() // a temporary one
	said, err := d.home.Ask(ctx, process.Spec{
		Path: d.config.Command, Args: []string{"--version"}, Dir: dir, Env: process.Environment(bareEnvironment(dir)),
	})
	switch {
	case ctx.Err() != nil:
		return startError("%s did not tell its version within %s. %s", d.config.Command, versionLimit, remedy)
	case err != nil:
		return d.missing(err)
	}
	return checkVersion(d.config.Command, said)
}

// checkVersion refuses what is too old, or no opencode at all.
func checkVersion(command, said string) error {
	switch version, enough := process.AtLeast(said, oldest); {
	case version == "":
		return startError("%s does not seem to be opencode; asked for its version it said %q. %s", command, process.Excerpt(said), remedy)
	case !enough:
		return startError("%s is version %s, and %d.%d.%d or newer is needed: npm install -g opencode-ai",
			command, version, oldest[0], oldest[1], oldest[2])
	default:
		return nil
	}
}
