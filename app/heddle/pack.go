package main

import (
	"heddle.dev/heddle/adapters/remote"
)

// packCmd groups the commands that move configuration through a running server.
type packCmd struct {
	Export packExportCmd `cmd:"" help:"Write action types, tools and workflows of a server into a pack."`
	Import packImportCmd `cmd:"" help:"Bring what a pack holds into a server, all or nothing. What it leaves out stays as it is; nothing is deleted."`
}

// serverFlags name the server that a command talks to.
type serverFlags struct {
	Server string `default:"http://127.0.0.1:7400" env:"HEDDLE_SERVER" help:"URL of the Heddle server." placeholder:"URL"`
}

func (f serverFlags) client() (*remote.Client, error) {
	client, err := remote.New(f.Server)
	if err != nil {
		return nil, usageError("--server: %s", messageOf(err))
	}
	return client, nil
}
