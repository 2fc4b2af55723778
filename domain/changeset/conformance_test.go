package changeset_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/revision"
)

type conformanceCase struct {
	Name      string           `json:"name"`
	Workflow  string           `json:"workflow"`
	ChangeSet jsontext.Value   `json:"changeSet"`
	Expected  jsontext.Value   `json:"expected"`
	Error     *changeset.Error `json:"error"`
}

func TestConformanceChangeSets(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "testdata", "conformance", "changesets.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Workflows map[string]jsontext.Value `json:"workflows"`
		Cases     []conformanceCase         `json:"cases"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			checkCase(t, string(file.Workflows[c.Workflow]), c)
		})
	}
}

func checkCase(t *testing.T, workflow string, c conformanceCase) {
	t.Helper()
	before := parseDocument(t, workflow)
	set := parseSet(t, string(c.ChangeSet))
	if set.BaseRevision == changeset.CurrentRevision {
		set = set.WithBase(revision.OfDocument(before))
	}
	after, err := changeset.ApplyChecked(before, set)
	if c.Error != nil {
		checkRefusal(t, err, *c.Error)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	want := parseDocument(t, string(c.Expected))
	if revision.OfDocument(after) != revision.OfDocument(want) {
		t.Errorf("got %s\nwant %s", after.Text(), want.Text())
	}
	if string(before.Text()) != workflow {
		t.Error("the document given was changed")
	}
}

func checkRefusal(t *testing.T, err error, want changeset.Error) {
	t.Helper()
	got := new(changeset.Error)
	if !errors.As(err, &got) {
		t.Fatalf("error %v, want %s", err, want.Code)
	}
	sameOp := got.OpIndex == nil && want.OpIndex == nil ||
		got.OpIndex != nil && want.OpIndex != nil && *got.OpIndex == *want.OpIndex
	if got.Code != want.Code || !sameOp {
		t.Errorf("refused with %v, want %v", got, &want)
	}
	if got.Reason == "" {
		t.Error("no reason given")
	}
}

func parseDocument(t testing.TB, text string) *document.Document {
	t.Helper()
	d, err := document.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func parseSet(t testing.TB, text string) *changeset.ChangeSet {
	t.Helper()
	set, err := changeset.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return set
}
