package layout_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/layout"
)

func parse(t interface{ Fatal(args ...any) }, text string) *document.Document {
	d, err := document.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// flow writes nodes "id" or "id@x,y" and edges "source>target" as a document.
func flow(nodes, edges []string) string {
	nodeTexts, edgeTexts := make([]string, len(nodes)), make([]string, len(edges))
	for i, node := range nodes {
		id, at, positioned := strings.Cut(node, "@")
		position := ""
		if positioned {
			x, y, _ := strings.Cut(at, ",")
			position = fmt.Sprintf(`,"position":{"x":%s,"y":%s}`, x, y)
		}
		nodeTexts[i] = fmt.Sprintf(`{"id":%q,"type":"wait"%s}`, id, position)
	}
	for i, edge := range edges {
		source, target, _ := strings.Cut(edge, ">")
		edgeTexts[i] = fmt.Sprintf(`{"id":"e%d","source":%q,"target":%q}`, i, source, target)
	}
	return `{"nodes":[` + strings.Join(nodeTexts, ",") + `],"edges":[` + strings.Join(edgeTexts, ",") + `]}`
}

func place(t *testing.T, nodes, edges, named string) map[string][2]float64 {
	t.Helper()
	d := layout.Place(parse(t, flow(strings.Fields(nodes), strings.Fields(edges))), strings.Fields(named))
	positions := map[string][2]float64{}
	for _, node := range d.Nodes() {
		if x, y, ok := node.Position(); ok {
			positions[node.ID()] = [2]float64{x, y}
		}
	}
	return positions
}

func TestNodesStandRightOfWhatLeadsToThem(t *testing.T) {
	t.Parallel()
	at := place(t, "s@0,0 a b e", "s>a a>b b>e", "e b a")
	if !(at["s"][0] < at["a"][0] && at["a"][0] < at["b"][0] && at["b"][0] < at["e"][0]) || at["e"][1] != 0 {
		t.Errorf("positions: %v", at)
	}
}

func TestBranchesOfAForkStandApartAndTheJoinBetweenThem(t *testing.T) {
	t.Parallel()
	at := place(t, "s@0,0 a b j", "s>a s>b a>j b>j", "a b j")
	if at["a"][0] != at["b"][0] || at["b"][1]-at["a"][1] < layout.NodeHeight+layout.GapY || at["j"][1] != 0 || at["j"][0] <= at["a"][0] {
		t.Errorf("positions: %v", at)
	}
}

func TestANodeWithoutSourcesStandsLeftOfItsTarget(t *testing.T) {
	t.Parallel()
	at := place(t, "a e@500,50", "a>e", "a")
	if at["a"][0] >= 500-layout.NodeWidth || at["a"][1] != 50 {
		t.Errorf("positions: %v", at)
	}
}

func TestOnlyNamedNodesWithoutPositionArePlaced(t *testing.T) {
	t.Parallel()
	at := place(t, "s@0,0 a b@7,7 c", "s>a a>b b>c", "a b nowhere")
	if at["b"] != [2]float64{7, 7} || len(at) != 3 {
		t.Errorf("positions: %v", at)
	}
}

func TestNothingToPlaceIsTheSameDocument(t *testing.T) {
	t.Parallel()
	d := parse(t, flow([]string{"a@0,0", "b"}, nil))
	if layout.Place(d, []string{"a"}) != d {
		t.Error("a copy was made")
	}
}

func TestNeighboursFarOutDoNotTrapThePlacement(t *testing.T) {
	t.Parallel()
	at := place(t, "s@1e300,-1e300 a b@-1e308,0", "s>a a>b", "a")
	if _, ok := at["a"]; !ok {
		t.Error("a was not placed")
	}
}

func TestPlacedNodesOverlapNothingAndOthersStay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(1, 14).Draw(t, "nodes")
		var nodes, edges, named []string
		for i := range count {
			node := fmt.Sprintf("n%d", i)
			if rapid.Bool().Draw(t, "positioned") {
				node += fmt.Sprintf("@%d,%d", rapid.IntRange(-300, 600).Draw(t, "x"), rapid.IntRange(-200, 300).Draw(t, "y"))
			} else if rapid.Bool().Draw(t, "named") {
				named = append(named, node)
			}
			nodes = append(nodes, node)
		}
		for range rapid.IntRange(0, 20).Draw(t, "edges") {
			edges = append(edges, fmt.Sprintf("n%d>n%d", rapid.IntRange(0, count-1).Draw(t, "s"), rapid.IntRange(0, count-1).Draw(t, "t")))
		}
		text := flow(nodes, edges)
		before := parse(t, text)
		after := layout.Place(before, named)
		if again := layout.Place(parse(t, text), named); !bytes.Equal(again.Text(), after.Text()) {
			t.Fatal("two placements differ")
		}
		checkPlacement(t, before, after, named)
	})
}

func checkPlacement(t *rapid.T, before, after *document.Document, named []string) {
	isNamed := map[string]bool{}
	for _, id := range named {
		isNamed[id] = true
	}
	for i, node := range after.Nodes() {
		if !isNamed[node.ID()] {
			if !bytes.Equal(node.Text(), before.Nodes()[i].Text()) {
				t.Fatalf("node %s changed to %s", node.ID(), node.Text())
			}
			continue
		}
		x, y, ok := node.Position()
		if !ok {
			t.Fatalf("node %s has no position", node.ID())
		}
		for _, other := range after.Nodes() {
			otherX, otherY, ok := other.Position()
			if ok && other != node && math.Abs(x-otherX) < layout.NodeWidth && math.Abs(y-otherY) < layout.NodeHeight {
				t.Fatalf("node %s overlaps %s", node.ID(), other.ID())
			}
		}
	}
}
