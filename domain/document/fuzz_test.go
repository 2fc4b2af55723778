package document_test

import (
	"bytes"
	"testing"

	"heddle.dev/heddle/domain/document"
)

// FuzzParseKeepsEveryByte also edits and asks for everything, to see whether a view crashes.
func FuzzParseKeepsEveryByte(f *testing.F) {
	f.Add([]byte("{ \"nodes\": [ {\"id\":\"a\", \"position\":{\"x\":1,\"y\":-0.0}}, 7 ],\n\"edges\":[{\"id\":\"e\",\"source\":\"a\"}] }"))
	f.Add([]byte(`{"nodes":[{"config":{"outputs":[{"name":"x","options":[{"value":"1"}]}]}}],"\u006eodes2":null}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := document.Parse(text)
		if err != nil {
			return
		}
		if !bytes.Equal(d.Text(), text) {
			t.Errorf("text became %q", d.Text())
		}
		if edited := d.Edit().Document(); !bytes.Equal(edited.Text(), bytes.Trim(text, " \t\r\n")) {
			t.Errorf("an edit of nothing made %q of %q", edited.Text(), text)
		}
		if _, err := document.Parse(d.CanonicalContent()); err != nil {
			t.Errorf("the content of %q is no document: %v", text, err)
		}
		for _, node := range d.Nodes() {
			node.Position()
			node.Fields("outputs")
		}
	})
}

func FuzzParseDuration(f *testing.F) {
	f.Add("P1DT2H3M4.5S")
	f.Add("PT0S")
	f.Fuzz(func(t *testing.T, text string) {
		if duration, err := document.ParseDuration(text); err == nil && duration < 0 {
			t.Errorf("ParseDuration(%q) = %v", text, duration)
		}
	})
}
