package definition_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/document/rawjson"
)

func read(t *testing.T, text string) (definition.SettingsPatch, []string) {
	t.Helper()
	object, ok := rawjson.ParseObject([]byte(text))
	if !ok {
		t.Fatalf("%s is no object", text)
	}
	patch, problems := definition.ReadSettings(object)
	var fields []string
	for _, problem := range problems {
		fields = append(fields, problem.Field)
	}
	return patch, fields
}

func TestSettingsThatAreWrongAreNamedByField(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"other":1}`: "",
		`{"entryMode":"public_link","isActive":false}`: "",
		`{"entryMode":"open"}`:                         "entryMode",
		`{"isActive":"yes"}`:                           "isActive",
		`{"branding":{"own":[1]}}`:                     "",
		`{"branding":null}`:                            "branding",
		`{"retention":{}}`:                             "",
		`{"retention":{"mode":"delete"}}`:              "retention.deleteAfterDays",
		`{"retention":{"mode":"keep","days":1}}`:       "retention.days retention.mode",
		`{"retention":{"deleteAfterDays":0.5}}`:        "retention.deleteAfterDays",
		`{"onComplete":null}`:                          "",
		`{"onComplete":{}}`:                            "onComplete.action onComplete.targetSlug",
		`{"onComplete":{"action":"start_workflow","targetSlug":"a-b","targetScope":"global","dataMap":{"a":"context.b"}}}`: "",
		`{"onComplete":{"action":"start_workflow","targetSlug":"a-b","targetScope":"A","dataMap":{"a":1}}}`:                "onComplete.targetScope onComplete.dataMap.a",
		`{"onComplete":{"action":"start_workflow","targetSlug":"a-b","dataMap":[]}}`:                                       "onComplete.dataMap",
	} {
		if _, fields := read(t, text); strings.Join(fields, " ") != want {
			t.Errorf("%s: problems of %q, want %q", text, fields, want)
		}
	}
}

func TestAPatchChangesWhatItNamesAndNothingElse(t *testing.T) {
	t.Parallel()
	set := definition.Settings{EntryMode: definition.PublicLink, Branding: `{"a":1}`, Retention: "{}", OnComplete: `{"b":2}`}
	for text, want := range map[string][]string{
		`{}`:                                  nil,
		`{"entryMode":"public_link"}`:         nil,
		`{"branding":{ "a" : 1.0 }}`:          nil,
		`{"branding":{"a":2}}`:                {"branding"},
		`{"isActive":true,"onComplete":null}`: {"isActive", "onComplete"},
		`{"entryMode":"team_only","retention":{"mode":"archive"}}`: {"entryMode", "retention"},
	} {
		patch, _ := read(t, text)
		changed := set.With(patch)
		if got := changed.Differences(set); !slices.Equal(got, want) {
			t.Errorf("%s changes %v, want %v", text, got, want)
		}
		if changed.With(set.Patch()) != set {
			t.Errorf("%s can't be taken back: %+v", text, changed)
		}
	}
}

func TestConfiguringCountsAsAChangeOfTheSettings(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	d, err := definition.New("1", "", "a", "u", now)
	if err != nil || d.Settings() != definition.DefaultSettings() {
		t.Fatalf("%+v, %v", d, err)
	}
	set := definition.Settings{EntryMode: definition.PublicLink, Branding: "{}", Retention: "{}"}
	d.Configure(set, now.Add(time.Hour))
	if d.Settings() != set || d.Revision != 1 || !d.UpdatedAt.Equal(now.Add(time.Hour)) {
		t.Errorf("%+v", d)
	}
}
