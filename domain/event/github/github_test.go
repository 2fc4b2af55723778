package github_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/event"
	"heddle.dev/heddle/domain/event/github"
	"heddle.dev/heddle/domain/fault"
)

var (
	update   = flag.Bool("update", false, "write the golden files anew")
	received = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
)

func delivery(name string, body []byte) github.Delivery {
	return github.Delivery{Event: name, DeliveryID: "d-1", Body: body, EventID: "e-1", SourceID: "hook", ReceivedAt: received}
}

// sample is a stored delivery: the event's name and the body.
func sample(t testing.TB, file string) (name string, body []byte) {
	t.Helper()
	body, err := os.ReadFile(filepath.Join("testdata", "deliveries", file+".json"))
	if err != nil {
		t.Fatal(err)
	}
	name, _, _ = strings.Cut(file, ".")
	return name, body
}

func normalised(t testing.TB, d github.Delivery) event.Event {
	t.Helper()
	made, err := github.Normalise(d)
	if err != nil {
		t.Fatalf("%s: %v", d.Event, err)
	}
	return made
}

func TestDeliveriesBecomeTheirEvents(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/deliveries/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		file := strings.TrimSuffix(filepath.Base(path), ".json")
		name, body := sample(t, file)
		text, err := normalised(t, delivery(name, body)).Text()
		if err != nil {
			t.Fatal(err)
		}
		if err := text.Indent(); err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join("testdata", "golden", file+".json")
		if *update {
			if err := os.WriteFile(golden, append(text, '\n'), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil || string(text)+"\n" != string(want) {
			t.Errorf("%s: %v, got\n%s", file, err, text)
		}
	}
}

// edited sets values in a delivery; a path is the names of members with points between.
func edited(t testing.TB, body []byte, edits map[string]string) []byte {
	t.Helper()
	for path, value := range edits {
		body = with(t, body, strings.Split(path, "."), value)
	}
	return body
}

func with(t testing.TB, body jsontext.Value, path []string, value string) jsontext.Value {
	t.Helper()
	object, ok := rawjson.ParseObject(body)
	if !ok {
		t.Fatalf("%v leads through %s", path, body)
	}
	if len(path) > 1 {
		inner, _ := object.Get(path[0])
		value = string(with(t, inner, path[1:], value))
	}
	return object.With(path[0], jsontext.Value(value)).Text()
}

func at(value jsontext.Value, path string) jsontext.Value {
	for name := range strings.SplitSeq(path, ".") {
		value, _ = rawjson.Get(value, name)
	}
	return value
}

// checkFields holds an object against what is declared of it: exactly these members, of these types.
func checkFields(t *testing.T, place string, fields []event.Field, object jsontext.Value) {
	t.Helper()
	for name := range rawjson.Members(object) {
		known := false
		for _, field := range fields {
			known = known || field.Name == string(name)
		}
		if !known {
			t.Errorf("%s.%s is not declared", place, name)
		}
	}
	for _, field := range fields {
		value, given := rawjson.Get(object, field.Name)
		inside := place + "." + field.Name
		switch {
		case given && field.Nullable && rawjson.IsNull(value):
		case !fits(field.Type, value):
			t.Errorf("%s is %s, want %s", inside, value, field.Type)
		case field.Type == "object":
			checkFields(t, inside, field.Fields, value)
		case field.Type == "array":
			list, _ := rawjson.ParseArray(value)
			for _, element := range list.Values() {
				if len(field.Fields) > 0 {
					checkFields(t, inside, field.Fields, element)
				} else if !fits("string", element) {
					t.Errorf("%s holds %s, want texts", inside, element)
				}
			}
		}
	}
}

func fits(fieldType string, value jsontext.Value) bool {
	switch fieldType {
	case "string", "datetime":
		return rawjson.Kind(value) == "text"
	case "integer":
		return rawjson.Kind(value) == "number"
	case "array":
		return rawjson.Kind(value) == "list"
	default:
		return rawjson.Kind(value) == fieldType
	}
}

func TestAPushTellsOfTwentyCommitsAtMost(t *testing.T) {
	t.Parallel()
	commit := `{"id":"c","message":"m","author":{"name":"Ada","email":"a@example.com","username":"ada"},"url":"u"}`
	_, body := sample(t, "push")
	made := normalised(t, delivery("push", edited(t, body, map[string]string{"commits": "[" + strings.Repeat(commit+",", 29) + commit + "]"})))
	commits, _ := rawjson.ParseArray(at(jsontext.Value(made.Payload), "commits"))
	if commits.Len() != 20 {
		t.Errorf("%d commits", commits.Len())
	}
	fields, _ := event.PayloadFields("push")
	checkFields(t, "push", fields, jsontext.Value(made.Payload))
}

func TestADeliveryWithoutATypeKeepsItsBodyAsItWasSent(t *testing.T) {
	t.Parallel()
	const body = `{"action":"created", "id": 12345678901234567890123, "z":1.50,"a":{"b":[1e3,null]} }`
	made := normalised(t, delivery("star", []byte(body)))
	if made.Payload != body || made.Type != "github.star.created" || made.Actor.Login != "ghost" {
		t.Errorf("%+v", made)
	}
}

func TestADeliveryCarriesWhereItCameFrom(t *testing.T) {
	t.Parallel()
	name, body := sample(t, "issues.opened")
	made := normalised(t, delivery(name, body))
	if made.ID != "e-1" || made.Source != "github" || made.SourceID != "hook" || made.DeliveryID != "d-1" || made.ReceivedAt != received {
		t.Errorf("%+v", made)
	}
	if want := (event.Actor{Login: "octo-builder", URL: "https://github.com/octo-builder"}); made.Actor != want {
		t.Errorf("actor %+v", made.Actor)
	}
}

func TestWhatGitHubDoesNotSendIsRefusedByField(t *testing.T) {
	t.Parallel()
	_, opened := sample(t, "issues.opened")
	_, closed := sample(t, "pull_request.closed")
	for _, c := range []struct {
		name, body string
		fields     []string
	}{
		{"", `{}`, []string{"event"}},
		{"Issues", `{}`, []string{"event"}},
		{"issues", `[]`, []string{"body"}},
		{"issues", `{"a":1,"a":2}`, []string{"body"}},
		{"issues", `{"action":"opened"}`, []string{"issue"}},
		{
			"issues", string(edited(t, opened, map[string]string{"issue.number": `"1"`, "issue.title": "null", "issue.state": `"odd"`})),
			[]string{"issue.number", "issue.title", "issue.state"},
		},
		{
			"issues", string(edited(t, opened, map[string]string{"issue.labels": `[{"name":"a"},7,{}]`, "issue.created_at": `"today"`})),
			[]string{"issue.labels[1]", "issue.labels[2].name", "issue.created_at"},
		},
		{
			"issues", string(edited(t, opened, map[string]string{"issue.assignees": `{}`, "issue.closed_at": "7", "issue.user": `"ada"`})),
			[]string{"issue.user", "issue.assignees", "issue.closed_at"},
		},
		{
			"pull_request", string(edited(t, closed, map[string]string{"pull_request.draft": `"no"`, "pull_request.head": "null", "pull_request.additions": "1.5"})),
			[]string{"pull_request.head", "pull_request.draft", "pull_request.additions"},
		},
	} {
		_, err := github.Normalise(delivery(c.name, []byte(c.body)))
		f := fault.As(err)
		if f == nil || f.Code != "invalid-delivery" || f.Kind != fault.KindInvalid {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var fields []string
		for _, problem := range f.Problems {
			fields = append(fields, problem.Field)
		}
		if strings.Join(fields, " ") != strings.Join(c.fields, " ") {
			t.Errorf("%s: problems with %v, want %v", c.name, fields, c.fields)
		}
	}
}

func TestTheDeclaredTypesCanBeShown(t *testing.T) {
	t.Parallel()
	fields, _ := event.PayloadFields("issue.labeled")
	text, err := json.Marshal(fields)
	if err != nil || !strings.Contains(string(text), `{"name":"body","type":"string","nullable":true}`) {
		t.Errorf("%s, %v", text, err)
	}
}
