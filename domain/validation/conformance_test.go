package validation_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/validation"
)

func conformance(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "testdata", "conformance", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// brief writes problems as the conformance files do.
func brief(problems []fault.Problem) []string {
	lines := []string{}
	for _, p := range problems {
		at := p.EdgeID
		if at == "" {
			at = p.NodeID
		}
		lines = append(lines, p.Code+":"+p.Severity+":"+at)
	}
	slices.Sort(lines)
	return lines
}

func TestConformanceConfigsAreClean(t *testing.T) {
	t.Parallel()
	var file struct {
		Workflow jsontext.Value `json:"workflow"`
	}
	conformance(t, "config-v1.json", &file)
	if problems := validator(t).Validate(file.Workflow, nil); validation.HasErrors(problems) {
		t.Errorf("errors: %v", brief(problems))
	}
}

func TestConformanceInvalidConfigs(t *testing.T) {
	t.Parallel()
	var cases []struct {
		Type   string         `json:"type"`
		Config jsontext.Value `json:"config"`
		Code   string         `json:"code"`
	}
	conformance(t, "config-invalid-v1.json", &cases)
	for _, c := range cases {
		problems := validator(t).Validate([]byte(around(c.Type, string(c.Config))), nil)
		if !slices.Contains(brief(problems), c.Code+":error:n") && !slices.Contains(brief(problems), c.Code+":error:s") {
			t.Errorf("%s %s: %v, want %s", c.Type, c.Config, brief(problems), c.Code)
		}
	}
}

func TestConformanceDurations(t *testing.T) {
	t.Parallel()
	var cases []struct {
		Name     string         `json:"name"`
		Duration jsontext.Value `json:"duration"`
		Problems []string       `json:"problems"`
	}
	conformance(t, "durations.json", &cases)
	for _, c := range cases {
		config := `{}`
		if c.Duration != nil {
			config = `{"duration":` + string(c.Duration) + `}`
		}
		text := strings.ReplaceAll(around("wait", config), `"n"`, `"wait"`)
		if got := brief(validator(t).Validate([]byte(text), nil)); !slices.Equal(got, c.Problems) {
			t.Errorf("%s: %v, want %v", c.Name, got, c.Problems)
		}
	}
}

// fromDataFlow tells whether a problem is one that only our data flow finds; such may
// come besides what the cases list.
func fromDataFlow(brief string) bool {
	code, _, _ := strings.Cut(brief, ":")
	switch validation.Code(code) {
	case validation.UnknownContextKey, validation.MaybeMissingContextKey, validation.MaybeNullContextKey, validation.ExpressionTypeMismatch,
		validation.ParallelContextCollision, validation.ParallelSiblingRead:
		return true
	default:
		return false
	}
}

func TestConformanceRouting(t *testing.T) {
	t.Parallel()
	var cases []struct {
		Name     string         `json:"name"`
		Problems []string       `json:"problems"`
		Workflow jsontext.Value `json:"workflow"`
	}
	conformance(t, "routing.json", &cases)
	for _, c := range cases {
		got := slices.DeleteFunc(brief(validator(t).Validate(c.Workflow, nil)), fromDataFlow)
		if !slices.Equal(got, c.Problems) {
			t.Errorf("%s: %v, want %v", c.Name, got, c.Problems)
		}
	}
}

type topologyCase struct {
	Name    string         `json:"name"`
	Nodes   []string       `json:"nodes"`
	Edges   [][]string     `json:"edges"`
	Problem *fault.Problem `json:"problem"`
}

// text writes the case as a document: what is neither start nor end is a human task.
func (c topologyCase) text() string {
	var nodes, edges []string
	for _, id := range c.Nodes {
		nodeType := "human-task"
		if id == "start" || id == "end" {
			nodeType = id
		}
		nodes = append(nodes, fmt.Sprintf(`{"id":%q,"type":%q,"name":%q,"config":{}}`, id, nodeType, id))
	}
	for i, edge := range c.Edges {
		extra := ""
		if len(edge) == 3 && edge[2] == "default" {
			extra = `,"isDefault":true`
		} else if len(edge) == 3 {
			extra = fmt.Sprintf(`,"condition":%q`, edge[2])
		}
		edges = append(edges, fmt.Sprintf(`{"id":"e%d","source":%q,"target":%q,"priority":%d%s}`, i, edge[0], edge[1], i, extra))
	}
	return `{"id":"t","name":"T","nodes":[` + strings.Join(nodes, ",") + `],"edges":[` + strings.Join(edges, ",") + `]}`
}

func TestConformanceParallelTopology(t *testing.T) {
	t.Parallel()
	var cases []topologyCase
	conformance(t, "parallel-topology.json", &cases)
	for _, c := range cases {
		problems := validator(t).Validate([]byte(c.text()), nil)
		if c.Problem == nil {
			if validation.HasErrors(problems) {
				t.Errorf("%s: %v, want no errors", c.Name, brief(problems))
			}
			continue
		}
		if !slices.Contains(brief(problems), c.Problem.Code+":error:"+c.Problem.NodeID) {
			t.Errorf("%s: %v, want %s at %s", c.Name, brief(problems), c.Problem.Code, c.Problem.NodeID)
		}
	}
}
