package topology_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/topology"
)

// graph builds a graph of edges written "a>b", "a>b?" (conditional), "a>b*" (default)
// or "a>b!" (timeout); nodes named end… are end nodes.
func graph(t interface{ Fatal(args ...any) }, edges ...string) *topology.Graph {
	var nodes, edgeTexts []string
	seen := map[string]bool{}
	for i, edge := range edges {
		source, target, _ := strings.Cut(edge, ">")
		extra := ""
		switch {
		case strings.HasSuffix(target, "?"):
			extra = `,"condition":"true"`
		case strings.HasSuffix(target, "*"):
			extra = `,"isDefault":true`
		case strings.HasSuffix(target, "!"):
			extra = `,"isTimeout":true`
		}
		target = strings.TrimRight(target, "?*!")
		for _, id := range []string{source, target} {
			nodeType := "wait"
			if strings.HasPrefix(id, "end") {
				nodeType = "end"
			}
			if !seen[id] {
				seen[id] = true
				nodes = append(nodes, fmt.Sprintf(`{"id":%q,"type":%q}`, id, nodeType))
			}
		}
		edgeTexts = append(edgeTexts, fmt.Sprintf(`{"id":"e%d","source":%q,"target":%q,"priority":%d%s}`, i, source, target, i, extra))
	}
	d, err := document.Parse([]byte(`{"nodes":[` + strings.Join(nodes, ",") + `],"edges":[` + strings.Join(edgeTexts, ",") + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	return topology.Of(d)
}

func TestJoinIsTheImmediatePostDominator(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ edges, fork, join string }{
		{"f>a f>b a>j b>j j>end", "f", "j"},
		{"f>end f>a a>end", "f", "end"},
		{"f>a f>b a>end1 b>end2", "f", ""},
		{"f>a f>b a>x a>y x>i y>i i>j b>j j>end", "a", "i"},
		{"f>a f>b a>x a>y x>i y>i i>j b>j j>end", "f", "j"},
		{"f>a f>b a>j b>j j>f? j>end*", "f", "j"},
		{"f>a f>b a>j b>j j>k k>j", "f", ""},
		{"f>a f>b f>end2! a>j b>j j>end", "f", "j"},
		{"f>a f>b a>j b>j b>end2! j>end", "f", ""},
		{"f>a f>b a>j", "f", ""},
		{"end>a end>b end>c! a>end b>end", "end", ""},
		{"f>a f>b f>c! a>f? a>j* b>j j>end c>f", "f", "j"},
		{"f>a f>b a>j b>j j>end", "nowhere", ""},
	} {
		join, ok := graph(t, strings.Fields(c.edges)...).Join(c.fork)
		if join != c.join || ok != (c.join != "") {
			t.Errorf("%s: Join(%s) = %q, want %q", c.edges, c.fork, join, c.join)
		}
	}
}

// TestJoinMatchesItsDefinition removes each candidate and looks whether an end can
// still be reached, the fork's timeout edge aside.
func TestJoinMatchesItsDefinition(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		names := []string{"f", "a", "b", "c", "d", "e", "end"}
		edge := rapid.Custom(func(t *rapid.T) string {
			return rapid.SampledFrom(names[:6]).Draw(t, "from") + ">" + rapid.SampledFrom(names).Draw(t, "to")
		})
		edges := append([]string{"f>a", "f>b"}, rapid.SliceOfN(edge, 1, 12).Draw(t, "edges")...)
		timeout := "f>" + rapid.SampledFrom(names[1:]).Draw(t, "timeout") + "!"
		join, ok := graph(t, append(edges, timeout)...).Join("f")
		want := nearestPostDominator(edges, "f", names)
		if join != want || ok != (want != "") {
			t.Fatalf("%v: join %q, want %q", edges, join, want)
		}
	})
}

// nearestPostDominator is the post-dominator of start that every other one post-dominates.
func nearestPostDominator(edges []string, start string, names []string) string {
	if !reachesEnd(edges, start, "") {
		return ""
	}
	var dominators []string
	for _, name := range names {
		if name != start && !reachesEnd(edges, start, name) {
			dominators = append(dominators, name)
		}
	}
	for _, candidate := range dominators {
		nearest := !slices.ContainsFunc(dominators, func(other string) bool {
			return other != candidate && (candidate == "end" || reachesEnd(edges, candidate, other))
		})
		if nearest {
			return candidate
		}
	}
	return ""
}

// reachesEnd tells whether the end can be reached from start without passing the removed node.
func reachesEnd(edges []string, start, removed string) bool {
	reached := map[string]bool{start: true}
	for range edges {
		for _, edge := range edges {
			source, target, _ := strings.Cut(edge, ">")
			if reached[source] && target != removed && source != removed {
				reached[target] = true
			}
		}
	}
	return reached["end"] && removed != "end"
}

