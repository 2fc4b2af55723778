package pack_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/domain/revision"
)

var (
	checkKey = pack.Key{Kind: catalog.ActionType, Name: "check"}
	lookKey  = pack.Key{Kind: catalog.Tool, Name: "look"}
	flowKey  = pack.Key{Kind: pack.Workflow, Name: "flow"}
)

func content(t testing.TB, text string) revision.Revision {
	t.Helper()
	rev, err := revision.OfContent([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return rev
}

// installed is a target in which the pack was imported.
func installed(t testing.TB, p *pack.Pack) pack.Target {
	t.Helper()
	target := pack.Target{Occupants: map[pack.Key]pack.Occupant{}, Teams: []string{}}
	for _, entry := range planned(t, p, target) {
		occupant := pack.Occupant{
			ID: "id of " + entry.Item.String(), Name: entry.Item.Name, Content: entry.Item.Content, Revision: entry.Item.Revision,
			PublishedBy: "somebody", PublishedAt: time.Unix(1, 0), Settings: entry.Definition, Version: entry.Version, Snapshot: entry.Snapshot,
		}
		if entry.Item.Kind != pack.Workflow {
			occupant.Uses = []catalog.Use{{WorkflowID: "id of workflow/flow", Workflow: "Flow"}}
		}
		target.Occupants[entry.Item.Key] = occupant
	}
	return target
}

func planned(t testing.TB, p *pack.Pack, target pack.Target) map[pack.Key]pack.Entry {
	t.Helper()
	plan := pack.Checker{}.Plan(p, target, false)
	entries := map[pack.Key]pack.Entry{}
	for _, entry := range plan.Entries {
		entries[entry.Item.Key] = entry
	}
	return entries
}

func TestWhatIsNotThereIsCreatedWithItsFirstVersion(t *testing.T) {
	t.Parallel()
	entries := planned(t, parsed(t, flowPack), pack.Target{})
	for key, entry := range entries {
		if entry.Change != pack.Create || entry.Before != "" || entry.Problems != nil {
			t.Errorf("%s: %+v", key, entry)
		}
	}
	made := entries[flowKey]
	if made.Version != 1 || made.Snapshot.Name != "Flow" || made.Snapshot.ActionTypes["check"] != checker || made.Snapshot.Tools["look"] != looker ||
		!slices.Equal(made.Reaches, []pack.Key{checkKey, lookKey}) {
		t.Errorf("%+v", made)
	}
}

func TestTheSamePackAgainChangesNothing(t *testing.T) {
	t.Parallel()
	p := parsed(t, flowPack)
	target := installed(t, p)
	for _, text := range []string{flowPack, string(p.Text()), strings.ReplaceAll(flowPack, `"x":1.50`, `"x":1.5`)} {
		for key, entry := range planned(t, parsed(t, text), target) {
			if entry.Change != pack.Unchanged || entry.Version != 0 {
				t.Errorf("%s: %+v", key, entry)
			}
		}
	}
}

func TestAWorkflowGetsAVersionWhenARunOfItWouldFindSomethingNew(t *testing.T) {
	t.Parallel()
	target := installed(t, parsed(t, flowPack))
	for name, c := range map[string]struct {
		old, changed string
		version      int64
		settings     []string
	}{
		"its document":        {`"Flows"`, `"Flows on"`, 2, nil},
		"an action type":      {`"x":1.50`, `"x":1.51`, 2, nil},
		"a tool":              {`<d>`, `<e>`, 2, nil},
		"who may enter":       {`"slug":"flow"`, `"slug":"flow","entryMode":"public_link"`, 2, []string{"entryMode"}},
		"how it looks":        {`"slug":"flow"`, `"slug":"flow","branding":{"accentColor":"#111"}`, 0, []string{"branding"}},
		"whether it is on":    {`"slug":"flow"`, `"slug":"flow","isActive":false`, 0, []string{"isActive"}},
		"where a node stands": {`"name":"S"`, `"name":"S","position":{"x":1,"y":2}`, 2, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			entry := planned(t, parsed(t, strings.Replace(flowPack, c.old, c.changed, 1)), target)[flowKey]
			if entry.Change != pack.Update || entry.Version != c.version || !slices.Equal(entry.Settings, c.settings) {
				t.Errorf("%+v", entry)
			}
		})
	}
}

func TestSettingsThatAreLeftOutKeepTheirValue(t *testing.T) {
	t.Parallel()
	full := strings.Replace(flowPack, `"slug":"flow"`,
		`"slug":"flow","entryMode":"public_link","isActive":false,"branding":{"a":1},"retention":{"mode":"delete","deleteAfterDays":3},"onComplete":{"action":"start_workflow","targetSlug":"next"}`, 1)
	target := installed(t, parsed(t, full))
	if entry := planned(t, parsed(t, flowPack), target)[flowKey]; entry.Change != pack.Unchanged || entry.Definition != target.Occupants[flowKey].Settings {
		t.Errorf("%+v", entry)
	}
	cleared := strings.Replace(flowPack, `"slug":"flow"`, `"slug":"flow","onComplete":null`, 1)
	entry := planned(t, parsed(t, cleared), target)[flowKey]
	want := target.Occupants[flowKey].Settings
	want.OnComplete = ""
	if entry.Change != pack.Update || entry.Definition != want || !slices.Equal(entry.Settings, []string{"onComplete"}) {
		t.Errorf("%+v", entry)
	}
}

func TestAnActionTypeAloneLeavesWorkflowsTheVersionTheyHave(t *testing.T) {
	t.Parallel()
	target := installed(t, parsed(t, flowPack))
	alone := parsed(t, `{"heddlePack":1,"tools":[`+looker+`],"actionTypes":[`+strings.Replace(checker, "1.50", "2", 1)+`]}`)
	delete(target.Occupants, flowKey)
	if entry := planned(t, alone, target)[checkKey]; entry.Change != pack.Update || !slices.Equal(entry.Stay, []string{"Flow"}) {
		t.Errorf("%+v", entry)
	}
}

func TestAConflictIsWhatWasNotThereWhenTheItemWasMade(t *testing.T) {
	t.Parallel()
	theirs := strings.Replace(looker, "<d>", "<theirs>", 1)
	mine, other := content(t, looker), content(t, theirs)
	based := func(base string) *pack.Pack {
		if base != "null" {
			base = `"` + base + `"`
		}
		return parsed(t, `{"heddlePack":1,"tools":[`+looker+`],"baseContentRevisions":{"tool/look":`+base+`}}`)
	}
	holding := func(text string) map[pack.Key]pack.Occupant {
		return map[pack.Key]pack.Occupant{lookKey: {ID: "1", Name: "look", Content: text, Revision: content(t, text)}}
	}
	old := strings.Repeat("0", 64)
	for name, c := range map[string]struct {
		pack   *pack.Pack
		there  map[pack.Key]pack.Occupant
		reason pack.Reason // empty: none
		forced pack.Change
	}{
		"it was made from what is there":      {based(string(other)), holding(theirs), "", pack.Update},
		"nobody knows from what it was made":  {parsed(t, `{"heddlePack":1,"tools":[`+looker+`]}`), holding(theirs), "", pack.Update},
		"others published the very same":      {based("sha256:" + old), holding(looker), "", pack.Unchanged},
		"others published something else":     {based(string(mine)), holding(theirs), pack.ChangedOutside, pack.Update},
		"it is gone":                          {based(string(other)), nil, pack.DeletedOutside, pack.Create},
		"it is new, and there is one already": {based("null"), holding(theirs), pack.ExistsAlready, pack.Update},
		"it is new, and there is none":        {based("null"), nil, "", pack.Create},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := pack.Checker{}.Plan(c.pack, pack.Target{Occupants: c.there}, false)
			if got := plan.Entries[0]; c.reason == "" && (got.Conflict != nil || got.Change != c.forced || plan.Refusal() != nil) {
				t.Errorf("%+v", got)
			}
			if c.reason != "" {
				requireConflict(t, plan, c.reason)
			}
			if forced := (pack.Checker{}).Plan(c.pack, pack.Target{Occupants: c.there}, true); forced.Entries[0].Change != c.forced || forced.Refusal() != nil {
				t.Errorf("with force: %+v", forced.Entries[0])
			}
		})
	}
}

