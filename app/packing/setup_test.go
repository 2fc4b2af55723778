package packing_test

import (
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/packing"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/ports"
)

// look is a tool that checker allows.
const look = `{"name":"look","description":"Looks <up> things","parameters":{"type":"object"},"language":"bash","source":"true"}`

var checker = strings.Replace(apptest.CheckAmount, `"maxAttempts"`, `"allowedTools":["look"],"maxAttempts"`, 1)

// refunds is a workflow with all that it needs.
var refunds = `{"heddlePack":1,"tools":[` + look + `],"actionTypes":[` + checker + `],"workflows":[{"slug":"refunds","document":` + apptest.Refund + `}]}`

type bench struct {
	*apptest.Heddle
}

func onBenches(t *testing.T, test func(b *bench)) {
	t.Helper()
	apptest.Stores(t, func(t *testing.T, store apptest.Store) { test(&bench{apptest.New(t, store, nil)}) })
}

// imports imports a pack, which has to succeed, and answers the change of each item.
func (b *bench) imports(text string, how packing.Import) map[string]pack.Change {
	b.Helper()
	plan, err := b.Packing.ImportPack(b.Context(), b.Owner, []byte(text), how)
	if err != nil {
		b.Fatal(err, problemsOf(err))
	}
	changes := map[string]pack.Change{}
	for _, entry := range plan.Entries {
		changes[entry.Item.String()] = entry.Change
	}
	return changes
}

func problemsOf(err error) []fault.Problem {
	if f := fault.As(err); f != nil {
		return f.Problems
	}
	return nil
}

// refuses imports a pack, which has to fail with the code.
func (b *bench) refuses(actor access.Actor, text string, how packing.Import, code string) error {
	b.Helper()
	_, err := b.Packing.ImportPack(b.Context(), actor, []byte(text), how)
	if fault.CodeOf(err) != code {
		b.Errorf("got %v %+v, want %s", err, problemsOf(err), code)
	}
	return err
}

func (b *bench) exports(what packing.Export) string {
	b.Helper()
	p, err := b.Packing.ExportPack(b.Context(), b.Owner, what)
	if err != nil {
		b.Fatal(err)
	}
	return string(p.Text())
}

// refunds is the workflow of the pack.
func (b *bench) refunds() definition.Definition {
	b.Helper()
	all, err := b.Cataloguing.ListWorkflows(b.Context(), b.Owner, ports.Page{Limit: 100})
	if err != nil {
		b.Fatal(err)
	}
	for _, d := range all {
		if d.Slug == "refunds" {
			return d
		}
	}
	b.Fatalf("it is not among %d workflows", len(all))
	return definition.Definition{}
}

// objects lists the catalog as name of team or "": content.
func (b *bench) objects(kind catalog.Kind) map[string]catalog.Object {
	b.Helper()
	all, err := b.Cataloguing.ListObjects(b.Context(), b.Owner, kind, "", "", 100)
	if err != nil {
		b.Fatal(err)
	}
	found := map[string]catalog.Object{}
	for _, o := range all {
		found[o.TeamID+"/"+o.Name] = o
	}
	return found
}

func sortedWords(words []string) string {
	slices.Sort(words)
	return strings.Join(words, " ")
}
