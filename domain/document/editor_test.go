package document_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle.dev/heddle/domain/document"
)

const hub = `{"nodes":[{"id":"h"},{"id":"a"},{"id":"b"}],
	"edges":[{"id":"1","source":"h","target":"a"},{"id":"2","source":"b","target":"h"},{"id":"3","source":"h","target":"h"},
	{"id":"4","source":"a","target":"b"},{"id":"5","source":"a","target":"ghost"}]}`

func edit(t *testing.T, text string) *document.Editor {
	t.Helper()
	d, err := document.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return d.Edit()
}

// ends lists the edges as "id:source>target".
func ends(edges []*document.Edge) string {
	var all []string
	for _, edge := range edges {
		all = append(all, edge.ID()+":"+edge.Source()+">"+edge.Target())
	}
	return strings.Join(all, " ")
}

func TestRenamesReachTheEndsOfEdges(t *testing.T) {
	t.Parallel()
	e := edit(t, hub)
	e.RenameNode("h", "x")
	if edge, _ := e.Edge("2"); edge.Target() != "x" || !strings.Contains(string(edge.Text()), `"target":"x"`) {
		t.Errorf("an edge read after a rename: %s", edge.Text())
	}
	e.RenameNode("x", "y")
	e.AddEdge([]byte(`{"id":"6","source":"y","target":"b"}`))
	e.ReplaceEdge("1", []byte(`{"id":"1","source":"b","target":"a"}`))
	if got := ends(e.AttachedEdges("y")); got != "2:b>y 3:y>y 6:y>b" {
		t.Errorf("attached: %s", got)
	}
	e.RenameNode("y", "z")
	if got := ends(e.Document().Edges()); got != "1:b>a 2:b>z 3:z>z 4:a>b 5:a>ghost 6:z>b" {
		t.Errorf("edges: %s", got)
	}
}

func TestARenamedNodeMeetsTheEdgesThatWaitedForIt(t *testing.T) {
	t.Parallel()
	for _, node := range []string{"h", "b"} { // with more edges than the ghost has, and with as many
		e := edit(t, hub)
		e.RenameNode(node, "ghost")
		e.RenameNode("ghost", "seen")
		if edge, _ := e.Edge("5"); edge.Target() != "seen" {
			t.Errorf("%s: edge 5 ends at %s", node, edge.Target())
		}
		e.RemoveNode("seen")
		if got := e.AttachedEdges("seen"); len(got) != 0 {
			t.Errorf("%s: left attached: %s", node, ends(got))
		}
	}
}

func TestANodeThatTakesAFreeIDHasNoEdges(t *testing.T) {
	t.Parallel()
	e := edit(t, hub)
	e.RenameNode("h", "x")
	e.AddNode([]byte(`{"id":"h"}`))
	if got := e.AttachedEdges("h"); len(got) != 0 {
		t.Errorf("attached: %s", ends(got))
	}
	e.RemoveNode("h")
	if got := ends(e.Document().Edges()); got != "1:x>a 2:b>x 3:x>x 4:a>b 5:a>ghost" {
		t.Errorf("edges: %s", got)
	}
}

// BenchmarkRenameHub renames a node with many edges as many times; its cost must grow
// as edges and renames do, not as their product.
func BenchmarkRenameHub(b *testing.B) {
	for _, size := range []int{1000, 10000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			var edges []string
			for i := range size {
				edges = append(edges, fmt.Sprintf(`{"id":"e%d","source":"h","target":"h"}`, i))
			}
			d, err := document.Parse([]byte(`{"nodes":[{"id":"h"}],"edges":[` + strings.Join(edges, ",") + `]}`))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				e, id := d.Edit(), "h"
				for i := range size {
					next := fmt.Sprintf("h%d", i)
					e.RenameNode(id, next)
					id = next
				}
				e.Document()
			}
		})
	}
}
