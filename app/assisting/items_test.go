package assisting_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/assisting"
	"heddle.dev/heddle/app/packing"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/configuration"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
)

func TestBadDraftsAreRefusedWithWhatIsWrong(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		session, _, agent := b.at(assistant)
		for name, c := range map[string]struct {
			folder, name, content string
			kind                  fault.Kind
			code, says            string
		}{
			"an unknown kind":       {"tool", "look", look, fault.KindNotFound, "unknown-kind", "tools"},
			"another name":          {"tools", "peek", look, fault.KindInvalid, "name-mismatch", `"look"`},
			"no name":               {"tools", "look", `{}`, fault.KindInvalid, "name-mismatch", "name"},
			"a workflow's own name": {"workflows", "look", `{"name":"look"}`, fault.KindInvalid, "name-mismatch", "slug"},
			"no JSON":               {"tools", "look", `{"name":`, fault.KindInvalid, "invalid-json", "tools/look.json"},
			"no object":             {"tools", "look", `["look"]`, fault.KindInvalid, "invalid-json", "object"},
			"a path for a name":     {"tools", "../look", look, fault.KindInvalid, "invalid-name", "letters"},
			"too much":              {"tools", "look", `{"name":"look","x":"` + strings.Repeat("x", configuration.LargestItem) + `"}`, fault.KindTooLarge, "item-too-large", "1048576"},
		} {
			_, err := b.Assisting.SaveItem(b.Context(), b.Owner, session.ID, c.folder, c.name, c.content, "")
			b.wantFault(name, err, c.kind, c.code)
			if err != nil && !strings.Contains(err.Error(), c.says) {
				b.Errorf("%s: %v does not say %s", name, err, c.says)
			}
			_, _, err = b.Assisting.SaveForAgent(b.Context(), agent, c.folder, c.name, c.content)
			b.wantFault(name+", by the agent", err, c.kind, c.code)
		}
		if got := b.states(session); got != "" {
			b.Errorf("something was kept: %s", got)
		}
		chat := b.Session("general", "")
		_, err := b.Assisting.SaveItem(b.Context(), b.Owner, chat.ID, "tools", "look", look, "")
		b.wantFault("a session without drafts", err, fault.KindConflict, "no-config-items")
		_, err = b.Assisting.ListItems(b.Context(), b.Stranger, session.ID)
		b.wantFault("a session of others", err, fault.KindNotFound, "not-found")
		_, err = b.Assisting.GetItem(b.Context(), b.Owner, session.ID, "tools", "lok")
		b.wantFault("no draft", err, fault.KindNotFound, "not-found")
	})
}

func TestDraftsAreComparedWithTheCatalog(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		session, turn, _ := b.at(assistant)
		b.end(turn, composition.Completed)
		b.save(session, "tools", "look", look)
		b.save(session, "tools", "own", strings.Replace(look, "look", "own", 1))
		b.save(session, "workflows", "empty", `{"slug":"empty"}`)
		if got := b.states(session); got != "tools/look.json new, tools/own.json new, workflows/empty.json invalid" {
			b.Error(got)
		}
		if _, err := b.Assisting.ApplyItems(b.Context(), b.Owner, session.ID, assisting.Application{Paths: []string{"tools/look.json"}}); err != nil {
			b.Fatal(err)
		}
		if got := b.states(session); !strings.HasPrefix(got, "tools/look.json same, tools/own.json new") {
			b.Error(got)
		}
		b.save(session, "tools", "look", peek)
		if got := b.states(session); !strings.HasPrefix(got, "tools/look.json changed") {
			b.Error(got)
		}
		b.importPack(`{"heddlePack":1,"tools":[` + strings.Replace(look, "Looks", "Stares", 1) + `]}`)
		if got := b.states(session); !strings.HasPrefix(got, "tools/look.json conflict") {
			b.Error(got)
		}
		_, err := b.Assisting.ApplyItems(b.Context(), b.Owner, session.ID, assisting.Application{Paths: []string{"tools/look.json"}})
		b.wantFault("apply", err, fault.KindConflict, "changed-outside")
		plan, err := b.Assisting.ApplyItems(b.Context(), b.Owner, session.ID, assisting.Application{Paths: []string{"tools/look.json"}, Force: true})
		if err != nil || len(plan.Entries) != 1 || plan.Entries[0].Change != pack.Update {
			b.Errorf("%+v, %v", plan, err)
		}
	})
}

func (b *bench) importPack(text string) {
	b.Helper()
	if _, err := b.Packing.ImportPack(b.Context(), b.Owner, []byte(text), packing.Import{}); err != nil {
		b.Fatal(err)
	}
}

