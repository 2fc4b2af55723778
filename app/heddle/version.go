package main

import (
	"fmt"
	"runtime/debug"
)

// version is set by the release build.
var version = "development"

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
	out := versionOutput{Version: version, Commit: "unknown"}
	if info, ok := debug.ReadBuildInfo(); ok {
		out.GoVersion = info.GoVersion
		out.Commit = commitOf(info)
	}
	if c.JSON {
		return writeJSON(env, out)
	}
	_, err := fmt.Fprintf(env.stdout, "heddle %s (commit %s, %s)\n", out.Version, out.Commit, out.GoVersion)
	return err
}

// commitOf gives the commit that the program was built from, marked when files had been changed.
func commitOf(info *debug.BuildInfo) string {
	commit, suffix := "unknown", ""
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision":
			commit = setting.Value
		case setting.Key == "vcs.modified" && setting.Value == "true":
			suffix = "+changes"
		}
	}
	return commit + suffix
}
