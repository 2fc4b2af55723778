package opencode

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"time"

	"heddle.dev/heddle/adapters/process"
)

// oldest is the version with which this driver was tried out first.
var oldest = [3]int{1, 18, 0}

var versionText = regexp.MustCompile(`(\d+)\.(\d+)\.(\d+)`)

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
	streams, err := process.OpenStreams()
	if err != nil {
		return err
	}
	defer streams.Close()
	asked, err := d.home.StartWith(streams, process.Spec{
		Path: d.config.Command, Args: []string{"--version"}, Dir: dir, Env: process.Environment(bareEnvironment(dir)),
	})
	if err != nil {
		return d.missing(err)
	}
	stop := context.AfterFunc(ctx, asked.End)
	defer stop()
	var said process.Tail
	copyAll(&said, streams.Stdout)
	copyAll(&said, streams.Stderr)
	<-asked.Done()
	if ctx.Err() != nil {
		return startError("%s did not tell its version in time", d.config.Command)
	}
	return checkVersion(d.config.Command, said.String())
}

// checkVersion refuses what is too old, or no opencode at all.
func checkVersion(command, said string) error {
	match := versionText.FindStringSubmatch(said)
	if match == nil {
		return startError("%s does not seem to be opencode; asked for its version it said %q", command, short(said))
	}
	for i, least := range oldest {
		var number int
		_, _ = fmt.Sscan(match[i+1], &number) // digits; too many are none that is new enough
		if number != least {
			if number > least {
				return nil
			}
			return startError("%s is version %s, and %d.%d.%d or newer is needed: npm install -g opencode-ai",
				command, match[0], oldest[0], oldest[1], oldest[2])
		}
	}
	return nil
}
