package definition

import (
	"maps"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/fault"
)

// snapshotFormat is the number of the stored form that Text writes.
const snapshotFormat = 1

// Snapshot is everything a run needs, frozen when its version was published. Texts stay as they were given.
type Snapshot struct {
	Name        string
	Description string
	EntryMode   EntryMode
	OnComplete  string
	Retention   string
	Document    string
	ActionTypes map[string]string // by name: JSON text
	Tools       map[string]string // by name: JSON text
}

type storedSnapshot struct {
	Format      int                       `json:"format"`
	Name        string                    `json:"name"`
	Description string                    `json:"description,omitzero"`
	EntryMode   EntryMode                 `json:"entryMode"`
	OnComplete  jsontext.Value            `json:"onComplete,omitzero"`
	Retention   jsontext.Value            `json:"retention"`
	Document    jsontext.Value            `json:"document"`
	ActionTypes map[string]jsontext.Value `json:"actionTypes"`
	Tools       map[string]jsontext.Value `json:"tools"`
}

// Text is the stored form: JSON with a format number.
func (s Snapshot) Text() (string, error) {
	stored := storedSnapshot{
		Format: snapshotFormat, Name: s.Name, Description: s.Description, EntryMode: s.EntryMode,
		Retention: jsontext.Value(s.Retention), Document: jsontext.Value(s.Document),
		ActionTypes: valuesOf(s.ActionTypes), Tools: valuesOf(s.Tools),
	}
	if s.OnComplete != "" {
		stored.OnComplete = jsontext.Value(s.OnComplete)
	}
	text, err := json.Marshal(stored, json.Deterministic(true), jsontext.PreserveRawStrings(true))
	if err != nil {
		return "", fault.New(fault.KindInternal, "snapshot", "the snapshot of %q can't be written", s.Name).Because(err)
	}
	return string(text), nil
}

// ReadSnapshot reads the stored form.
func ReadSnapshot(text string) (Snapshot, error) {
	var stored storedSnapshot
	if err := json.Unmarshal([]byte(text), &stored); err != nil {
		return Snapshot{}, fault.New(fault.KindInternal, "snapshot", "a stored snapshot can't be read").Because(err)
	}
	if stored.Format != snapshotFormat {
		return Snapshot{}, fault.New(fault.KindInternal, "snapshot",
			"a stored snapshot has format %d, this program knows %d", stored.Format, snapshotFormat)
	}
	return Snapshot{
		Name: stored.Name, Description: stored.Description, EntryMode: stored.EntryMode,
		OnComplete: string(stored.OnComplete), Retention: string(stored.Retention), Document: string(stored.Document),
		ActionTypes: textsOf(stored.ActionTypes), Tools: textsOf(stored.Tools),
	}, nil
}

// Same tells whether a run finds the same in both. How JSON is written down is no difference; where nodes are drawn is.
func (s Snapshot) Same(other Snapshot) bool {
	return s.Name == other.Name && s.Description == other.Description && s.EntryMode == other.EntryMode &&
		sameJSON(s.OnComplete, other.OnComplete) && sameJSON(s.Retention, other.Retention) && sameJSON(s.Document, other.Document) &&
		maps.EqualFunc(s.ActionTypes, other.ActionTypes, sameJSON) && maps.EqualFunc(s.Tools, other.Tools, sameJSON)
}

// ActionTypeNames lists the action types in the snapshot, in order.
func (s Snapshot) ActionTypeNames() []string { return slices.Sorted(maps.Keys(s.ActionTypes)) }

func valuesOf(texts map[string]string) map[string]jsontext.Value {
	values := make(map[string]jsontext.Value, len(texts))
	for name, text := range texts {
		values[name] = jsontext.Value(text)
	}
	return values
}

func textsOf(values map[string]jsontext.Value) map[string]string {
	texts := make(map[string]string, len(values))
	for name, value := range values {
		texts[name] = string(value)
	}
	return texts
}
