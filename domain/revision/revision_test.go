package revision_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/cyberphone/json-canonicalization/go/src/webpki.org/jsoncanonicalizer"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/revision"
)

func TestConformanceRevisions(t *testing.T) {
	t.Parallel()
	var cases []struct {
		Name     string            `json:"name"`
		Revision revision.Revision `json:"revision"`
		Workflow jsontext.Value    `json:"workflow"`
	}
	text, err := os.ReadFile(filepath.Join("..", "testdata", "conformance", "content-revision.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if got, err := revision.OfDocumentText(c.Workflow); err != nil || got != c.Revision {
			t.Errorf("%s: %s, %v, want %s", c.Name, got, err, c.Revision)
		}
	}
}

func ofText(t *testing.T, text string) revision.Revision {
	t.Helper()
	r, err := revision.OfDocumentText([]byte(text))
	if err != nil {
		t.Fatalf("OfDocumentText(%s): %v", text, err)
	}
	return r
}

func TestNotationAndLayoutDoNotCount(t *testing.T) {
	t.Parallel()
	plain := ofText(t, `{"id":"w","nodes":[{"id":"a","x":1},7]}`)
	for _, same := range []string{
		"{\n \"nodes\": [ {\"x\":1.0, \"id\":\"\\u0061\"}, 7 ], \"id\": \"w\" }",
		`{"id":"w","nodes":[{"id":"a","position":{"x":1,"y":2},"x":1},7]}`,
		`{"id":"w","nodes":[{"position":null,"id":"a","x":1},7]}`,
		`{"id":"w","nodes":[{"id":"a","x":1,"position":"anything"},7]}`,
	} {
		if got := ofText(t, same); got != plain {
			t.Errorf("%s has another revision", same)
		}
	}
}

func TestEverythingElseCounts(t *testing.T) {
	t.Parallel()
	plain := ofText(t, `{"id":"w","nodes":[{"id":"a"}]}`)
	for _, other := range []string{
		`{"id":"w","nodes":[{"id":"a"}],"edges":[]}`,
		`{"id":"w","nodes":[{"id":"a","x-unknown":null}]}`,
		`{"id":"w","nodes":[{"id":"a"}],"position":{"x":1,"y":2}}`,
		`{"id":"w","nodes":[{"id":"a","config":{"position":{}}}]}`,
		`{"id":"w","nodes":[{"id":"a"},{"id":"b"}]}`,
		`{"id":"w","nodes":{"position":1}}`,
	} {
		if got := ofText(t, other); got == plain {
			t.Errorf("%s has the same revision", other)
		}
	}
}

func TestContentOfCatalogObjectsCountsWhole(t *testing.T) {
	t.Parallel()
	a, err := revision.OfContent([]byte(`{"name":"x","nodes":[{"position":1}]}`))
	if err != nil {
		t.Fatal(err)
	}
	b, err := revision.OfContent([]byte(`{"name":"x","nodes":[{}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if a == b {
		t.Error("a position inside an action type must count")
	}
}

func TestUnacceptableTextHasNoRevision(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`{"a":1,"a":1}`, `{"a":1e999}`, `{"a":9007199254740993}`, `{"a":"\ud800"}`, "{\"a\":\"\xff\"}", `[`} {
		if r, err := revision.OfContent([]byte(text)); err == nil {
			t.Errorf("OfContent(%q) = %s", text, r)
		}
		if r, err := revision.OfDocumentText([]byte(text)); err == nil {
			t.Errorf("OfDocumentText(%q) = %s", text, r)
		}
	}
}

// FuzzCanonicalFormIsThatOfTheReference compares with the reference implementation of RFC 8785.
func FuzzCanonicalFormIsThatOfTheReference(f *testing.F) {
	for _, seed := range []string{
		`{"b":[1.0,1e21,1e-7,-0,0.1,5e-324,333333333.33333329],"a":"\u20ac$\u000f\nA'\"\\/","\ud83d\ude00":1,"\ufb33":2,"\u0080":3}`,
		`[]`, `[{"":{}}]`, `[1E30,4.50,2e-3,0.000000000000000000000000001]`, `[null,true,false]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := revision.Canonical(text)
		if err != nil {
			return
		}
		want, err := jsoncanonicalizer.Transform(text)
		if err != nil {
			return // the reference takes objects and lists only
		}
		if !bytes.Equal(got, want) {
			t.Errorf("canonical form of %q\n got %s\nwant %s", text, got, want)
		}
	})
}

// largeDocument is a document of about a megabyte.
func largeDocument() []byte {
	var text bytes.Buffer
	text.WriteString(`{"id":"d","name":"D","nodes":[`)
	for i := range 3300 {
		if i > 0 {
			text.WriteByte(',')
		}
		fmt.Fprintf(&text, `{"id":"node-%d","type":"action","name":"Node number %d","position":{"x":%d,"y":10},`+
			`"config":{"actionType":"http","inputs":{"url":"context.url + '/x/%d'","method":"GET","literal":[1,2.5,{"deep":null}]},`+
			`"outputs":[{"name":"result","type":"string","label":"The result","contextKey":"r%d"}],"timeout":"PT5S"}}`, i, i, i*200, i, i)
	}
	text.WriteString(`],"edges":[]}`)
	return text.Bytes()
}

// BenchmarkRevision compares with the reference implementation, hash included.
func BenchmarkRevision(b *testing.B) {
	text := largeDocument()
	d, err := document.Parse(text)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("document", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			revision.OfDocument(d)
		}
	})
	b.Run("text", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if _, err := revision.OfDocumentText(text); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("reference", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			canonical, err := jsoncanonicalizer.Transform(text)
			if err != nil {
				b.Fatal(err)
			}
			sum := sha256.Sum256(canonical)
			_ = hex.EncodeToString(sum[:])
		}
	})
}
