package validation_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/adapters/cel"
	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/validation"
)

// specimen is one code with a document that raises it and one that nearly does. The
// same files are judged through every way in to the validator.
type specimen struct {
	Code     string `json:"code"`
	Raises   judged `json:"raises"`
	NearMiss judged `json:"nearMiss"`
}

// judged is a document with all problems that it has, as CODE:severity:edge or node id.
type judged struct {
	Document jsontext.Value `json:"document"`
	Catalog  *pack          `json:"catalog"`
	Problems []string       `json:"problems"`
}

// pack is a catalog as a file holds it.
type pack struct {
	ActionTypes []jsontext.Value `json:"actionTypes"`
	Tools       []named          `json:"tools"`
	Personas    []named          `json:"personas"`
	Teams       []named          `json:"teams"`
}

type named struct {
	Name string `json:"name"`
	Slug string `json:"slug"`
}

func (p *pack) catalog() *validation.Catalog {
	if p == nil {
		return nil
	}
	names := func(list []named) []string {
		all := []string{}
		for _, n := range list {
			all = append(all, n.Name+n.Slug)
		}
		return all
	}
	c := &validation.Catalog{Tools: names(p.Tools), Personas: names(p.Personas), Teams: names(p.Teams)}
	for _, text := range p.ActionTypes {
		read, _ := action.ParseActionType(text)
		c.ActionTypes = append(c.ActionTypes, read)
	}
	return c
}

// corpus reads the specimens by the names of their files.
func corpus(t testing.TB) map[string]specimen {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "testdata", "corpus", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	specimens := make(map[string]specimen)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var s specimen
		if err := json.Unmarshal(text, &s, json.RejectUnknownMembers(true)); err != nil {
			t.Fatal(file, err)
		}
		specimens[strings.TrimSuffix(filepath.Base(file), ".json")] = s
	}
	return specimens
}

var language = sync.OnceValues(cel.New)

// validator judges expressions as the engine does.
func validator(t testing.TB) validation.Validator {
	t.Helper()
	compiler, err := language()
	if err != nil {
		t.Fatal(err)
	}
	return validation.Validator{Expressions: compiler}
}

func TestTheCorpusHasExactlyItsProblems(t *testing.T) {
	t.Parallel()
	for name, s := range corpus(t) {
		for side, j := range map[string]judged{"raises": s.Raises, "near miss": s.NearMiss} {
			t.Run(name+" "+side, func(t *testing.T) {
				t.Parallel()
				if got := brief(validator(t).Validate(j.Document, j.Catalog.catalog())); !slices.Equal(got, j.Problems) {
					t.Errorf("problems: %q, want %q", got, j.Problems)
				}
			})
		}
	}
}

func TestEachSpecimenRaisesItsCodeAndItsNearMissDoesNot(t *testing.T) {
	t.Parallel()
	for name, s := range corpus(t) {
		code := s.Code + ":error:"
		raises := func(j judged) bool {
			return slices.ContainsFunc(j.Problems, func(p string) bool { return strings.HasPrefix(p, code) })
		}
		if strings.HasSuffix(name, "-warning") || !raises(s.Raises) {
			code = s.Code + ":warning:"
		}
		if !raises(s.Raises) || raises(s.NearMiss) {
			t.Errorf("%s: raises %q, near miss %q", name, s.Raises.Problems, s.NearMiss.Problems)
		}
	}
}

// TestNoCodeIsDead reads the list of codes from the source, so that none is forgotten.
func TestNoCodeIsDead(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	raised := map[string]bool{}
	for _, s := range corpus(t) {
		raised[s.Code] = true
	}
	declared := 0
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if name, ok := spec.Type.(*ast.Ident); !ok || name.Name != "Code" {
			return true
		}
		code, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		declared++
		if !raised[code] {
			t.Errorf("nothing raises %s", code)
		}
		return true
	})
	if declared != len(raised) {
		t.Errorf("%d codes declared, %d raised", declared, len(raised))
	}
}
