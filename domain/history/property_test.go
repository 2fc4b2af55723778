package history_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/history"
)

// state is a document of few names and values, so that states often agree.
func state() *rapid.Generator[map[string]any] {
	value := rapid.OneOf(
		rapid.Map(rapid.IntRange(0, 2), func(n int) any { return n }),
		rapid.Just(any(nil)),
		rapid.Map(rapid.SliceOfN(rapid.IntRange(0, 1), 0, 2), func(l []int) any { return l }),
		rapid.Map(rapid.MapOfN(rapid.SampledFrom([]string{"k", "l/m"}), rapid.IntRange(0, 1), 0, 2), func(m map[string]int) any { return m }),
		rapid.Map(rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"p", "q"}), 1, 2, rapid.ID), func(ids []string) any {
			elements := make([]map[string]any, len(ids))
			for i, id := range ids {
				elements[i] = map[string]any{"id": id, "v": i}
			}
			return elements
		}),
	)
	return rapid.MapOfN(rapid.SampledFrom([]string{"a", "b", "c"}), value, 0, 3)
}

func text(t *rapid.T, state map[string]any) jsontext.Value {
	written, err := json.Marshal(state)
	if err != nil {
		t.Fatal(err)
	}
	return written
}

// at finds a value the slow way.
func at(value jsontext.Value, pointer string) jsontext.Value {
	for token := range jsontext.Pointer(pointer).Tokens() {
		value = inside(value, token)
	}
	return value
}

func inside(value jsontext.Value, token string) jsontext.Value {
	if list, ok := rawjson.ParseArray(value); ok {
		for _, element := range list.Values() {
			if id, _ := rawjson.Get(element, "id"); string(id) == fmt.Sprintf("%q", token) {
				return element
			}
		}
		return nil
	}
	found, _ := rawjson.Get(value, token)
	return found
}

// TestBlameAgreesWithLookingBack looks, for each place that is a value as a whole, back to the last state that had another value there.
func TestBlameAgreesWithLookingBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		blame := new(history.Blame)
		var states []jsontext.Value
		for i, s := range rapid.SliceOfN(state(), 1, 6).Draw(t, "states") {
			states = append(states, text(t, s))
			blame.Take(fmt.Sprint(i), states[i])
		}
		last := len(states) - 1
		for _, line := range blame.Lines("") {
			now := at(states[last], line.Path)
			if now == nil {
				t.Fatalf("there is nothing at %s in %s", line.Path, states[last])
			}
			since := last
			for since > 0 && rawjson.Equal(at(states[since-1], line.Path), now) {
				since--
			}
			if line.Since != fmt.Sprint(since) && !isListOfNamed(now) {
				t.Errorf("%s is since %s, want %d, in %s", line.Path, line.Since, since, states)
			}
		}
	})
}

// isListOfNamed tells whether the order of a list is no content.
func isListOfNamed(value jsontext.Value) bool { return strings.HasPrefix(string(value), `[{`) }

// TestChangesLeadFromOneStateToTheOther checks each change against both states, and that there is one where they differ.
func TestChangesLeadFromOneStateToTheOther(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		before, after := text(t, state().Draw(t, "before")), text(t, state().Draw(t, "after"))
		changes := history.Changes(before, after)
		for _, c := range changes {
			if string(at(before, c.Path)) != string(c.Before) || string(at(after, c.Path)) != string(c.After) || rawjson.Equal(c.Before, c.After) {
				t.Errorf("%s: %s → %s, between %s and %s", c.Path, c.Before, c.After, before, after)
			}
		}
		if len(changes) == 0 && len(history.Changes(after, before)) > 0 {
			t.Errorf("one way only: %s, %s", before, after)
		}
		if same := rawjson.Equal(before, after); same && len(changes) > 0 {
			t.Errorf("changes of nothing: %v", changes)
		}
	})
}
