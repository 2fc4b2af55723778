package topology_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestRegionsAreThoseOfTheDefinition compares regions, found by passing over the ones
// inside, with the definition applied to each fork by itself.
func TestRegionsAreThoseOfTheDefinition(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		edges := drawRegions(t)
		g := graph(t, edges...)
		for _, node := range g.Nodes() {
			region, ok := g.Region(node.ID())
			if !ok {
				continue
			}
			plain := plainRegion(edges, region.Fork, region.Join)
			if region.IsCyclic() != plain.cyclic || !plain.cyclic && (region.IsBalanced() != plain.balanced || (region.Crossing() != nil) != plain.crossed) {
				t.Fatalf("%q at %s to %s: cyclic %v, balanced %v, crossed by %v, want %+v",
					edges, region.Fork, region.Join, region.IsCyclic(), region.IsBalanced(), region.Crossing(), plain)
			}
		}
	})
}

// drawRegions draws forks inside each other and in a row, and then spoils some of them
// with edges from anywhere to anywhere.
func drawRegions(t *rapid.T) []string {
	var edges []string
	count := 0
	name := func() string { count++; return fmt.Sprintf("n%d", count) }
	var fill func(from, to string, depth int)
	fill = func(from, to string, depth int) {
		switch kind := rapid.IntRange(0, 3).Draw(t, "kind"); {
		case depth == 0 || kind == 0:
			edges = append(edges, from+">"+to)
		case kind == 1:
			middle := name()
			fill(from, middle, depth-1)
			fill(middle, to, depth-1)
		default:
			fork, join := name(), name()
			edges = append(edges, from+">"+fork, join+">"+to)
			for range kind {
				branch := name()
				edges = append(edges, fork+">"+branch)
				fill(branch, join, depth-1)
			}
		}
	}
	fill("s", "end", 3)
	for range rapid.IntRange(0, 3).Draw(t, "spoilt") {
		pick := func() string { return fmt.Sprintf("n%d", rapid.IntRange(1, count+1).Draw(t, "node")) }
		edges = append(edges, pick()+">"+pick()+rapid.SampledFrom([]string{"", "?", "*", "!"}).Draw(t, "how"))
	}
	return append(edges, fmt.Sprintf("n%d>end", count+1))
}

type plainVerdict struct{ cyclic, balanced, crossed bool }

// plainRegion applies the definition: the branches of a fork are what their first nodes
// reach before the join.
func plainRegion(edges []string, fork, join string) plainVerdict {
	reaches := make(map[string]int) // by node: how many branches reach it
	var branches []map[string]bool
	for _, edge := range edges {
		source, target, isRoute := parts(edge)
		if source == fork && isRoute {
			branches = append(branches, reachedBefore(edges, target, fork, join))
		}
	}
	for _, branch := range branches {
		for node := range branch {
			reaches[node]++
		}
	}
	v := plainVerdict{cyclic: reaches[fork] > 0, balanced: true, crossed: isCrossed(edges, fork, join, reaches)}
	for _, branch := range branches {
		v.balanced = v.balanced && entersOnce(edges, fork, join, branch, reaches)
	}
	return v
}

// entersOnce tells whether a branch enters the join by exactly one edge, of its own.
func entersOnce(edges []string, fork, join string, branch map[string]bool, reaches map[string]int) bool {
	entries := 0
	if len(branch) == 0 { // it leads straight to the join
		entries++
	}
	for _, edge := range edges {
		source, target, _ := parts(edge)
		if target != join || !branch[source] || source == fork {
			continue
		}
		if entries++; reaches[source] > 1 {
			return false
		}
	}
	return entries == 1
}

func isCrossed(edges []string, fork, join string, reaches map[string]int) bool {
	return slices.ContainsFunc(edges, func(edge string) bool {
		source, target, _ := parts(edge)
		isInside := target == join || reaches[target] > 0 && target != fork
		return isInside && source != fork && reaches[source] == 0
	})
}

func parts(edge string) (source, target string, isRoute bool) {
	source, target, _ = strings.Cut(edge, ">")
	return source, strings.TrimRight(target, "?*!"), !strings.ContainsAny(target, "*!")
}

func reachedBefore(edges []string, start, fork, join string) map[string]bool {
	reached := make(map[string]bool)
	open := []string{start}
	for len(open) > 0 {
		node := open[len(open)-1]
		open = open[:len(open)-1]
		if node == join || reached[node] {
			continue
		}
		reached[node] = true
		if node == fork {
			continue
		}
		for _, edge := range edges {
			if source, target, _ := parts(edge); source == node {
				open = append(open, target)
			}
		}
	}
	return reached
}
