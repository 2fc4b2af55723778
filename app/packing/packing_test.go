package packing_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/app/packing"
	"heddle.dev/heddle/app/running"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/ports"
)

var allOf = map[string]pack.Change{"tool/look": "", "action-type/check-amount": "", "workflow/refunds": ""}

// each is the same change for all of the pack refunds.
func each(change pack.Change) map[string]pack.Change {
	changes := maps.Clone(allOf)
	for key := range changes {
		changes[key] = change
	}
	return changes
}

func TestAPackIsCreatedOnceAndUnchangedAgain(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		for _, team := range []string{"", "support"} {
			in := packing.Import{Team: team}
			if got := b.imports(refunds, in); !maps.Equal(got, each(pack.Create)) && team == "" {
				b.Errorf("first in %q: %v", team, got)
			}
			if got := b.imports(refunds, in); !maps.Equal(got, each(pack.Unchanged)) {
				b.Errorf("again in %q: %v", team, got)
			}
		}
		d := b.refunds()
		if d.Version != 1 || d.Name != "Refund" {
			b.Errorf("%+v", d)
		}
		if _, err := b.Running.StartInstance(b.Context(), b.Owner, running.Start{WorkflowID: d.ID, Context: []byte(`{"amount":1}`)}, idempotency.Key{}); err != nil {
			b.Error(err)
		}
	})
}

func TestWhatIsImportedIsExportedByteForByte(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		odd := strings.Replace(refunds, `"slug":"refunds"`,
			`"slug":"refunds","branding":{ "b":1.0, "a":[] },"onComplete":{"action":"start_workflow","targetSlug":"next"}, "isActive":false`, 1)
		b.imports(odd, packing.Import{})
		first := b.exports(packing.Export{})
		for _, kept := range []string{look, checker, apptest.Refund, `{ "b":1.0, "a":[] }`} {
			if !strings.Contains(first, kept) {
				b.Errorf("%s is not in\n%s", kept, first)
			}
		}
		if got := b.imports(first, packing.Import{}); !maps.Equal(got, each(pack.Unchanged)) {
			b.Errorf("%v", got)
		}
		b.imports(first, packing.Import{Team: "sales"})
		if got := b.exports(packing.Export{Team: "sales", Workflows: []string{"refunds"}}); got != first {
			b.Errorf("sales exports\n%s, want\n%s", got, first)
		}
	})
}

func TestAnExportComesOutOfAnEmptyInstallationAsItWentIn(t *testing.T) {
	t.Parallel()
	apptest.Stores(t, func(t *testing.T, store apptest.Store) {
		b := &bench{apptest.New(t, store, nil)}
		round := 0
		rapid.Check(struct{ testing.TB }{t}, func(rt *rapid.T) { // a bubble has no deadline
			round++ // a team of its own is an empty installation: nothing is global
			team, err := b.Accounts.CreateTeam(t.Context(), b.Owner, fmt.Sprint("team-", round), "T")
			if err != nil {
				rt.Fatal(err)
			}
			text := anyPack(rt)
			b.imports(text, packing.Import{Team: team.Slug})
			if got := b.exports(packing.Export{Team: team.Slug}); got != text {
				rt.Errorf("%s\ncomes out as\n%s", text, got)
			}
		})
	})
}

// anyPack is a pack with everything that it needs, as it is written.
func anyPack(t *rapid.T) string {
	p := new(pack.Pack)
	text := func(what string) string {
		return rapid.SampledFrom([]string{"plain", `<b> & \"q\"`, `\u00e4`, "ä", ""}).Draw(t, what)
	}
	tools := rapid.IntRange(0, 3).Draw(t, "tools")
	for i := range tools {
		name := fmt.Sprint("tool-", i)
		p.Add(pack.Item{Key: pack.Key{Kind: catalog.Tool, Name: name}, Content: strings.Replace(strings.Replace(look, `"look"`, `"`+name+`"`, 1), "Looks", text("about")+"!", 1)})
	}
	allowed := `"allowedTools":[]`
	if tools > 0 {
		allowed = `"allowedTools":["tool-0"]`
	}
	p.Add(pack.Item{Key: pack.Key{Kind: catalog.ActionType, Name: "check-amount"}, Content: strings.Replace(apptest.CheckAmount, `"maxAttempts"`, allowed+`, "own":1.50,"maxAttempts"`, 1)})
	for i := range rapid.IntRange(0, 3).Draw(t, "workflows") {
		p.Add(pack.Item{Key: pack.Key{Kind: pack.Workflow, Name: fmt.Sprint("flow-", i)}, Content: strings.Replace(apptest.Refund, `"nodes"`, `"description":"`+text("description")+`", "nodes"`, 1)})
	}
	read, problems := pack.Parse(p.Text())
	if read == nil {
		t.Fatalf("%+v", problems)
	}
	defaults := strings.NewReplacer(",\n\"document\": {\"id\":\"refund\"", `, "entryMode": "team_only", "isActive": true, "branding": {}, "retention": {"mode":"archive"}, "onComplete": null`+",\n\"document\": {\"id\":\"refund\"")
	return defaults.Replace(string(read.Text()))
}

