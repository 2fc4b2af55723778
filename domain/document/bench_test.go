package document_test

import (
	"bytes"
	"fmt"
	"testing"

	"heddle.dev/heddle/domain/document"
)

// BenchmarkParse reads a document of 1,000 nodes, the size that quality bars name.
func BenchmarkParse(b *testing.B) {
	text := chain(1000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := document.Parse(text); err != nil {
			b.Fatal(err)
		}
	}
}

// chain is a document of n action nodes in a row.
func chain(n int) []byte {
	var text bytes.Buffer
	text.WriteString(`{"id":"d","name":"D","nodes":[`)
	for i := range n {
		if i > 0 {
			text.WriteByte(',')
		}
		fmt.Fprintf(&text, `{"id":"n%d","type":"action","name":"Node %d","position":{"x":%d,"y":10},`+
			`"config":{"actionType":"http","inputs":{"url":"context.url + '/x/%d'","literal":[1,2.5,{"deep":null}]},`+
			`"outputs":[{"name":"result","type":"string","label":"The result","contextKey":"r%d"}],"timeout":"PT5S"}}`, i, i, i*200, i, i)
	}
	text.WriteString(`],"edges":[`)
	for i := range n - 1 {
		if i > 0 {
			text.WriteByte(',')
		}
		fmt.Fprintf(&text, `{"id":"e%d","source":"n%d","target":"n%d","priority":0,"isDefault":false}`, i, i, i+1)
	}
	text.WriteString(`]}`)
	return text.Bytes()
}