// requireConflict fails the test unless the plan's one item is in conflict for the reason, and the refusal shows it.
func requireConflict(t *testing.T, plan pack.Plan, reason pack.Reason) {
	t.Helper()
	err := plan.Refusal()
	conflict := new(pack.ConflictError)
	if !errors.As(err, &conflict) || len(conflict.Conflicts) != 1 || conflict.Conflicts[0].Reason != reason || plan.Entries[0].Change != pack.Conflicts {
		t.Fatalf("%+v, %v", plan.Entries[0], err)
	}
	if fault.KindOf(err) != fault.KindConflict || fault.CodeOf(err) != "changed-outside" || fault.As(err).Problems[0].Item != plan.Entries[0].Item.String() {
		t.Errorf("%v", err)
	}
	if published := conflict.Conflicts[0].Published; (published == nil) != (reason == pack.DeletedOutside) {
		t.Errorf("the other side is %+v", published)
	}
}

func TestARenameKeepsTheObjectAndTakesNobodysName(t *testing.T) {
	t.Parallel()
	renamed := func(occupant pack.Occupant) pack.Plan {
		base := content(t, looker)
		p := new(pack.Pack)
		p.Add(pack.Item{
			Key: pack.Key{Kind: catalog.Tool, Name: "see"}, Content: strings.Replace(looker, "look", "see", 1), Revision: "sha256:new", Base: &base, ObjectID: "1",
		})
		occupant.ID, occupant.Name, occupant.Revision = "1", "look", base
		return pack.Checker{}.Plan(p, pack.Target{Occupants: map[pack.Key]pack.Occupant{p.Items()[0].Key: occupant}}, true)
	}
	if plan := renamed(pack.Occupant{}); plan.Refusal() != nil || plan.Entries[0].Change != pack.Update || plan.Entries[0].Occupant.ID != "1" {
		t.Errorf("%+v", plan.Entries[0])
	}
	taken := renamed(pack.Occupant{NameTaken: true})
	requireConflict(t, taken, pack.NameTaken)
	if message := fault.As(taken.Refusal()).Message; strings.Contains(message, "force to overwrite") {
		t.Errorf("force is offered where it does not help: %s", message)
	}
	used := renamed(pack.Occupant{Uses: []catalog.Use{{WorkflowID: "2", Workflow: "Claims"}}})
	if err := used.Refusal(); fault.CodeOf(err) != "not-importable" || fault.As(err).Problems[0].Code != pack.NameInUse || !strings.Contains(fault.As(err).Problems[0].Message, "Claims") {
		t.Errorf("%v", err)
	}
}

