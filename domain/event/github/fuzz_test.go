package github_test

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/event"
	"heddle.dev/heddle/domain/event/github"
	"heddle.dev/heddle/domain/fault"
)

// seeds are deliveries with hardly more than what is read of them, since a fuzzer gets nowhere with long texts.
func seeds() map[string][]string {
	const (
		issue = `"number":1,"title":"t","state":"open","html_url":"u","created_at":"2020-01-02T03:04:05Z","updated_at":"2020-01-02T03:04:05Z",` +
			`"user":{"login":"a"},"labels":[{"name":"l"}],"assignees":[]`
		pull    = `{` + issue + `,"head":{"ref":"h","sha":"s"},"base":{"ref":"b"},"merged":true}`
		comment = `{"id":1,"body":"b","html_url":"u","created_at":"2020-01-02T03:04:05Z","updated_at":"2020-01-02T03:04:05Z"}`
		commit  = `{"id":"c","message":"m","author":{"name":"n","email":"e"},"url":"u"}`
	)
	return map[string][]string{
		"issues": {
			`{"action":"opened","issue":{` + issue + `}}`, `{"action":"edited","changes":{"title":{"from":"f"}},"issue":{` + issue + `}}`,
			`{"action":"opened","issue":{"labels":[null]}}`,
		},
		"issue_comment":       {`{"action":"created","issue":{` + issue + `,"pull_request":{}},"comment":` + comment + `}`},
		"pull_request":        {`{"action":"closed","pull_request":` + pull + `}`},
		"pull_request_review": {`{"action":"submitted","pull_request":` + pull + `,"review":{"id":1,"state":"approved","html_url":"u","submitted_at":"2020-01-02T03:04:05Z"}}`},
		"push":                {`{"ref":"refs/heads/a","before":"b","after":"c","commits":[` + commit + `],"repository":{"pushed_at":1}}`},
		"create":              {`{"ref":"r","ref_type":"branch","master_branch":"m"}`},
		"star":                {`{"action":"created"}`},
	}
}

// FuzzNormalise holds that whatever comes becomes an event, or is refused with the field that is wrong.
func FuzzNormalise(f *testing.F) {
	for name, bodies := range seeds() {
		for _, body := range bodies {
			f.Add(name, body)
		}
	}
	f.Fuzz(func(t *testing.T, name, body string) {
		made, err := github.Normalise(delivery(name, []byte(body)))
		if err != nil {
			if refused := fault.As(err); refused == nil || len(refused.Problems) == 0 || refused.Problems[0].Field == "" {
				t.Fatalf("refused without a field: %v", err)
			}
			return
		}
		if _, err := event.New(made); err != nil {
			t.Errorf("made what is no event: %v", err)
		}
		text, err := made.Text()
		if err != nil || !text.IsValid() {
			t.Errorf("the event has no text: %v", err)
		}
		if fields, declared := event.PayloadFields(made.Type); declared {
			checkFields(t, made.Type, fields, jsontext.Value(made.Payload))
		} else if made.Payload != body {
			t.Errorf("the body did not survive: %s", made.Payload)
		}
	})
}
