package e2e_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
	"heddle.dev/heddle/openapi/api"
)

// judged is a document of the validator's corpus with the problems it has, as CODE:severity:edge or node id.
type judged struct {
	Document json.RawMessage
	Catalog  *struct{ ActionTypes []json.RawMessage }
	Problems []string
}

// silent is an action type that declares neither inputs nor outputs, so that nothing is checked against it.
const silent = `{"mode": "script", "script": {"language": "bash", "source": "true"}}`

func TestAnAgentIsToldOfTheCorpusWhatTheDomainSays(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("..", "domain", "testdata", "corpus", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	s := heddletest.Start(t, heddletest.SQLite)
	drafts := drafts{Server: s, compositionID: s.Compose("Corpus").Id, actionTypes: map[string]api.Item{}}
	s.Ask(drafts.compositionID, "hello")
	agent := attach(t, s)
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var specimen struct{ Raises, NearMiss judged }
		if err := json.Unmarshal(text, &specimen); err != nil {
			t.Fatal(path, err)
		}
		for name, j := range map[string]judged{"raises": specimen.Raises, "near miss": specimen.NearMiss} {
			drafts.become(t, j)
			if got, want := agent.validate(), checkable(j.Problems); !slices.Equal(got, want) {
				t.Errorf("%s, %s: the agent is told %q, want %q", filepath.Base(path), name, got, want)
			}
		}
	}
}

// drafts are the drafts of a composition.
type drafts struct {
	*heddletest.Server
	compositionID string
	actionTypes   map[string]api.Item
}

// become makes the document the workflow's draft, beside drafts of the action types that it was judged against; where
// there was no catalog, of those that it calls.
func (d drafts) become(t *testing.T, j judged) {
	t.Helper()
	if j.Catalog == nil {
		for _, name := range calledBy(j.Document) {
			d.actionType(name, silent)
		}
	} else {
		for _, content := range j.Catalog.ActionTypes {
			var named struct{ Name string }
			if err := json.Unmarshal(content, &named); err != nil {
				t.Fatal(err)
			}
			d.actionType(named.Name, string(content))
		}
	}
	d.Save(d.Workflow(d.compositionID), string(j.Document))
}

func (d drafts) actionType(name, content string) {
	item, exists := d.actionTypes[name]
	if exists {
		d.actionTypes[name] = d.Save(item, content)
	} else {
		d.actionTypes[name] = d.AddActionType(d.compositionID, name, content)
	}
}

// calledBy lists the action types that a document calls, as far as it is in shape.
func calledBy(document []byte) (names []string) {
	var calls struct {
		Nodes []struct{ Config struct{ ActionType string } }
	}
	_ = json.Unmarshal(document, &calls) // a document out of shape is judged by its shape alone
	for _, node := range calls.Nodes {
		if name := node.Config.ActionType; strings.TrimSpace(name) != "" {
			names = append(names, name)
		}
	}
	return names
}

// validate lists the problems of the workflow as the agent is told them, sorted.
func (a attached) validate() []string {
	a.t.Helper()
	var found api.CompositionValidation
	if err := json.Unmarshal(a.call("validate_composition", `{}`), &found); err != nil {
		a.t.Fatal(err)
	}
	problems := []string{}
	for _, p := range found.Items[0].Problems {
		line := p.Code + ":" + p.Severity + ":"
		for _, id := range []*string{p.EdgeId, p.NodeId} {
			if id != nil {
				line += *id
			}
		}
		problems = append(problems, line)
	}
	slices.Sort(problems)
	return checkable(problems)
}

// checkable leaves out what depends on lists that a composition of a new installation lacks: its teams are others, and
// tools and personas are not checked.
func checkable(problems []string) []string {
	return slices.DeleteFunc(slices.Clone(problems), func(problem string) bool {
		code, _, _ := strings.Cut(problem, ":")
		return slices.Contains([]string{"UNKNOWN_TEAM", "UNKNOWN_PERSONA", "UNKNOWN_TOOL"}, code)
	})
}
