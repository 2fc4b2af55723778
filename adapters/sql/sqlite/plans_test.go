package sqlite_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// wholeTables are the queries that may read a table from end to end, each with the reason.
var wholeTables = []string{
	"listTeams",                // its answer is the table
	"firstOwner",               // there are few users before the first owner
	"newestBrowserEventBeyond", // every few minutes, up to as many rows as are kept
	"browserEventHorizon",      // SQLite's own table of sequences has one row
	"freeJobs",                 // once, when a server starts
	"releaseJobs",              // once, when a server shuts down; an index would cost every claim
}

// sorts are the queries that may sort what they found, each with the reason.
var sorts = []string{
	"listItems",           // a composition's items are few
	"listMemberships",     // a user's teams are few
	"listUsersByID",       // the people named on one page are few
	"listUsesOfObject",    // the workflows that use one object are few
	"listDueJobs",         // jobs that are due are few while workers keep up
	"listDeadJobs",        // the newest of the dead, by time and then id
	"listExpiredSessions", // by lease and then id
	"listOpenQuestions",   // an agent waits for few answers at once
	"listUsage",           // the records of the time that is asked for, which is a month as a rule
	"sumUsage",            // the same
}

func TestNoQueryScansOrSortsATableThatGrows(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open(t, dir)
	db := database(t, dir)
	for name, query := range generatedQueries(t) {
		found, err := db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, make([]any, parameters(query))...)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for found.Next() {
			var id, parent, unused int
			var step string
			if err := found.Scan(&id, &parent, &unused, &step); err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(step, "SCAN") && step != "SCAN CONSTANT ROW" && !slices.Contains(wholeTables, name) {
				t.Errorf("%s: %s", name, step)
			}
			if strings.Contains(step, "TEMP B-TREE") && !slices.Contains(sorts, name) {
				t.Errorf("%s: %s", name, step)
			}
		}
		if err := errors.Join(found.Err(), found.Close()); err != nil { //nolint:sqlclosecheck // closed in the loop, whose next turn needs the connection
			t.Fatal(err)
		}
	}
}

// generatedQueries reads the queries out of the code that sqlc generated, by name.
func generatedQueries(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("litedb/*.sql.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no generated queries: %v", err)
	}
	queries := map[string]string{}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			constant, ok := n.(*ast.ValueSpec)
			if !ok || len(constant.Values) != 1 {
				return true
			}
			if text, ok := constant.Values[0].(*ast.BasicLit); ok && text.Kind == token.STRING {
				query, err := strconv.Unquote(text.Value)
				if err != nil {
					t.Fatal(err)
				}
				queries[constant.Names[0].Name] = query
			}
			return true
		})
	}
	return queries
}

// parameters counts a query's parameters: numbered ones, and one more for a list.
func parameters(query string) int {
	count := 0
	for n := 1; strings.Contains(query, "?"+strconv.Itoa(n)); n++ {
		count = n
	}
	if strings.Contains(query, "/*SLICE:") {
		count++
	}
	return count
}
