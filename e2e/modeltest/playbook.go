package modeltest

import (
	"os"
	"testing"

	"heddle.dev/heddle/adapters/agents/scripted"
)

// Playbook plays a playbook of the scripted engine, whatever the message is: what comes next is found from the results
// since the last message of a person, so the model has no memory of its own.
func Playbook(t testing.TB, path string) Play {
	t.Helper()
	text, err := os.ReadFile(path) //nolint:gosec // the test names a file of its own
	if err != nil {
		t.Fatal(err)
	}
	book, err := scripted.ParsePlaybook(text)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return func(request Request) Answer {
		var outputs []scripted.Output
		for _, result := range request.Results() {
			outputs = append(outputs, scripted.Output{Text: result.Text, IsError: result.IsError})
		}
		const each = 10 // tokens; so that what is counted can be checked
		move := book.Next(outputs)
		answer := Answer{Text: move.Say, InputTokens: each * len(request.Messages), OutputTokens: each}
		if move.Tool != "" {
			answer.Calls = []Call{{Name: request.Named(move.Tool), Input: string(move.Arguments)}}
		}
		return answer
	}
}