func TestADryRunSaysThePlanAndWritesNothing(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		if got := b.imports(refunds, packing.Import{DryRun: true}); !maps.Equal(got, each(pack.Create)) {
			b.Errorf("%v", got)
		}
		if got := b.exports(packing.Export{}); strings.Contains(got, "check-amount") {
			b.Errorf("something was written: %s", got)
		}
		plan, err := b.Packing.ImportPack(b.Context(), b.Owner, []byte(strings.Replace(refunds, look, "", 1)), packing.Import{DryRun: true})
		if problems := plan.Problems(); err != nil || len(problems) == 0 || problems[0].Code != pack.MissingDependency || problems[0].Item != "action-type/check-amount" {
			b.Errorf("%+v, %v", plan.Problems(), err)
		}
		_ = b.refuses(b.Owner, `{"heddlePack":1,"tolls":[]}`, packing.Import{DryRun: true}, "invalid-pack")
	})
}

func TestOneItemThatFailsLeavesNothingWritten(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		broken := strings.Replace(refunds, `"source":"true"}}`, `"source":""}}`, 1)
		err := b.refuses(b.Owner, broken, packing.Import{}, "not-importable")
		if problems := problemsOf(err); len(problems) == 0 || problems[0].Item != "action-type/check-amount" || problems[0].Field != "script.source" {
			b.Errorf("%+v", problems)
		}
		b.imports(`{"heddlePack":1,"tools":[`+look+`]}`, packing.Import{})
		conflicting := strings.Replace(strings.Replace(refunds, "Looks", "Peeks", 1), `{"heddlePack":1,`, `{"heddlePack":1,"baseContentRevisions":{"tool/look":null},`, 1)
		err = b.refuses(b.Owner, conflicting, packing.Import{}, "changed-outside")
		conflict := new(pack.ConflictError)
		if !errors.As(err, &conflict) || conflict.Conflicts[0].Published.Content != look || conflict.Conflicts[0].Published.PublishedBy != b.Owner.ID() || conflict.Conflicts[0].Published.PublishedAt.IsZero() {
			b.Errorf("%v", err)
		}
		if len(b.objects(catalog.ActionType)) != 0 || b.objects(catalog.Tool)["/look"].Content != look {
			b.Errorf("something was written: %v, %v", b.objects(catalog.ActionType), b.objects(catalog.Tool))
		}
		if got := b.imports(conflicting, packing.Import{Force: true})["tool/look"]; got != pack.Update {
			b.Errorf("with force: %s", got)
		}
	})
}

func TestALeftOutSectionOrSettingChangesNothing(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.imports(strings.Replace(refunds, `"slug":"refunds"`, `"slug":"refunds","entryMode":"public_link","isActive":false,"branding":{"tagline":"Fair"}`, 1), packing.Import{})
		before := b.refunds()
		b.imports(`{"heddlePack":1}`, packing.Import{})
		changed := strings.Replace(apptest.Refund, `"name":"Refund"`, `"name":"Refunds"`, 1)
		b.imports(`{"heddlePack":1,"workflows":[{"slug":"refunds","document":`+changed+`}]}`, packing.Import{})
		after := b.refunds()
		if after.ID != before.ID || after.Version != 2 || after.Name != "Refunds" || after.Settings() != before.Settings() || after.Revision != before.Revision {
			b.Errorf("%+v, before %+v", after, before)
		}
		b.imports(`{"heddlePack":1,"workflows":[{"slug":"refunds","isActive":true,"document":`+changed+`}]}`, packing.Import{})
		if on := b.refunds(); on.Version != 2 || !on.IsActive || on.Revision != after.Revision+1 || on.Branding != before.Branding {
			b.Errorf("%+v", on)
		}
	})
}

func TestATeamNeedsNoCopyOfWhatIsGlobal(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.imports(`{"heddlePack":1,"tools":[`+look+`],"actionTypes":[`+checker+`]}`, packing.Import{})
		got := b.imports(refunds, packing.Import{Team: "support"})
		if want := map[string]pack.Change{"tool/look": pack.Unchanged, "action-type/check-amount": pack.Unchanged, "workflow/refunds": pack.Create}; !maps.Equal(got, want) {
			b.Errorf("%v, want %v", got, want)
		}
		own := strings.Replace(refunds, `"label":"Check"`, `"label":"Ours"`, 1)
		if got := b.imports(own, packing.Import{Team: "support"}); got["action-type/check-amount"] != pack.Create || got["workflow/refunds"] != pack.Update {
			b.Errorf("%v", got)
		}
		objects := b.objects(catalog.ActionType)
		if len(objects) != 2 || objects["/check-amount"].Content != checker {
			b.Errorf("%v", objects)
		}
	})
}

