package scripted_test

import (
	"testing"

	"heddle.dev/heddle/adapters/agents/scripted"
)

func TestAPlaybookIsChosenByThePersonsWordsOnly(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"build it":                                   "build it",
		"[Workflow revision: x]\nbuild it":           "build it",
		"[a]\n[Selected nodes: refund]\nbuild\n[it]": "build\n[it]",
		"[not closed\nbuild it":                      "[not closed\nbuild it",
		"[only this]":                                "[only this]",
		"":                                           "",
	} {
		if got := scripted.PersonsWords(message); got != want {
			t.Errorf("words of %q: %q, want %q", message, got, want)
		}
	}
}
