package e2e_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
	"heddle.dev/heddle/openapi/api"
)

const referencePage = "reference.md"

// examples are those of one kind on the reference page; there has to be one.
func examples(t *testing.T, kind string) (texts []string) {
	t.Helper()
	for _, b := range blocksOf(t, referencePage) {
		if b.kind == kind {
			texts = append(texts, b.text)
		}
	}
	if len(texts) == 0 {
		t.Fatalf("there is no example of the kind %q", kind)
	}
	return texts
}

// written puts a text into a file of the test's own.
func written(t *testing.T, name, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestEveryExampleOfTheReferenceIsOfAKindThatIsTested(t *testing.T) {
	t.Parallel()
	tested := []string{"json document", "json action-type", "json tool", "json stream-event", "yaml playbook"}
	for _, b := range blocksOf(t, referencePage) {
		if !slices.Contains(tested, b.kind) {
			t.Errorf("no test looks at blocks of the kind %q", b.kind)
		}
	}
}

func TestTheDocumentsOfTheReferenceHaveNoProblems(t *testing.T) {
	t.Parallel()
	catalog := written(t, "catalog.json", `{"actionTypes": [`+strings.Join(examples(t, "json action-type"), ", ")+`]}`)
	for _, text := range examples(t, "json document") {
		path := written(t, "document.json", text)
		if got := heddletest.Run(t, "doc", "validate", path, "--catalog="+catalog); got.Code != 0 || !strings.Contains(got.Stdout, "no problems") {
			t.Errorf("%+v", got)
		}
	}
}

func TestTheActionTypesAndToolsOfTheReferenceHaveNoProblems(t *testing.T) {
	t.Parallel()
	s := heddletest.Start(t, heddletest.SQLite)
	for kind, path := range map[string]string{"json action-type": "/action-types/validate", "json tool": "/tools/validate"} {
		for _, text := range examples(t, kind) {
			answer := s.Send(heddletest.Request{Path: path, Body: strings.NewReader(`{"content": ` + text + `}`)})
			var result api.ValidationResult
			if err := json.Unmarshal(answer.Body, &result); err != nil || answer.Status != 200 || len(result.Problems) > 0 {
				t.Errorf("%s: %d %s", kind, answer.Status, answer.Body)
			}
		}
	}
}

func TestTheEventsOfTheReferenceAreTakenIn(t *testing.T) {
	t.Parallel()
	s := heddletest.Start(t, heddletest.SQLite)
	var types []string
	for _, text := range examples(t, "json stream-event") {
		answer := s.Send(heddletest.Request{Path: "/stream-events", Body: strings.NewReader(text)})
		var event api.StreamEvent
		if err := json.Unmarshal(answer.Body, &event); err != nil || answer.Status != 201 {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		types = append(types, event.Type)
	}
	if !slices.Equal(types, []string{"issue.created", "branch.created"}) {
		t.Errorf("the events are %v", types)
	}
}

func TestTheWorkflowOfTheReferenceRuns(t *testing.T) {
	t.Parallel()
	s := heddletest.Start(t, heddletest.SQLite)
	workflow := publish(t, s, examples(t, "json action-type")[0], examples(t, "json document")[0])
	small := s.Begin(workflow.Id, `{"amount": 12.5}`)
	s.Becomes(small.Id, "completed")
	large := s.Begin(workflow.Id, `{"amount": 500}`)
	task := s.OpenTask(large.Id)
	if shown := string(*task.Inputs); task.Title != "Claim of 500" || !strings.Contains(shown, "not told") {
		t.Errorf("the task is %q with %s", task.Title, shown)
	}
	s.Complete(large.Id, task, `{"verdict": "pay"}`)
	s.Becomes(large.Id, "completed")
}

func TestThePlaybookOfTheReferenceIsPlayed(t *testing.T) {
	t.Parallel()
	playbook := written(t, "pause.yaml", examples(t, "yaml playbook")[0])
	s := heddletest.Start(t, heddletest.SQLite, heddletest.Flags("--playbooks="+filepath.Dir(playbook)))
	composition := s.Compose("Pauses")
	if turn := s.Ask(composition.Id, "Please add a pause"); turn.Receipt.OpsApplied != 5 {
		t.Errorf("the receipt is %+v", *turn.Receipt)
	}
	if draft := s.ApplyPending(composition.Id); len(draft.Problems) > 0 {
		t.Errorf("the draft has the problems %+v", draft.Problems)
	}
	s.Ask(composition.Id, "Please add a pause")
	requireSaid(t, s, composition.Id, "I put a pause into “Pauses”.", "There are nodes already")
}

// requireSaid looks for texts in a composition's conversation.
func requireSaid(t *testing.T, s *heddletest.Server, compositionID string, texts ...string) {
	t.Helper()
	said := ""
	for _, event := range s.Conversation(s.Composition(compositionID).SessionId) {
		said += string(event.Data) + "\n"
	}
	for _, text := range texts {
		if !strings.Contains(said, text) {
			t.Errorf("nobody said %q but\n%s", text, said)
		}
	}
}

var eventRow = regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| [^|]* \\| (.*) \\|$")

func TestTheReferenceListsTheEventsThereAre(t *testing.T) {
	t.Parallel()
	_, section, _ := strings.Cut(readPage(t, referencePage), "\n## The stream of events\n")
	listed := map[string]string{}
	for _, row := range eventRow.FindAllStringSubmatch(section, -1) {
		listed[row[1]] = row[2]
	}
	s := heddletest.Start(t, heddletest.SQLite)
	all, late := s.Listen("", ""), s.Listen("", "an id that is unknown")
	composition := s.Compose("Refunds")
	s.Ask(composition.Id, goal)
	s.ApplyPending(composition.Id)
	takeLease(t, s, composition.Id, "a window")
	instance := s.Begin(s.Publish(composition.Id).Id, `{"customerEmail": "ada@example.com", "orderId": "A-17", "amount": 1}`)
	s.OpenTask(instance.Id)
	speak(t, s, s.Compose("Tests").Id)
	s.Chat(s.Session("configuration-assistant").Id, setUp)
	seen := map[string]bool{}
	heddletest.Until(t, "every event of the page comes", func() bool {
		for _, event := range slices.Concat(all.Events(), late.Events()) {
			seen[event.Kind] = true
			requireDescribed(t, event, listed)
		}
		return t.Failed() || len(seen) == len(listed)
	})
	if t.Failed() || len(listed) == 0 {
		t.Errorf("the page lists %v", slices.Sorted(maps.Keys(listed)))
	}
}

// speak tests an action type that writes something.
func speak(t *testing.T, s *heddletest.Server, compositionID string) {
	t.Helper()
	s.AddActionType(compositionID, "speak", `{"name": "speak", "mode": "script", "script": {"language": "bash", "source": "echo hello"}}`)
	r, err := s.API.TestActionTypeWithResponse(t.Context(), compositionID, api.ActionTypeTest{Name: "speak"})
	if err != nil || r.JSON200 == nil || !r.JSON200.Ok {
		t.Fatalf("the test was answered with %s, %v", r.Body, err)
	}
}

// requireDescribed fails the test when the page does not name an event, or a key of its data.
func requireDescribed(t *testing.T, event heddletest.Event, listed map[string]string) {
	t.Helper()
	data := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(event.Data), &data); err != nil {
		t.Errorf("the data of %s is %s", event.Kind, event.Data)
	}
	for key := range data {
		if !strings.Contains(listed[event.Kind], "`"+key+"`") {
			t.Errorf("the page does not tell of %q of %s", key, event.Kind)
		}
	}
	if _, ok := listed[event.Kind]; !ok {
		t.Errorf("the page does not tell of %s", event.Kind)
	}
}
