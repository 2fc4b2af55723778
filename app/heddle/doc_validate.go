package main

import (
	"errors"
	"fmt"

	"heddle.dev/heddle/adapters/cel"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/validation"
)

type docValidateCmd struct {
	File string `arg:"" help:"The workflow document, or - for stdin."`
	JSON bool   `help:"Print JSON." name:"json"`
}

// validateOutput is the JSON form of "heddle doc validate".
type validateOutput struct {
	Problems []fault.Problem `json:"problems"`
}

// Run prints the problems of a document. JSON that is no document is a problem; a
// text that is no JSON can't be read at all.
func (c *docValidateCmd) Run(env *environment) error {
	text, err := readInput(env, c.File)
	if err != nil {
		return err
	}
	if err := document.CheckText(text); err != nil {
		return unreadable(c.File, err)
	}
	check, err := expressionCheck()
	if err != nil {
		return err
	}
	problems := validation.Validate(text, check)
	if c.JSON {
		err = writeJSON(env, validateOutput{Problems: problems})
	} else {
		err = printProblems(env, c.File, problems)
	}
	if err == nil && validation.HasErrors(problems) {
		err = refused("") // the problems have said it
	}
	return err
}

// expressionCheck compiles expressions as the engine does.
func expressionCheck() (validation.CheckExpression, error) {
	compiler, err := cel.New()
	if err != nil {
		return nil, err
	}
	return func(scope, source string) error {
		_, err := compiler.Compile(expression.Scope(scope), source)
		if wrong := new(expression.Error); errors.As(err, &wrong) {
			return errors.New(wrong.Message)
		}
		return err
	}, nil
}

func printProblems(env *environment, file string, problems []fault.Problem) error {
	for i := range problems {
		p := &problems[i]
		if _, err := fmt.Fprintf(env.stdout, "%s: %s %s: %s\n", file, p.Severity, p.Code, p.Message); err != nil {
			return err
		}
	}
	if len(problems) == 0 {
		_, err := fmt.Fprintf(env.stdout, "%s: no problems\n", file)
		return err
	}
	return nil
}