func TestForksHaveSeveralUnconditionalRoutes(t *testing.T) {
	t.Parallel()
	for edges, want := range map[string]bool{
		"f>a f>b":     true,
		"f>a":         false,
		"f>a f>b?":    false,
		"f>a? f>b?":   false,
		"f>a f>b*":    false,
		"f>a f>b!":    false,
		"f>a f>b f>c": true,
		"a>f b>f":     false,
	} {
		if got := graph(t, strings.Fields(edges)...).IsFork("f"); got != want {
			t.Errorf("%s: IsFork = %v", edges, got)
		}
	}
}

func TestRoutesComeByPriorityThenDocumentOrder(t *testing.T) {
	t.Parallel()
	d, err := document.Parse([]byte(`{"nodes":[{"id":"f"},{"id":"a"}],"edges":[
		{"id":"late","source":"f","target":"a","priority":2},{"id":"first","source":"f","target":"a"},
		{"id":"second","source":"f","target":"a","priority":0},{"id":"default","source":"f","target":"a","isDefault":true},
		{"id":"lost","source":"f","target":"nowhere"},{"id":"early","source":"f","target":"a","priority":-1}]}`))
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, edge := range topology.Of(d).Routes("f") {
		ids = append(ids, edge.ID())
	}
	if got := strings.Join(ids, " "); got != "early first second late" {
		t.Errorf("routes: %s", got)
	}
}

func TestRegionsTellWhatIsWrongWithThem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		edges                      string
		balanced, cyclic, crossing bool
	}{
		{"f>a f>b a>j b>j j>end", true, false, false},
		{"f>a f>j a>j j>end", true, false, false},
		{"f>a f>b a>x? a>y* x>j y>j b>j j>end", false, false, false},
		{"f>a f>b f>c a>m b>m m>j c>j j>end", false, false, false},
		{"f>a f>b a>f? a>j* b>j j>end", true, true, true},
		{"s>f? s>o* f>a f>b a>j b>j o>j j>end", true, false, true},
		{"s>f? s>a* f>a f>b a>j b>j j>end", true, false, true},
		{"f>a f>b a>j b>j j>f? j>end*", true, false, false},
	} {
		region, ok := graph(t, strings.Fields(c.edges)...).Region("f")
		if !ok {
			t.Errorf("%s: no region", c.edges)
			continue
		}
		if region.IsBalanced() != c.balanced || region.IsCyclic() != c.cyclic || !c.cyclic && (region.Crossing() != nil) != c.crossing {
			t.Errorf("%s: balanced %v, cyclic %v, crossing %v", c.edges, region.IsBalanced(), region.IsCyclic(), region.Crossing())
		}
	}
}

func TestReachability(t *testing.T) {
	t.Parallel()
	g := graph(t, "s>a", "a>b", "b>a", "x>b", "b>end")
	if from := g.ReachableFrom("s"); len(from) != 4 || from["x"] {
		t.Errorf("from s: %v", from)
	}
	if to := g.Reaching("end"); len(to) != 5 {
		t.Errorf("to end: %v", to)
	}
}

func TestCyclesAreGroupsOfNodesThatReachEachOther(t *testing.T) {
	t.Parallel()
	g := graph(t, "s>a", "a>b", "b>c", "c>a", "c>d", "d>d", "d>x", "x>y", "y>x", "y>end", "b>a")
	keep := func(n *document.Node) bool { return n.ID() != "y" }
	var got []string
	for _, cycle := range g.Cycles(keep) {
		var ids []string
		for _, node := range cycle {
			ids = append(ids, node.ID())
		}
		got = append(got, strings.Join(ids, " "))
	}
	if want := []string{"a b c", "d"}; !slices.Equal(got, want) {
		t.Errorf("cycles: %q, want %q", got, want)
	}
}

func TestForwardListsSourcesBeforeTargets(t *testing.T) {
	t.Parallel()
	g := graph(t, "s>a", "s>b", "b>a", "a>end", "x>end", "p>q", "q>p", "q>end")
	order := g.Forward()
	if len(order) != 7 {
		t.Fatalf("order: %q", order)
	}
	for _, edge := range []string{"s>a", "s>b", "b>a", "a>end", "x>end", "q>end"} {
		source, target, _ := strings.Cut(edge, ">")
		if slices.Index(order, source) > slices.Index(order, target) {
			t.Errorf("%s comes after %s in %q", source, target, order)
		}
	}
}
