package e2e_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
)

// page is a page of any list.
type page struct {
	Items []struct {
		ID   string `json:"id"`
		Name string `json:"name"`
		Seq  int64  `json:"seq"`
	} `json:"items"`
	NextCursor string `json:"nextCursor"`
	NextAfter  int64  `json:"nextAfter"`
}

// walk reads a list page by page and answers how many rows each page had, and the rows' ids or numbers.
func walk(t *testing.T, s *heddletest.Server, path string, limit int) (sizes []int, rows []string) {
	t.Helper()
	for next := ""; ; {
		var p page
		if got := s.Send(heddletest.Request{Path: fmt.Sprintf("%s?limit=%d%s", path, limit, next)}); json.Unmarshal(got.Body, &p) != nil || got.Status != 200 {
			t.Fatalf("%s: %d %s", path, got.Status, got.Body)
		}
		sizes = append(sizes, len(p.Items))
		for _, row := range p.Items {
			rows = append(rows, fmt.Sprint(row.ID, row.Seq))
		}
		switch {
		case p.NextCursor != "":
			next = "&cursor=" + p.NextCursor
		case p.NextAfter != 0:
			next = fmt.Sprintf("&after=%d", p.NextAfter)
		default:
			return sizes, rows
		}
	}
}

func TestListsComeInPagesThatMissAndDoubleNothing(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		workflow := publish(t, s, "", linear("true"))
		var instances, compositions, actionTypes []string
		for n := range 5 {
			instances = append(instances, s.Begin(workflow.Id, `{"n": 1}`).Id)
			compositions = append(compositions, s.Compose(fmt.Sprint("Composition ", n)).Id)
			made := s.Send(heddletest.Request{Path: "/action-types", Body: strings.NewReader(
				fmt.Sprintf(`{"content": {"name": "type-%d", "mode": "script", "script": {"language": "bash", "source": "true"}}}`, n),
			)})
			actionTypes = append(actionTypes, idOf(t, made))
		}
		slices.Reverse(instances) // the newest first
		slices.Reverse(compositions)
		for path, want := range map[string][]string{"/instances": instances, "/compositions": compositions, "/action-types": actionTypes} {
			requirePages(t, s, path, want)
		}
		if sizes, rows := walk(t, s, "/instances/"+instances[0]+"/history", 2); len(rows) != 4 || slices.Max(sizes) != 2 {
			t.Errorf("the history has pages of %v rows: %v", sizes, rows)
		}
		var waiting page
		got := s.Send(heddletest.Request{Path: "/instances?status=completed&workflowId=" + workflow.Id})
		if err := json.Unmarshal(got.Body, &waiting); err != nil || len(waiting.Items) != 0 {
			t.Errorf("the completed instances are %s", got.Body)
		}
	})
}

// requirePages walks a list and requires that it begins with the rows of these ids and has no row twice.
func requirePages(t *testing.T, s *heddletest.Server, path string, want []string) {
	t.Helper()
	sizes, rows := walk(t, s, path, 2)
	for i := range want {
		if rows[i] != want[i]+"0" {
			t.Fatalf("%s lists %v, want %v first", path, rows, want)
		}
	}
	if slices.Max(sizes) != 2 || len(rows) != len(slices.Compact(slices.Sorted(slices.Values(rows)))) {
		t.Errorf("%s has pages of %v rows: %v", path, sizes, rows)
	}
}
