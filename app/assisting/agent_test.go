package assisting_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
)

func TestAnAgentWritesInsideItsTurnOnly(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		session, turn, agent := b.at(assistant)
		b.write(agent, "tools", "look", look)
		item, err := b.Assisting.GetItem(b.Context(), b.Owner, session.ID, "tools", "look")
		if err != nil || item.Author != "ai" || item.TurnID != turn.ID || item.UpdatedBy != b.Owner.ID() || item.Content != look {
			b.Errorf("%+v, %v", item, err)
		}
		b.end(turn, composition.Completed)
		_, _, err = b.Assisting.SaveForAgent(b.Context(), agent, "tools", "look", peek)
		b.wantFault("after its end", err, fault.KindConflict, "no-turn")
		b.Ask(session, "go on") // of which the agent has not been told yet
		b.wantFault("in the next", b.Assisting.RemoveForAgent(b.Context(), agent, "tools", "look"), fault.KindConflict, "no-turn")
	})
}

func TestAnAgentWritesOverWhatItHasSeenOnly(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		session, _, agent := b.at(assistant)
		b.write(agent, "tools", "look", look)
		b.write(agent, "tools", "look", strings.Replace(look, "true", "false", 1))
		b.save(session, "tools", "look", peek)
		_, _, err := b.Assisting.SaveForAgent(b.Context(), agent, "tools", "look", look)
		b.wantFault("unseen", err, fault.KindStale, "stale")
		if fault.As(err).Details["currentContent"] != peek {
			b.Errorf("%v", fault.As(err).Details)
		}
		b.write(agent, "tools", "look", look) // as it was shown the content with that
		b.save(session, "tools", "look", peek)
		if _, err := b.Assisting.ItemForAgent(b.Context(), agent, "tools", "look"); err != nil {
			b.Fatal(err)
		}
		b.write(agent, "tools", "look", look)
	})
}

func TestAnAgentIsToldWhatIsWrongWithWhatChangedSince(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		session, _, agent := b.at(assistant)
		feedback := func() string {
			changed, err := b.Assisting.TakeFeedback(b.Context(), agent)
			if err != nil {
				b.Fatal(err)
			}
			var told []string
			for _, item := range changed {
				codes := item.Path()
				for _, problem := range item.Problems {
					codes += " " + problem.Field
				}
				told = append(told, codes)
			}
			return strings.Join(told, ", ")
		}
		b.write(agent, "tools", "look", broken)
		if got := feedback(); got != "tools/look.json language" {
			b.Errorf("first: %q", got)
		}
		if got := feedback(); got != "" {
			b.Errorf("again: %q", got)
		}
		b.write(agent, "tools", "look", look)
		b.save(session, "workflows", "empty", `{"slug":"empty"}`)
		if got := feedback(); got != "tools/look.json, workflows/empty.json document" {
			b.Errorf("after changes: %q", got)
		}
	})
}

func TestAnAgentWithoutTheCapabilityGetsNoFeedback(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		own, err := b.Cataloguing.CreateObject(b.Context(), b.Owner, catalog.SessionTemplate, "", `{"name":"quiet","capabilities":["config-items"]}`)
		if err != nil {
			b.Fatal(err)
		}
		_, _, agent := b.at(own.ID)
		b.write(agent, "tools", "look", broken)
		if changed, err := b.Assisting.TakeFeedback(b.Context(), agent); err != nil || len(changed) != 0 {
			b.Errorf("%+v, %v", changed, err)
		}
		items, err := b.Assisting.ListForAgent(b.Context(), agent)
		if err != nil || len(items) != 1 || len(items[0].Problems) == 0 {
			b.Errorf("when it asks: %+v, %v", items, err)
		}
	})
}

func TestAnAgentOfAChatOnlyLooksAround(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.importPack(`{"heddlePack":1,"tools":[` + look + `]}`)
		_, turn, agent := b.at("general")
		view, err := b.Assisting.ViewForAgent(b.Context(), agent)
		if err != nil || view.TurnID != turn.ID || len(view.Capabilities) != 0 {
			b.Errorf("%+v, %v", view, err)
		}
		if entries, err := b.Assisting.ListCatalogForAgent(b.Context(), agent, composition.ToolItem, "", 9); err != nil || len(entries) != 1 {
			b.Errorf("%+v, %v", entries, err)
		}
		_, err = b.Assisting.CatalogEntryForAgent(b.Context(), agent, composition.ToolItem, "lok")
		b.wantFault("unknown", err, fault.KindNotFound, "not-found")
		_, err = b.Assisting.ListForAgent(b.Context(), agent)
		b.wantFault("drafts", err, fault.KindConflict, "no-config-items")
		_, _, err = b.Assisting.SaveForAgent(b.Context(), agent, "tools", "look", peek)
		b.wantFault("write", err, fault.KindConflict, "no-config-items")
		_, err = b.Assisting.AuthenticateAgent(b.Context(), turn.SessionID, "wrong")
		b.wantFault("a wrong token", err, fault.KindUnauthenticated, "session-token")
	})
}
