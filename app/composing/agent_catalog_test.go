package composing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
)

const lookUpTool = `{"name":"look-up","description":"Looks it up","parameters":{"type":"object","required":["id"],
 "properties":{"id":{"type":"string"},"depth":{}}},"language":"bash","source":"true"}`

func briefs(entries []composing.CatalogEntry) (names []string) {
	for _, e := range entries {
		names = append(names, fmt.Sprintf("%s %s %s %d %v %v", e.Scope, e.Name, e.Description, e.Version, e.Inputs, e.Outputs))
	}
	return names
}

func TestAnAgentDiscoversWhatItsTeamAndEverybodyPublished(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.Publish(b.Compose("", apptest.Refund, apptest.CheckAmount))
		b.Publish(b.Compose(b.Other.ID, strings.ReplaceAll(apptest.Task, `"task"`, `"their-task"`)))
		own := b.Compose(b.Team.ID, apptest.Refund, strings.Replace(apptest.CheckAmount, `"description":""`, `"description":"ours"`, 1))
		b.AddDraft(own, composition.ToolItem, lookUpTool)
		b.Publish(own)

		agent := b.Agent(own, b.Say(own, "look around"))
		for kind, want := range map[composition.ItemType][]string{
			composition.ActionTypeItem: {"support check-amount ours 0 [{amount number true}] [{fits boolean true}]"},
			composition.ToolItem:       {"support look-up Looks it up 0 [{id string true} {depth any false}] []"},
			composition.WorkflowItem:   {"support refund  1 [{amount number true}] []"},
		} {
			found, err := b.Composing.ListCatalogForAgent(b.Context(), agent, kind, "", 10)
			if err != nil || !slices.Equal(briefs(found), want) {
				b.Errorf("%s: %q, %v", kind, briefs(found), err)
			}
		}
		entry, err := b.Composing.CatalogEntryForAgent(b.Context(), agent, composition.WorkflowItem, "refund")
		if err != nil || entry.Content != apptest.Refund {
			b.Errorf("%+v, %v", entry, err)
		}
	})
}

func TestAnUnknownNameOfTheCatalogIsAnsweredByWhatThereIs(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Refund, apptest.CheckAmount)
		agent := b.Agent(c, b.Say(c, "look around"))
		_, err := b.Composing.CatalogEntryForAgent(b.Context(), agent, composition.ToolItem, "check")
		b.wantFault("nothing", err, fault.KindNotFound, "not-found")
		if !strings.Contains(err.Error(), "there are no published ones") {
			b.Error(err)
		}
		published := b.Compose("", apptest.Task, apptest.CheckAmount, strings.ReplaceAll(apptest.CheckAmount, "check-amount", "archive"))
		b.Publish(published)
		_, err = b.Composing.CatalogEntryForAgent(b.Context(), agent, composition.ActionTypeItem, "chek-amount")
		if fault.KindOf(err) != fault.KindNotFound || !strings.Contains(err.Error(), `the published ones are "check-amount", "archive"`) {
			b.Error(err)
		}
	})
}

func TestAnAgentDiscoversSessionTemplatesWithThoseThatAreBuiltIn(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		_, err := b.Cataloguing.CreateObject(b.Context(), b.Owner, catalog.SessionTemplate, "", `{"name":"support","description":"Helps.","secrets":["KEY"]}`)
		if err != nil {
			b.Fatal(err)
		}
		c := b.Compose("", apptest.Refund)
		agent := b.Agent(c, b.Say(c, "look around"))
		kind := composition.ItemType(catalog.SessionTemplate)
		found, err := b.Composing.ListCatalogForAgent(b.Context(), agent, kind, "configuration-assistant", 2)
		if err != nil || len(found) != 2 || found[0].Name != "general" || found[1].Name != "support" || found[1].Description != "Helps." {
			b.Errorf("listed %+v, %v", found, err)
		}
		for _, name := range []string{"support", "workbench"} {
			if entry, err := b.Composing.CatalogEntryForAgent(b.Context(), agent, kind, name); err != nil || entry.Name != name || entry.Content == "" {
				b.Errorf("%s is %+v, %v", name, entry, err)
			}
		}
	})
}
