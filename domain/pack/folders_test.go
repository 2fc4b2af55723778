package pack_test

import (
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
)

func TestAnItemReadsAloneAsItDoesInAPack(t *testing.T) {
	t.Parallel()
	if names := pack.FolderNames(); !slices.IsSorted(names) {
		t.Errorf("%v", names)
	}
	for _, folder := range pack.Folders() {
		text := `{"name": "one", "x": 1.50}`
		if folder.Kind == pack.Workflow {
			text = `{"slug": "one", "document": {"id": "one", "x": 1.50}}`
		}
		item, problems := folder.ParseItem([]byte(text))
		if item == nil || item.Name != "one" || item.Kind != folder.Kind || folder.NameIn([]byte(text)) != "one" {
			t.Fatalf("%s: %+v, %+v", folder.Name, item, problems)
		}
		again, problems := folder.ParseItem(item.Text())
		if again == nil || again.Content != item.Content || again.Revision != item.Revision {
			t.Errorf("%s: %+v, %+v", folder.Name, again, problems)
		}
	}
}

func TestTheProblemsOfAnItemArePlacedWithinIt(t *testing.T) {
	t.Parallel()
	folder, err := pack.FolderNamed("workflows")
	if err != nil {
		t.Fatal(err)
	}
	item, problems := folder.ParseItem([]byte(`{"slug": "one", "documnt": {}}`))
	if item != nil || len(problems) != 2 {
		t.Fatalf("%+v, %+v", item, problems)
	}
	for _, problem := range problems {
		if strings.Contains(problem.Field+problem.Message, "[0]") || problem.Field == "" {
			t.Errorf("%+v", problem)
		}
	}
	if _, err := pack.FolderNamed("workflow"); fault.CodeOf(err) != "unknown-kind" || !strings.Contains(err.Error(), "workflows") {
		t.Errorf("%v", err)
	}
}