func TestWhatAnItemNamesComesAlongOrIsThere(t *testing.T) {
	t.Parallel()
	only := func(section, text string) *pack.Pack {
		return parsed(t, `{"heddlePack":1,"`+section+`":[`+text+`]}`)
	}
	workflow := only("workflows", `{"slug":"flow","document":`+flow+`}`)
	object := func(key pack.Key, text string) map[pack.Key]pack.Occupant {
		return map[pack.Key]pack.Occupant{key: {ID: "1", Name: key.Name, Content: text, Revision: content(t, text)}}
	}
	for name, c := range map[string]struct {
		pack    *pack.Pack
		others  map[pack.Key]pack.Occupant
		missing []pack.Key
	}{
		"an action type without its tool":                  {only("actionTypes", checker), nil, []pack.Key{lookKey}},
		"an action type whose tool is there":               {only("actionTypes", checker), object(lookKey, looker), nil},
		"a workflow without its action type":               {workflow, nil, []pack.Key{checkKey}},
		"a workflow whose action type is there, no tool":   {workflow, object(checkKey, checker), []pack.Key{lookKey}},
		"a workflow whose action type needs no tool":       {workflow, object(checkKey, strings.Replace(checker, `"look",`, "", 1)), nil},
		"a workflow that brings an action type, no tool":   {parsed(t, strings.Replace(flowPack, looker, "", 1)), nil, []pack.Key{lookKey}},
		"a workflow that brings all that is needed for it": {parsed(t, flowPack), nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := pack.Checker{}.Plan(c.pack, pack.Target{Others: c.others}, false)
			var missing []pack.Key
			for _, entry := range plan.Entries {
				missing = append(missing, entry.Missing...)
			}
			if !slices.Equal(missing, c.missing) {
				t.Errorf("missing are %v, want %v", missing, c.missing)
			}
			problems := plan.Problems()
			if (len(problems) > 0) != (len(c.missing) > 0) || len(c.missing) > 0 && (problems[0].Code != pack.MissingDependency || !strings.Contains(problems[0].Message, c.missing[0].Name)) {
				t.Errorf("%+v", problems)
			}
		})
	}
}

func TestWhatIsNowhereIsUnknownWhereThatIsKnown(t *testing.T) {
	t.Parallel()
	p := parsed(t, `{"heddlePack":1,"actionTypes":[`+checker+`],"workflows":[{"slug":"flow","document":`+strings.ReplaceAll(flow, `"check"`, `"chick"`)+`}]}`)
	p.Left = map[pack.Key]bool{lookKey: true}
	plan := pack.Checker{}.Plan(p, pack.Target{}, false)
	var codes []string
	for _, problem := range plan.Problems() {
		codes = append(codes, problem.Item+" "+problem.Code)
	}
	if want := []string{"action-type/check " + pack.MissingDependency, "workflow/flow UNKNOWN_ACTION_TYPE"}; !slices.Equal(codes, want) {
		t.Errorf("%v, want %v", codes, want)
	}
}

func TestAWorkflowIsCalledWhatItsDocumentSays(t *testing.T) {
	t.Parallel()
	text := strings.Replace(flowPack, `"slug":"flow"`, `"slug":"flow","name":"Other","description":"Flows"`, 1)
	entry := planned(t, parsed(t, text), pack.Target{})[flowKey]
	if entry.Snapshot.Name != "Flow" || len(entry.Problems) != 1 || entry.Problems[0].Code != pack.CodeNameIgnored || entry.Problems[0].Severity != fault.SeverityWarning {
		t.Errorf("%+v", entry)
	}
}

func TestWhatCouldNotRunIsNotImported(t *testing.T) {
	t.Parallel()
	waiting := strings.Replace(flow, `"type":"action","name":"A","config":{"actionType":"check","inputs":{},"outputs":[]}`,
		`"type":"receive-event","name":"R","config":{"eventType":"x"}`, 1)
	plan := pack.Checker{}.Plan(parsed(t, `{"heddlePack":1,"workflows":[{"slug":"flow","document":`+waiting+`}]}`), pack.Target{}, false)
	err := plan.Refusal()
	if fault.CodeOf(err) != "not-importable" || !slices.ContainsFunc(fault.As(err).Problems, func(p fault.Problem) bool { return p.Code == definition.NodeTypeUnavailable }) {
		t.Errorf("%v", err)
	}
}
