package configuration_test

import (
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/domain/configuration"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
)

var (
	noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	edit = configuration.Edit{Author: configuration.ByAI, TurnID: "t", By: "u", At: noon}
	key  = configuration.Key{Folder: "tools", Name: "look"}
)

func TestAKeyIsAKindAndAPossibleName(t *testing.T) {
	t.Parallel()
	for _, folder := range pack.FolderNames() {
		if made, err := configuration.NewKey(folder, "a-1"); err != nil || made.Path() != folder+"/a-1.json" {
			t.Errorf("%s: %+v, %v", folder, made, err)
		}
	}
	for _, c := range []struct{ folder, name, code string }{
		{"tool", "a", "unknown-kind"},
		{"", "a", "unknown-kind"},
		{"../tools", "a", "unknown-kind"},
		{"tools", "", "invalid-name"},
		{"tools", "..", "invalid-name"},
		{"tools", "a/b", "invalid-name"},
		{"tools", "A", "invalid-name"},
		{"tools", strings.Repeat("a", 65), "invalid-name"},
	} {
		if _, err := configuration.NewKey(c.folder, c.name); fault.CodeOf(err) != c.code {
			t.Errorf("%s/%s: %v, want %s", c.folder, c.name, err, c.code)
		}
	}
}

func TestADraftIsWrittenWhereItsContentChanges(t *testing.T) {
	t.Parallel()
	item, err := configuration.NewItem("s", key, `{"name":"look"}`, "", edit)
	if err != nil || item.Content != `{"name":"look"}` || item.UpdatedBy != "u" || item.TurnID != "t" {
		t.Fatalf("%+v, %v", item, err)
	}
	later := configuration.Edit{Author: configuration.ByUser, By: "v", At: noon.Add(time.Hour)}
	if changed, err := item.Write(`{ "name": "look" }`, later); changed || err != nil || item.UpdatedBy != "u" {
		t.Errorf("white space: %v, %+v, %v", changed, item, err)
	}
	before := item.ContentRevision
	if changed, err := item.Write(`{"name":"look","description":"d"}`, later); !changed || err != nil || item.UpdatedBy != "v" || item.TurnID != "" {
		t.Errorf("a change: %v, %+v, %v", changed, item, err)
	}
	if err := item.RequireRevision(before); fault.KindOf(err) != fault.KindStale || fault.As(err).Details["currentContent"] != item.Content {
		t.Errorf("an old revision: %v", err)
	}
	for content, code := range map[string]string{
		`{"name":"peek"}`: "name-mismatch", `[]`: "invalid-json", `{`: "invalid-json", "": "invalid-json", `{"name":"look","name":"look"}`: "invalid-json",
	} {
		if _, err := item.Write(content, later); fault.CodeOf(err) != code {
			t.Errorf("%s: %v, want %s", content, err, code)
		}
	}
}

func TestASessionsDraftsHaveTheirBounds(t *testing.T) {
	t.Parallel()
	many := make([]configuration.Item, configuration.MostItems+1)
	if err := configuration.RequireRoom(many[1:]); err != nil {
		t.Error(err)
	}
	if err := configuration.RequireRoom(many); fault.CodeOf(err) != "too-many-items" {
		t.Error(err)
	}
	large := []configuration.Item{{Content: strings.Repeat("x", configuration.LargestAll)}, {Content: "x"}}
	if err := configuration.RequireRoom(large); fault.CodeOf(err) != "items-too-large" {
		t.Error(err)
	}
}
