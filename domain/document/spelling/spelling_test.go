package spelling_test

import (
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/domain/document/spelling"
)

func TestNearestFindsTypicalMistakes(t *testing.T) {
	t.Parallel()
	known := []string{"addNode", "updateNode", "removeNode", "addEdge", "metadata"}
	for written, want := range map[string]string{
		"adNode": "addNode", "addnode": "addNode", "addNdoe": "addNode", "update_node": "updateNode", "metadta": "metadata",
	} {
		if got, ok := spelling.Nearest(written, known); !ok || got != want {
			t.Errorf("Nearest(%q) = %q, want %q", written, got, want)
		}
	}
}

func TestNearestDoesNotGuessWildly(t *testing.T) {
	t.Parallel()
	for _, written := range []string{"explode", "", "x", strings.Repeat("addNode", 1000)} {
		if got, ok := spelling.Nearest(written, []string{"addNode", "metadata", "a", ""}); ok && written != "x" {
			t.Errorf("Nearest(%.20q) = %q", written, got)
		}
	}
}

func TestListingIsBounded(t *testing.T) {
	t.Parallel()
	known := strings.Split(strings.Repeat("n ", 100), " ")[:100]
	if got := spelling.Listing("nodes", known); !strings.HasSuffix(got, "and 88 more") || len(got) > 200 {
		t.Errorf("Listing: %s", got)
	}
	if got := spelling.Listing[string]("edges", nil); got != "there are no edges" {
		t.Errorf("Listing: %s", got)
	}
}

func TestQuotedTakesWordsOfAnyKind(t *testing.T) {
	t.Parallel()
	type word string
	if got, want := spelling.Quoted([]word{"a", `b"c`}), `"a", "b\"c"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestNamesAreListedTheNearestFirst(t *testing.T) {
	t.Parallel()
	got := spelling.NearestFirst("Refnd", []string{"approval", "refunds", "refund", "send"})
	if want := []string{"refund", "refunds", "send", "approval"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
