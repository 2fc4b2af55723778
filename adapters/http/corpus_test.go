package http_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/validation"
	"heddle.dev/heddle/openapi/api"
)

// specimen is a file of the corpus: documents with all the problems they have, as CODE:severity:edge or node id.
type specimen struct {
	Raises   judged `json:"raises"`
	NearMiss judged `json:"nearMiss"`
}

type judged struct {
	Document jsontext.Value `json:"document"`
	Catalog  *struct {
		ActionTypes []jsontext.Value    `json:"actionTypes,omitzero"`
		Tools       []map[string]any    `json:"tools,omitzero"`
		Personas    []map[string]string `json:"personas,omitzero"`
		Teams       []map[string]string `json:"teams,omitzero"`
	} `json:"catalog"`
	Problems []string `json:"problems"`
}

func TestEveryWayInJudgesTheCorpusAsTheDomainDoes(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("..", "..", "domain", "testdata", "corpus", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	b := setup(t, apptest.SQLite(t))
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var s specimen
		if err := json.Unmarshal(text, &s); err != nil {
			t.Fatal(path, err)
		}
		for name, j := range map[string]judged{"raises": s.Raises, "near miss": s.NearMiss} {
			where := filepath.Base(path) + ", " + name
			b.judgesAlone(where, j)
			b.judgesDrafts(where, j)
		}
	}
}

// judgesAlone sends the document with its catalog.
func (b *bench) judgesAlone(where string, j judged) {
	b.Helper()
	body, err := json.Marshal(map[string]any{"document": j.Document, "catalog": j.lists()}, jsontext.PreserveRawStrings(true))
	if err != nil {
		b.Fatal(err)
	}
	var result api.ValidationResult
	b.call(http.StatusOK, http.MethodPost, "/documents/validate", string(body), &result)
	if got := slices.Sorted(slices.Values(brief(result.Problems))); !slices.Equal(got, j.Problems) { // sorted in the file
		b.Errorf("%s: validate says %v, want %v", where, got, j.Problems)
	}
}

// lists is the catalog as the API takes it; an empty object for none.
func (j judged) lists() map[string]any {
	lists := map[string]any{}
	if j.Catalog == nil {
		return lists
	}
	if j.Catalog.ActionTypes != nil {
		lists["actionTypes"] = j.Catalog.ActionTypes
	}
	if j.Catalog.Tools != nil {
		names := []any{}
		for _, tool := range j.Catalog.Tools {
			names = append(names, tool["name"])
		}
		lists["tools"] = names
	}
	for key, objects := range map[string][]map[string]string{"personas": j.Catalog.Personas, "teams": j.Catalog.Teams} {
		if objects == nil {
			continue
		}
		slugs := []string{}
		for _, object := range objects {
			slugs = append(slugs, object["slug"])
		}
		lists[key] = slugs
	}
	return lists
}

// judgesDrafts makes the document a composition's draft, whose catalog is that of the installation, and looks at it as a
// person, as an agent, and by publishing it.
func (b *bench) judgesDrafts(where string, j judged) {
	b.Helper()
	compiled := apptest.Compiler()
	want := []string{}
	d, err := document.Parse(j.Document)
	if err != nil {
		b.Fatal(err)
	}
	teams := []string{b.Team.Slug, b.Other.Slug}
	for _, p := range (validation.Validator{Expressions: compiled}).Document(d, &validation.Catalog{ActionTypes: []*action.ActionType{}, Teams: teams}) {
		want = append(want, p.Code+":"+p.Severity+":"+p.EdgeID+p.NodeID)
	}
	c := b.Compose("", string(j.Document))
	var items api.ItemList
	b.call(http.StatusOK, http.MethodGet, "/compositions/"+c.ID+"/items", "", &items)
	if got := brief(items.Items[0].Problems); !slices.Equal(got, want) {
		b.Errorf("%s: the item says %v, want %v", where, got, want)
	}
	if got := b.seenByAgent(c.ID); !slices.Equal(got, want) {
		b.Errorf("%s: the agent is told %v, want %v", where, got, want)
	}
	b.judgesPublishing(where, c.ID, items.Items[0].Id, want)
}

// judgesPublishing expects that a document with errors is refused, and with which problems. One without is published,
// unless there are reasons that only publishing has.
func (b *bench) judgesPublishing(where, compositionID, itemID string, want []string) {
	b.Helper()
	answered := b.send(request(http.MethodPost, base+"/compositions/"+compositionID+"/publish", `{"items":["`+itemID+`"]}`))
	isWrong := slices.ContainsFunc(want, func(problem string) bool { return strings.Contains(problem, ":error:") })
	if answered.Code == http.StatusOK && !isWrong {
		return
	}
	if answered.Code != http.StatusUnprocessableEntity || answered.problem.Problems == nil {
		b.Fatalf("%s: publishing answers %d %s", where, answered.Code, answered.Body)
	}
	all := brief(*answered.problem.Problems)
	got := slices.DeleteFunc(slices.Clone(all), func(problem string) bool {
		code, _, _ := strings.Cut(problem, ":")
		return code == definition.NodeTypeUnavailable || code == definition.ExpressionNotCompiled
	})
	if !slices.Equal(got, want) || !isWrong && len(all) == len(got) {
		b.Errorf("%s: publishing says %v, want %v", where, all, want)
	}
}

func (b *bench) seenByAgent(compositionID string) []string {
	b.Helper()
	c, err := b.Composing.GetComposition(b.Context(), b.Owner, compositionID)
	if err != nil {
		b.Fatal(err)
	}
	r := request(http.MethodGet, base+"/compositions/"+c.ID+"/agent/composition", "")
	r.Header.Set(token, b.SessionToken(c, b.Say(c, "Look at it")))
	a := b.send(r)
	var view api.AgentComposition
	if err := json.Unmarshal(a.Body.Bytes(), &view); err != nil || a.Code != http.StatusOK {
		b.Fatal(a.Code, a.Body, err)
	}
	return brief(view.Workflow.Problems)
}

func brief(problems []api.ValidationProblem) []string {
	lines := []string{}
	for _, p := range problems {
		line := p.Code + ":" + p.Severity + ":"
		for _, at := range []*string{p.EdgeId, p.NodeId} {
			if at != nil {
				line += *at
			}
		}
		lines = append(lines, line)
	}
	return lines
}
