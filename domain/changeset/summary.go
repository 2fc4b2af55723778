package changeset

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"heddle.dev/heddle/domain/document"
)

// The bounds of a summary, in characters.
const (
	maxSummary = 200
	maxTitle   = 40
	maxNamed   = 3 // how many elements of a kind are named rather than counted
)

// Summarise says in one line, of at most 200 characters, what a change set does, for
// a person to read. Elements that the set does not name itself go by their ids.
func Summarise(set *ChangeSet) string { return summarise(set, nil) }

// SummariseFor is Summarise in the words of the document that the set applies to:
// `Adds the step “Approve refund”, changes 2 edges`.
func SummariseFor(set *ChangeSet, before *document.Document) string { return summarise(set, before) }

func summarise(set *ChangeSet, before *document.Document) string {
	a := newAccount(before)
	for i := range set.ops {
		a.record(set.ops[i])
	}
	clauses := a.clauses()
	if len(clauses) == 0 {
		return "Changes nothing"
	}
	line := strings.Join(clauses, ", ")
	first, size := utf8.DecodeRuneInString(line)
	return cut(string(unicode.ToUpper(first))+line[size:], maxSummary)
}

// clauses says what was done, most telling first.
func (a *account) clauses() []string {
	var clauses []string
	for _, verb := range []verb{adds, replaces, changes, renames, removes} {
		clauses = a.clause(clauses, a.nodes, verb, "step")
		clauses = a.clause(clauses, a.edges, verb, "edge")
	}
	if len(a.metadata) > 0 {
		clauses = append(clauses, "changes the workflow’s "+enumerated(a.metadata))
	}
	if a.unreadable > 0 {
		clauses = append(clauses, "holds "+counted(a.unreadable, "operation")+" that can’t be read")
	}
	return clauses
}

// clause adds what was done in one way to the elements of one kind.
func (a *account) clause(clauses []string, all *roll, verb verb, noun string) []string {
	var titles []string
	for _, id := range all.order {
		if fate := all.fates[id]; fate.verb == verb {
			titles = append(titles, fate.String())
		}
	}
	switch n := len(titles); {
	case n == 0:
		return clauses
	case n > maxNamed || noun == "edge" && n > 1:
		return append(clauses, string(verb)+" "+counted(n, noun))
	case n == 1:
		return append(clauses, string(verb)+" the "+noun+" "+titles[0])
	default:
		return append(clauses, string(verb)+" the "+noun+"s "+enumerated(titles))
	}
}

// counted is "1 edge" or "2 edges".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// enumerated is "a", "a and b" or "a, b and c".
func enumerated(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// quoted is a name in quotation marks.
func quoted(name string) string { return "“" + cut(oneLine(name), maxTitle) + "”" }

// oneLine replaces what would break a line or turn its direction.
func oneLine(text string) string {
	printable := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return ' '
		}
		return r
	}, text)
	return strings.Join(strings.Fields(printable), " ")
}

// cut shortens a text to a number of characters.
func cut(text string, length int) string {
	if utf8.RuneCountInString(text) <= length {
		return text
	}
	return strings.TrimRight(string([]rune(text)[:length-1]), " ") + "…"
}
