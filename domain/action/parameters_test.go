package action_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/domain/action"
)

func TestParametersAreHeldAgainstWhatTheToolDeclares(t *testing.T) {
	t.Parallel()
	const tool = `{"name":"t","description":"d","language":"bash","source":"true","parameters":{"type":"object","required":["id"],
		"additionalProperties":false,"properties":{
		"id":{"type":"string","minLength":2,"maxLength":4,"pattern":"^[a-z]+$"},"n":{"type":["integer","null"],"minimum":1,"maximum":9},
		"mode":{"enum":["a","b",1]},"list":{"type":"array","items":{"type":"object","required":["x"]}},
		"open":{"type":"object","additionalProperties":{"type":"number"}},"odd":{"type":"nonsense","pattern":"("}}}}`
	read, problems := action.ParseTool([]byte(tool))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for parameters, want := range map[string][]string{
		`{"id":"abc","n":3.0,"mode":1.0,"list":[{"x":null}],"open":{"a":1.5},"odd":"x"}`: nil,
		`{"id":"abc","n":null}`:                {},
		`{}`:                                   {`id: "id" is required`},
		`{"id":7}`:                             {`id: "id" must be of the type string, not number`},
		`{"id":"a"}`:                           {"id: \"id\" must have at least 2"},
		`{"id":"abcde"}`:                       {"id: \"id\" must have at most 4"},
		`{"id":"A1"}`:                          {"id: \"id\" must match"},
		`{"id":"ab","n":1.5}`:                  {`n: "n" must be of the type integer or null, not number`},
		`{"id":"ab","n":0}`:                    {"n: \"n\" must be at least 1"},
		`{"id":"ab","n":10}`:                   {"n: \"n\" must be at most 9"},
		`{"id":"ab","mode":"c"}`:               {`mode: "mode" must be one of ["a","b",1]`},
		`{"id":"ab","list":[{"x":1},{},7]}`:    {`list[1].x: "list[1].x" is required`, `list[2]: "list[2]" must be of the type object`},
		`{"id":"ab","open":{"a":"x"}}`:         {`open.a: "open.a" must be of the type number`},
		`{"id":"ab","lst":1,"zzzzzzzzzzzz":1}`: {`lst: "lst" is not declared; did you mean "list"?`, `zzzzzzzzzzzz: "zzzzzzzzzzzz" is not declared; the parameters are`},
	} {
		found := read.CheckParameters([]byte(parameters))
		if len(found) != len(want) {
			t.Errorf("%s: %+v", parameters, found)
			continue
		}
		for i, problem := range found {
			if got := problem.Field + ": " + problem.Message; !strings.HasPrefix(got, want[i]) || problem.Code != action.CodeParameter {
				t.Errorf("%s: %q, want %q", parameters, got, want[i])
			}
		}
	}
}

func TestAToolWithoutParametersTakesAnything(t *testing.T) {
	t.Parallel()
	read, _ := action.ParseTool([]byte(`{"name":"t","description":"d","language":"bash","source":"true"}`))
	if found := read.CheckParameters([]byte(`{"a":1}`)); len(found) > 0 {
		t.Error(found)
	}
}
