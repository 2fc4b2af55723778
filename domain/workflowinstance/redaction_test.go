package workflowinstance_test

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
	engine "heddle.dev/heddle/domain/workflowinstance"
)

func redaction(t *testing.T) *engine.Redaction {
	t.Helper()
	version := compile(t, graph(
		[]string{
			`start start {"inputs": [{"name": "iban", "sensitive": true}, {"name": "card", "type": "object", "sensitive": true}, {"name": "city"}]}`, `end end`,
		}, []string{`start end`}))
	context, err := expression.ParseObject([]byte(
		`{"iban": "DE89 3704", "card": {"owner": "Quo\"te", "number": [41111111, 7], "valid": true}, "city": "Ulm an der Donau"}`))
	if err != nil {
		t.Fatal(err)
	}
	r := version.Redaction(context)
	r.HideFields([]document.Field{{Name: "pin", Sensitive: true}, {Name: "note"}}, jsontext.Value(`{"pin": "DE89 3704 0044", "note": "a note"}`))
	return r
}

func TestSensitiveValuesAreHiddenInWhatAScriptPrints(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                   "",
		"charge DE89 3704, Ulm an der Donau": "charge •••, Ulm an der Donau",
		"longest first: DE89 3704 0044":      "longest first: •••",
		`by "Quo\"te" or Quo"te`:             `by "•••" or •••`,
		`{"number":41111111,"n":7}`:          `{"number":•••,"n":7}`,
		"true or a note":                     "true or a note",
	} {
		if got := redaction(t).Text(text); got != want {
			t.Errorf("%s became %s, want %s", text, got, want)
		}
	}
}

func TestSensitiveMembersOfAnOutputAreHidden(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"fits": 1.0}`:          `{"fits": 1.0}`,
		`{"pin":12,"fits":true}`: `{"pin":"•••","fits":true}`,
		`{"pin":null}`:           `{"pin":null}`,
		`{"echo":{"of":["DE89 3704"]},"number":4.50}`: `{"echo":"•••","number":4.50}`,
		`["DE89 3704"]`:           `"•••"`,
		`{"a":1,"a":"DE89 3704"}`: `"•••"`,
		`["Ulm"]`:                 `["Ulm"]`,
	} {
		if got := string(redaction(t).Object(jsontext.Value(text))); got != want {
			t.Errorf("%s became %s, want %s", text, got, want)
		}
	}
}
