package trying

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/validation"
	"heddle.dev/heddle/domain/workflowinstance"
	"heddle.dev/heddle/ports"
)

// subject is what a test run runs.
type subject struct {
	run     ports.ScriptRun
	secrets []string         // the names of those that it declares
	outputs []document.Field // what is declared of the result
}

// codeUnknownInput is the code of the problem of an input that is not declared.
const codeUnknownInput = "INPUT_UNKNOWN"

func readActionType(content []byte, inputs jsontext.Value) (subject, error) {
	read, problems := action.ParseActionType(content)
	if read != nil && read.Mode != "" && !read.Mode.Available() {
		return subject{}, fault.New(fault.KindInvalid, "mode-not-testable",
			"action types of mode %s can't be tested yet; only those of mode %s can", read.Mode, action.ScriptMode)
	}
	if err := usable("action type", problems); err != nil {
		return subject{}, err
	}
	parsed, err := expression.ParseObject(inputs)
	if err != nil {
		return subject{}, fault.New(fault.KindInvalid, "invalid-inputs", "the inputs are no JSON object: %v", err)
	}
	completed := read.CompleteInputs(parsed).Text()
	if err := fitting("inputs", inputProblems(read, completed)); err != nil {
		return subject{}, err
	}
	return subject{
		run: ports.ScriptRun{
			Language: read.Script.Language, Source: read.Script.Source, Environment: read.Environment, Timeout: read.Timeout,
			OutputExpected: len(read.Outputs) > 0, Inputs: completed,
		},
		secrets: read.Secrets,
		outputs: read.Outputs,
	}, nil
}

func readTool(content []byte, parameters jsontext.Value) (subject, error) {
	read, problems := action.ParseTool(content)
	if err := usable("tool", problems); err != nil {
		return subject{}, err
	}
	if err := fitting("parameters", read.CheckParameters(parameters)); err != nil {
		return subject{}, err
	}
	return subject{run: ports.ScriptRun{
		Language: read.Script.Language, Source: read.Script.Source, Environment: read.Environment, Timeout: read.Timeout,
		Inputs: parameters,
	}, secrets: read.Secrets}, nil
}

// inputProblems lists the inputs that do not fit their declarations, and those that have none.
func inputProblems(a *action.ActionType, inputs jsontext.Value) []fault.Problem {
	problems := workflowinstance.CheckOutput(a.Inputs, inputs)
	names := make([]string, len(a.Inputs))
	for i, field := range a.Inputs {
		names[i] = field.Name
	}
	for name := range rawjson.Members(inputs) {
		if _, declared := a.Input(string(name)); !declared {
			problems = append(problems, fault.Problem{
				Severity: fault.SeverityError, Code: codeUnknownInput, Field: string(name),
				Message: "there is no input \"" + string(name) + "\"" + spelling.DidYouMean(string(name), "inputs", names),
			})
		}
	}
	return problems
}

func usable(what string, problems []fault.Problem) error {
	if !validation.HasErrors(problems) {
		return nil
	}
	return fault.New(fault.KindInvalid, "draft-not-usable", "the %s has errors, so it can't run: %s", what, messages(problems)).
		WithProblems(problems)
}

func fitting(what string, problems []fault.Problem) error {
	if len(problems) == 0 {
		return nil
	}
	return fault.New(fault.KindInvalid, "inputs-do-not-fit", "the %s do not fit what is declared: %s", what, messages(problems)).
		WithProblems(problems)
}

func messages(problems []fault.Problem) string {
	texts := make([]string, len(problems))
	for i, problem := range problems {
		texts[i] = problem.Message
	}
	return strings.Join(texts, "; ")
}

// messageOf is the part of an error that is for people.
func messageOf(err error) string {
	if f := fault.As(err); f != nil {
		return f.Message
	}
	return "the test was cancelled"
}
