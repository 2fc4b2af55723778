package main

import (
	"errors"
	"fmt"

	"heddle.dev/heddle/domain/fault"
)

// The exit codes.
const (
	exitOK      = 0
	exitRefused = 1 // error problems, a refused change set, a failed run
	exitUsage   = 2 // wrong usage or unreadable input
)

// exitError is an error with the exit code that it leads to.
type exitError struct {
	code    int
	message string // for stderr; empty when the command has said it all
}

func (e *exitError) Error() string { return e.message }

// usageError is for wrong usage and unreadable input.
func usageError(format string, args ...any) error {
	return &exitError{code: exitUsage, message: fmt.Sprintf(format, args...)}
}

// refused is for input that was read and judged.
func refused(format string, args ...any) error {
	return &exitError{code: exitRefused, message: fmt.Sprintf(format, args...)}
}

// report says what went wrong, if anything, and gives the exit code.
func report(env *environment, err error) int {
	if err == nil {
		return exitOK
	}
	exit := new(exitError)
	if !errors.As(err, &exit) {
		exit = &exitError{code: exitRefused, message: messageOf(err)}
	}
	if exit.message != "" {
		_, _ = fmt.Fprintln(env.stderr, "heddle: "+exit.message)
	}
	return exit.code
}

// messageOf gives the part of an error that is for people.
func messageOf(err error) string {
	if f := fault.As(err); f != nil {
		return f.Message
	}
	return err.Error()
}
