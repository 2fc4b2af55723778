// Package spelling helps error messages to name what exists instead of what was written.
package spelling

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// maxListed is how many names a message lists before it only counts the others.
const maxListed = 12

// maxLength keeps the comparison of hostile names cheap.
const maxLength = 64

// Nearest gives the known word that differs least from the written one; false when
// none is near enough to be what was meant. Among equals the first wins.
func Nearest(written string, known []string) (string, bool) {
	best, bestDistance := "", len(written)/3+2
	for _, word := range known {
		if d := distance(strings.ToLower(written), strings.ToLower(word)); d < bestDistance && d < len(word) {
			best, bestDistance = word, d
		}
	}
	return best, best != ""
}

// NearestFirst sorts the known words by how little they differ from the written one. Equals keep their order.
func NearestFirst(written string, known []string) []string {
	written = strings.ToLower(written)
	distances := make(map[string]int, len(known))
	for _, word := range known {
		distances[word] = distance(written, strings.ToLower(word))
	}
	return slices.SortedStableFunc(slices.Values(known), func(a, b string) int { return cmp.Compare(distances[a], distances[b]) })
}

// DidYouMean is "; did you mean "x"?" for a near word, else the list of what there is.
func DidYouMean(written, plural string, known []string) string {
	if near, ok := Nearest(written, known); ok {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return "; " + Listing(plural, known)
}

// Listing names what there is: `the nodes are "a", "b"`.
func Listing[S ~string](plural string, known []S) string {
	if len(known) == 0 {
		return "there are no " + plural
	}
	return "the " + plural + " are " + Quoted(known)
}

// Quoted lists words for a sentence: `"a", "b", and 7 more`.
func Quoted[S ~string](words []S) string {
	quoted := make([]string, 0, maxListed+1)
	for _, word := range words[:min(len(words), maxListed)] {
		quoted = append(quoted, fmt.Sprintf("%q", string(word)))
	}
	if more := len(words) - maxListed; more > 0 {
		quoted = append(quoted, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(quoted, ", ")
}

// distance is the number of bytes to insert, delete, replace or swap with their
// neighbour to make b of a (optimal string alignment).
func distance(a, b string) int {
	if len(a) > maxLength || len(b) > maxLength {
		return maxLength
	}
	width := len(b) + 1
	before, above, row := make([]int, width), make([]int, width), make([]int, width)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := above[j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			row[j] = min(above[j]+1, row[j-1]+1, replace)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}
