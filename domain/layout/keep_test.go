package layout_test

import (
	"testing"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/layout"
)

func TestKeepTakesPositionsAndNothingElseFromTheOtherDocument(t *testing.T) {
	t.Parallel()
	parse := func(text string) *document.Document {
		d, err := document.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	d := parse(`{"nodes":[{"id":"a","name":"A","position":{"x":1,"y":1}},{"id":"b"},{"id":"c","position":{"x":3,"y":3}},{"id":"d","position":{"x":4,"y":4}}]}`)
	from := parse(`{"nodes":[{"id":"d","position":{"x":"far"}},{"id":"b","position":{"x":2,"y":2}},{"id":"a","name":"Z","position":{"x":9,"y":9}}]}`)
	want := `{"nodes":[{"id":"a","name":"A","position":{"x":9,"y":9}},{"id":"b","position":{"x":2,"y":2}},{"id":"c","position":{"x":3,"y":3}},{"id":"d","position":{"x":4,"y":4}}]}`
	if got := string(layout.Keep(d, from).Text()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