func TestDraftsAreAppliedAllOrNothing(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		session, turn, agent := b.at(assistant)
		b.write(agent, "tools", "look", broken)
		b.write(agent, "action-types", "check-amount", apptest.CheckAmount)
		apply := func(how assisting.Application) error {
			_, err := b.Assisting.ApplyItems(b.Context(), b.Owner, session.ID, how)
			return err
		}
		b.wantFault("while the agent works", apply(assisting.Application{}), fault.KindConflict, "turn-running")
		b.end(turn, composition.Completed)
		b.wantFault("with errors", apply(assisting.Application{}), fault.KindInvalid, "not-importable")
		b.wantFault("an unknown path", apply(assisting.Application{Paths: []string{"tools/lok.json"}}), fault.KindInvalid, "unknown-item")
		if _, err := b.Assisting.ApplyItems(b.Context(), b.Owner, session.ID, assisting.Application{DryRun: true}); err != nil {
			b.Errorf("a dry run: %v", err)
		}
		if found := b.published(catalog.ActionType) + b.published(catalog.Tool); found != 0 {
			b.Errorf("%d things were written", found)
		}
		b.save(session, "tools", "look", look)
		if err := apply(assisting.Application{}); err != nil {
			b.Fatal(err)
		}
		if b.published(catalog.ActionType) != 1 || b.published(catalog.Tool) != 1 {
			b.Error("not all was written")
		}
		if got := b.states(session); got != "action-types/check-amount.json same, tools/look.json same" {
			b.Error(got)
		}
		if got := b.conversation(session); !strings.HasSuffix(got, `notice {"text":"Applied: action-types/check-amount.json, tools/look.json"}`) {
			b.Error(got)
		}
		told := b.conversation(session)
		if err := apply(assisting.Application{}); err != nil {
			b.Fatal(err)
		}
		if got := b.conversation(session); got != told {
			b.Errorf("applying what the catalog has says: %s", got)
		}
	})
}

func (b *bench) published(kind catalog.Kind) int {
	b.Helper()
	found, err := b.Cataloguing.ListObjects(b.Context(), b.Owner, kind, "", "", 9)
	if err != nil {
		b.Fatal(err)
	}
	return len(found)
}

func TestAMembersDraftsAreAppliedByWhoMay(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		session := b.Session(assistant, b.Team.ID)
		if _, err := b.Assisting.SaveItem(b.Context(), b.Member, session.ID, "tools", "look", look, ""); err != nil {
			b.Fatal(err)
		}
		_, err := b.Assisting.ApplyItems(b.Context(), b.Member, session.ID, assisting.Application{})
		b.wantFault("a member", err, fault.KindForbidden, "forbidden")
		if _, err := b.Assisting.ApplyItems(b.Context(), b.Admin, session.ID, assisting.Application{}); err != nil {
			b.Errorf("an admin: %v", err)
		}
	})
}

func TestADraftOfWhatTheCatalogHasBeginsFromThat(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.importPack(`{"heddlePack":1,"tools":[` + look + `],"actionTypes":[` + apptest.CheckAmount + `],
			"workflows":[{"slug":"refunds","entryMode":"public_link","document":` + apptest.Refund + `}]}`)
		session := b.Session(assistant, "")
		_, err := b.Assisting.SaveItem(b.Context(), b.Owner, session.ID, "tools", "look", peek, "")
		b.wantFault("unseen", err, fault.KindConflict, "in-catalog")
		for _, key := range []configuration.Key{{Folder: "tools", Name: "look"}, {Folder: "workflows", Name: "refunds"}} {
			started, err := b.Assisting.StartItem(b.Context(), b.Owner, session.ID, key.Folder, key.Name)
			if err != nil || started.State != configuration.Same || started.Base == "" {
				b.Errorf("%+v, %v", started, err)
			}
		}
		_, err = b.Assisting.StartItem(b.Context(), b.Owner, session.ID, "tools", "look")
		b.wantFault("again", err, fault.KindConflict, "already-a-draft")
		_, err = b.Assisting.StartItem(b.Context(), b.Owner, session.ID, "tools", "nothing")
		b.wantFault("nothing", err, fault.KindNotFound, "not-found")
		if got := b.save(session, "tools", "look", peek); got.State != configuration.Changed {
			b.Errorf("%+v", got)
		}
		team := b.Session(assistant, b.Team.ID)
		if started, err := b.Assisting.StartItem(b.Context(), b.Owner, team.ID, "tools", "look"); err != nil || started.Base != "" || started.Content != look {
			b.Errorf("a team's own from a global one: %+v, %v", started, err)
		}
		if got := b.save(team, "tools", "look", peek); got.State != configuration.New {
			b.Errorf("a team's own: %+v", got)
		}
		text, err := b.Assisting.PackItems(b.Context(), b.Owner, session.ID)
		if read, problems := pack.Parse(text); err != nil || len(problems) > 0 || len(read.Items()) != 2 || !strings.Contains(string(text), `"entryMode": "public_link"`) {
			b.Errorf("%s, %v, %+v", text, err, problems)
		}
	})
}
