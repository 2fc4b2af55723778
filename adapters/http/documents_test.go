package http_test

import (
	"net/http"
	"slices"
	"testing"

	"heddle.dev/heddle/app/apptest"
)

func TestWhatNoChangeSetCanSayIsPointedTo(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	const pair = `{"before":{"id":"w","name":"W","nodes":[],"edges":[],"a/b":1},"after":{"id":"v","name":"W","nodes":[],"edges":[]}}`
	a := b.refuse(http.StatusUnprocessableEntity, "not-expressible", request(http.MethodPost, base+"/documents/diff", pair))
	if a.problem.Paths == nil || !slices.Equal(slices.Sorted(slices.Values(*a.problem.Paths)), []string{"/a~1b", "/id"}) {
		t.Errorf("%s", a.Body)
	}
}