func TestWhoMayNotWriteImportsNothing(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		for name, c := range map[string]struct {
			actor access.Actor
			team  string
			code  string
		}{
			"a member":                    {b.Member, "support", "forbidden"},
			"an admin, globally":          {b.Admin, "", "forbidden"},
			"a stranger sees no team":     {b.Stranger, "support", "not-found"},
			"nobody":                      {access.Actor{}, "", "forbidden"},
			"a team that does not exist":  {b.Owner, "suport", "not-found"},
			"an admin's own team":         {b.Admin, "support", ""},
			"an admin, again, by a trial": {b.Admin, "support", ""},
		} {
			_, err := b.Packing.ImportPack(b.Context(), c.actor, []byte(refunds), packing.Import{Team: c.team, DryRun: true})
			if got := fault.CodeOf(err); (err != nil || c.code != "") && got != c.code {
				b.Errorf("%s: %v", name, err)
			}
		}
		for _, actor := range []access.Actor{b.Stranger, {}} {
			if _, err := b.Packing.ExportPack(b.Context(), actor, packing.Export{Team: "support"}); fault.CodeOf(err) != "not-found" {
				b.Errorf("export: %v", err)
			}
		}
	})
}

func TestAnExportBringsWhatIsSelectedAndWhatThatNeeds(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.imports(refunds, packing.Import{})
		b.imports(`{"heddlePack":1,"tools":[{"name":"other","description":"d","language":"bash","source":"true"}],"workflows":[{"slug":"task","document":`+apptest.Task+`}]}`, packing.Import{})
		for name, c := range map[string]struct {
			what packing.Export
			want string
		}{
			"a workflow":      {packing.Export{Workflows: []string{"refunds"}}, "action-type/check-amount tool/look workflow/refunds"},
			"an action type":  {packing.Export{ActionTypes: []string{"check-amount"}}, "action-type/check-amount tool/look"},
			"a tool":          {packing.Export{Tools: []string{"other"}}, "tool/other"},
			"two things":      {packing.Export{Tools: []string{"other"}, Workflows: []string{"task"}}, "tool/other workflow/task"},
			"everything":      {packing.Export{}, "action-type/check-amount tool/look tool/other workflow/refunds workflow/task"},
			"the global part": {packing.Export{Team: "global"}, "action-type/check-amount tool/look tool/other workflow/refunds workflow/task"},
			"nothing":         {packing.Export{Team: "support"}, ""},
		} {
			p, err := b.Packing.ExportPack(b.Context(), b.Owner, c.what)
			if err != nil {
				b.Fatal(name, err)
			}
			var keys []string
			for _, item := range p.Items() {
				keys = append(keys, item.String())
			}
			if got := sortedWords(keys); got != c.want {
				b.Errorf("%s: %s, want %s", name, got, c.want)
			}
		}
		_, err := b.Packing.ExportPack(b.Context(), b.Owner, packing.Export{Workflows: []string{"refund"}})
		if fault.CodeOf(err) != "not-found" || !strings.Contains(err.Error(), `workflow "refund"`) {
			b.Error(err)
		}
	})
}

func TestAnExportWithBasesConflictsWithWhatChangesMeanwhile(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.imports(refunds, packing.Import{})
		text := b.exports(packing.Export{Bases: true})
		if got := b.imports(text, packing.Import{}); !maps.Equal(got, each(pack.Unchanged)) {
			b.Errorf("%v", got)
		}
		b.imports(strings.Replace(refunds, `"label":"Check"`, `"label":"Theirs"`, 1), packing.Import{})
		mine := strings.Replace(text, `"label":"Check"`, `"label":"Mine"`, 1)
		_ = b.refuses(b.Owner, mine, packing.Import{}, "changed-outside")
		b.imports(mine, packing.Import{Force: true})
		version, err := b.Cataloguing.GetVersion(b.Context(), b.Owner, b.refunds().ID, 3)
		if err != nil || !strings.Contains(version.Snapshot, "Mine") {
			b.Errorf("%+v, %v", version, err)
		}
	})
}

func TestAnImportThatRunsTwiceWritesOnce(t *testing.T) {
	t.Parallel()
	apptest.Stores(t, func(t *testing.T, store apptest.Store) {
		b := &bench{apptest.New(t, store, func(s ports.Store) ports.Store { return apptest.Rerun{Store: s} })}
		if got := b.imports(refunds, packing.Import{}); !maps.Equal(got, each(pack.Create)) {
			b.Errorf("%v", got)
		}
		if d := b.refunds(); d.Version != 1 {
			b.Errorf("%+v", d)
		}
	})
}
