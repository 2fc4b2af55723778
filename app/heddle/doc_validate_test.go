package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// specimen is a file of the corpus: documents with all the problems they have, as
// CODE:severity:edge or node id.
type specimen struct {
	Code     string `json:"code"`
	Raises   judged `json:"raises"`
	NearMiss judged `json:"nearMiss"`
}

type judged struct {
	Document jsontext.Value `json:"document"`
	Catalog  jsontext.Value `json:"catalog"`
	Problems []string       `json:"problems"`
}

func TestValidateJudgesTheCorpusAsTheDomainDoes(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("..", "..", "domain", "testdata", "corpus", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var s specimen
			decode(t, string(text), &s)
			wantVerdict(t, s.Raises)
			wantVerdict(t, s.NearMiss)
		})
	}
}

func wantVerdict(t *testing.T, j judged) {
	t.Helper()
	args := []string{"doc", "validate", "-", "--json"}
	if j.Catalog != nil {
		args = append(args, "--catalog", file(t, string(j.Catalog)))
	}
	got := heddle(t, string(j.Document), args...)
	var out validateOutput
	decode(t, got.stdout, &out)
	brief, wantCode := []string{}, 0
	for _, p := range out.Problems {
		brief = append(brief, p.Code+":"+p.Severity+":"+p.EdgeID+p.NodeID)
		if p.Severity == "error" {
			wantCode = 1
		}
	}
	slices.Sort(brief)
	if !slices.Equal(brief, j.Problems) || got.code != wantCode {
		t.Errorf("exit %d, problems %q, want %q", got.code, brief, j.Problems)
	}
}

func TestValidateRefusesWhatIsNoCatalog(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{`:                    "line 1",
		`[]`:                   "a catalog is an object",
		`{"teams":{}}`:         "a catalog is an object",
		`{"actionTypes":[{}]}`: "actionTypes[0] is no object with a name",
		`{"personas":[{"slug":"a"},{"name":"b"}]}`: "personas[1] is no object with a slug",
	} {
		got := heddle(t, valid, "doc", "validate", "-", "--catalog", file(t, text))
		if got.code != 2 || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, want %q", text, got, want)
		}
	}
}

func TestValidateReadsACatalogOfOtherThings(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(map[string]any{"tools": []any{}, "more": 1})
	if err != nil {
		t.Fatal(err)
	}
	if got := heddle(t, valid, "doc", "validate", "-", "--catalog", file(t, string(text))); got.code != 0 {
		t.Errorf("%+v", got)
	}
}
