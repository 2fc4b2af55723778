package main

import (
	"fmt"
	"io"
	"os"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/domain/document"
)

// docCmd groups the commands that need no server. With --json their output on
// stdout is stable; everything else goes to stderr.
type docCmd struct {
	Validate docValidateCmd `cmd:"" help:"Say what is wrong with a workflow document."`
	Revision docRevisionCmd `cmd:"" help:"Print the content revision of a workflow document."`
	Apply    docApplyCmd    `cmd:"" help:"Apply a change set to a workflow document and print the result."`
	Diff     docDiffCmd     `cmd:"" help:"Print the change set that leads from one workflow document to another."`
	Invert   docInvertCmd   `cmd:"" help:"Print the change set that takes another one back."`
	Rebase   docRebaseCmd   `cmd:"" help:"Print what a change set is to a workflow document that changed meanwhile, or what conflicts."`
	Simulate docSimulateCmd `cmd:"" help:"Play a workflow document with given outputs and print where that leads."`
	Eval     docEvalCmd     `cmd:"" help:"Evaluate an expression with a sample context or event."`
	Test     docTestCmd     `cmd:"" help:"Run the scenarios that are saved beside workflow documents."`
}

// maxInputBytes bounds what is read of one file.
const maxInputBytes = 64 << 20

// readInput reads a file, or stdin for "-".
func readInput(env *environment, path string) ([]byte, error) {
	reader := env.stdin
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, usageError("%v", err)
		}
		defer func() { _ = file.Close() }()
		reader = file
	}
	text, err := io.ReadAll(io.LimitReader(reader, maxInputBytes+1))
	switch {
	case err != nil:
		return nil, usageError("%s: %v", path, err)
	case len(text) > maxInputBytes:
		return nil, usageError("%s: larger than %d MiB, the limit for a file", path, maxInputBytes>>20)
	}
	return text, nil
}

// readDocument reads a file that holds a workflow document.
func readDocument(env *environment, path string) (*document.Document, error) {
	text, err := readInput(env, path)
	if err != nil {
		return nil, err
	}
	d, err := document.Parse(text)
	if err != nil {
		return nil, unreadable(path, err)
	}
	return d, nil
}

// unreadable says where in a file the text can't be read.
func unreadable(path string, err error) error { return usageError("%s: %s", path, messageOf(err)) }

// writeJSON prints one line of JSON.
func writeJSON(env *environment, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.stdout, "%s\n", text)
	return err
}
