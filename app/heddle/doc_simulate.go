package main

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/adapters/cel"
	"heddle.dev/heddle/app/examining"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/simulation"
)

type docSimulateCmd struct {
	File        string `arg:"" help:"The workflow document, or - for stdin."`
	Context     string `help:"The initial context, a JSON object; - for stdin." placeholder:"FILE"`
	Outputs     string `help:"What the nodes that wait are given: a list of {node, output} in that order, or an object by node; - for stdin." placeholder:"FILE"`
	StopAtWaits bool   `help:"Let wait nodes wait for an output, instead of passing at once."`
	JSON        bool   `help:"Print JSON." name:"json"`
}

// Run plays a document with the given outputs and prints where that led.
func (c *docSimulateCmd) Run(env *environment) error {
	if err := onlyOneStdin(c.File, c.Context, c.Outputs); err != nil {
		return err
	}
	text, err := readObject(env, c.File)
	if err != nil {
		return err
	}
	in := simulation.Input{StopAtWaits: c.StopAtWaits}
	if in.Context, err = readObject(env, c.Context); err != nil {
		return err
	}
	if in.Outputs, err = readOutputs(env, c.Outputs); err != nil {
		return err
	}
	compiled, problems, err := compileDocument(text)
	if err != nil {
		return err
	}
	if compiled == nil {
		return c.refuse(env, problems)
	}
	result := simulation.Run(compiled.Version, compiled.Document.ID(), in)
	if c.JSON {
		err = writeJSON(env, result)
	} else {
		err = printResult(env, result)
	}
	if err == nil && result.Failed() {
		err = refused("") // the result has said it
	}
	return err
}

func (c *docSimulateCmd) refuse(env *environment, problems []fault.Problem) error {
	var err error
	if c.JSON {
		err = writeJSON(env, validateOutput{Problems: problems})
	} else {
		err = printProblems(env, c.File, problems)
	}
	if err != nil {
		return err
	}
	return refused("")
}

// readObject reads a JSON file that a flag names; nil without one. Whether it is an
// object is for those to judge who use it.
func readObject(env *environment, path string) (jsontext.Value, error) {
	if path == "" {
		return nil, nil
	}
	text, err := readInput(env, path)
	if err != nil {
		return nil, err
	}
	if err := document.CheckText(text); err != nil {
		return nil, unreadable(path, err)
	}
	return text, nil
}

func readOutputs(env *environment, path string) (simulation.Outputs, error) {
	text, err := readObject(env, path)
	if err != nil {
		return simulation.Outputs{}, err
	}
	outputs, err := simulation.ParseOutputs(text)
	if err != nil {
		return simulation.Outputs{}, unreadable(path, err)
	}
	return outputs, nil
}

// examiner answers questions about documents, as the API does.
func examiner() (*examining.Service, error) {
	compiler, err := cel.New()
	if err != nil {
		return nil, err
	}
	return examining.New(compiler), nil
}

// compileDocument makes a document ready to run. One with errors gives its problems and
// no document.
func compileDocument(text []byte) (*examining.Ready, []fault.Problem, error) {
	examine, err := examiner()
	if err != nil {
		return nil, nil, err
	}
	ready, err := examine.Compile(text)
	if f := fault.As(err); f != nil && f.Code == examining.CodeInvalidDocument {
		return nil, f.Problems, nil
	}
	return &ready, nil, err
}

// printResult prints a simulation for people: what each step went through, and where it
// stopped.
func printResult(env *environment, result simulation.Result) error {
	var text strings.Builder
	entered := 0
	for i := range result.Snapshots {
		s := &result.Snapshots[i]
		if s.Resume == "" {
			text.WriteString("start\n")
		} else {
			fmt.Fprintf(&text, "%s gives %s\n", s.Resume, s.Output)
		}
		fmt.Fprintf(&text, "  path     %s\n", strings.Join(s.Visited[entered:], " → "))
		entered = len(s.Visited)
		for _, edge := range s.Edges {
			fmt.Fprintf(&text, "  edge     %s: %s\n", edge.EdgeID, strings.TrimSuffix(string(edge.Outcome)+": "+edge.Error, ": "))
		}
		fmt.Fprintf(&text, "  context  %s\n", s.Context.Text())
		fmt.Fprintf(&text, "  %s\n", standing(s))
	}
	if result.Error != nil {
		fmt.Fprintf(&text, "stopped: %s (%s)\n", result.Error.Message, result.Error.Code)
	}
	_, err := fmt.Fprint(env.stdout, text.String())
	return err
}

// standing says where a run is.
func standing(s *simulation.Snapshot) string {
	text := string(s.Status)
	if len(s.ActiveBranches) > 0 {
		nodes := make([]string, len(s.ActiveBranches))
		for i, b := range s.ActiveBranches {
			nodes[i] = b.NodeID
		}
		text += " in " + strings.Join(nodes, ", ")
	}
	if s.Failure != nil {
		text += ": " + s.Failure.Message + " (" + string(s.Failure.Code) + ")"
	}
	return text
}
