package main

import (
	"fmt"

	"heddle.dev/heddle/adapters/cel"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/validation"
)

type docValidateCmd struct {
	File    string `arg:"" help:"The workflow document, or - for stdin."`
	Catalog string `help:"A JSON file with the lists actionTypes, tools, personas and teams, which the names in the document are checked against." placeholder:"PACK"`
	JSON    bool   `help:"Print JSON." name:"json"`
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
	catalog, err := readCatalog(env, c.Catalog)
	if err != nil {
		return err
	}
	compiler, err := cel.New()
	if err != nil {
		return err
	}
	problems := validation.Validator{Expressions: compiler}.Validate(text, catalog)
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
