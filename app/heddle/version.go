package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/alecthomas/kong"
)

// What the build says with -ldflags "-X main.version=… -X main.commit=…".
var (
	version = "development"
	commit  = "" // else what the Go command noted, which it can't always
)

// versionFlag is --version, which says the same as the command.
type versionFlag bool

// BeforeReset prints the version and ends the program before anything else is looked at.
func (versionFlag) BeforeReset(app *kong.Kong, env *environment) error {
	if err := new(versionCmd).Run(env); err != nil {
		return err
	}
	app.Exit(exitOK)
	return nil
}

type versionCmd struct {
	JSON bool `help:"Print JSON." name:"json"`
}

// versionOutput is the JSON form of "heddle version".
type versionOutput struct {
	Version   string `json:"version"`
	Commit    string `json:"commit"`
	GoVersion string `json:"goVersion"`
}

// Run prints what this program was built of.
func (c *versionCmd) Run(env *environment) error {
	out := versionOutput{Version: version, Commit: commit, GoVersion: runtime.Version()}
	if info, ok := debug.ReadBuildInfo(); ok && out.Commit == "" {
		out.Commit = commitOf(info)
	}
	if out.Commit == "" {
		out.Commit = "unknown"
	}
	if c.JSON {
		return writeJSON(env, out)
	}
	_, err := fmt.Fprintf(env.stdout, "heddle %s (commit %s, %s)\n", out.Version, out.Commit, out.GoVersion)
	return err
}

// commitOf gives the commit that the program was built from, marked when files had been changed; empty when it was
// built without a look at version control.
func commitOf(info *debug.BuildInfo) string {
	revision, suffix := "", ""
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision":
			revision = setting.Value
		case setting.Key == "vcs.modified" && setting.Value == "true":
			suffix = "+changes"
		}
	}
	return revision + suffix
}
