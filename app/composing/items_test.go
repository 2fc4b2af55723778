package composing_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

func TestACompositionStartsWithABlankWorkflowAndASession(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", "")
		items := b.Items(c)
		if len(items) != 1 || items[0].Type != composition.WorkflowItem || items[0].LastAuthor != composition.ByUser {
			b.Errorf("items: %+v", items)
		}
		session, err := b.Composing.GetSession(b.Context(), b.Owner, c.SessionID)
		if err != nil || session.Status != composition.SessionStopped || session.Engine != apptest.Engine {
			b.Errorf("session: %+v, %v", session, err)
		}
	})
}

func TestNamesThatAreBlankAreRefused(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		ctx := b.Context()
		c := b.Compose("", "")
		for _, name := range []string{"", " ", "\t\n"} {
			_, err := b.Composing.CreateComposition(ctx, b.Owner, composing.NewComposition{Name: name}, idempotency.Key{})
			b.wantFault("create", err, fault.KindInvalid, "missing-name")
			_, err = b.Composing.UpdateComposition(ctx, b.Owner, c.ID, composing.CompositionChanges{Name: &name})
			b.wantFault("rename", err, fault.KindInvalid, "missing-name")
			_, err = b.Composing.AddItem(ctx, b.Owner, c.ID, composing.NewItem{Type: composition.ToolItem, Name: name})
			if fault.KindOf(err) != fault.KindInvalid {
				b.Errorf("add a draft named %q: %v", name, err)
			}
			_, err = b.Composing.SendMessage(ctx, b.Owner, c.ID, composing.Message{Text: name}, idempotency.Key{})
			b.wantFault("message", err, fault.KindInvalid, "empty-message")
		}
	})
}

func TestACompositionHasOneWorkflow(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", "")
		_, err := b.Composing.AddItem(b.Context(), b.Owner, c.ID, composing.NewItem{Type: composition.WorkflowItem, Name: "second"})
		b.wantFault("a second workflow", err, fault.KindConflict, "one-workflow")
		b.wantFault("remove", b.Composing.RemoveItem(b.Context(), b.Owner, c.ID, b.Workflow(c).ID), fault.KindConflict, "workflow-stays")
	})
}

func TestASaveOnAnOldRevisionIsRefusedAndSaysWhatIsThere(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", "")
		first := b.Workflow(c)
		now := b.Save(c, first, apptest.Task)
		_, err := b.Composing.SaveItem(b.Context(), b.Owner, c.ID, first.ID, composing.Save{Content: []byte(apptest.Pause), BaseRevision: first.ContentRevision})
		b.wantFault("save", err, fault.KindStale, "stale")
		if details := fault.As(err).Details; details["currentRevision"] != string(now.ContentRevision) || details["lastAuthor"] != "user" {
			b.Errorf("details: %v", details)
		}
		if b.Workflow(c).Content != apptest.Task {
			b.Error("the refused text is there")
		}
	})
}

func TestOfSavesOnOneRevisionOneWins(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", "")
		base := b.Workflow(c)
		var won, stale atomic.Int64
		var racing sync.WaitGroup
		for _, name := range strings.Split("abcdefgh", "") {
			racing.Go(func() {
				_, err := b.Composing.SaveItem(b.Context(), b.Owner, c.ID, base.ID, composing.Save{
					Content: []byte(strings.Replace(apptest.Task, `"name":"Task"`, `"name":"`+name+`"`, 1)), BaseRevision: base.ContentRevision,
				})
				switch {
				case err == nil:
					won.Add(1)
				case fault.KindOf(err) == fault.KindStale:
					stale.Add(1)
				default:
					b.Error(err)
				}
			})
		}
		racing.Wait()
		if won.Load() != 1 || stale.Load() != 7 {
			b.Errorf("%d were saved, %d refused", won.Load(), stale.Load())
		}
	})
}

func TestOnlyContentMakesRevisions(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		count := func() int {
			found, err := b.Composing.ListRevisions(b.Context(), b.Owner, c.ID, b.Workflow(c).ID, ports.Page{Limit: 50})
			if err != nil {
				b.Fatal(err)
			}
			return len(found)
		}
		before := count()
		b.Save(c, b.Workflow(c), apptest.Task)
		moved := strings.Replace(apptest.Task, `"id":"ask",`, `"id":"ask","position":{"x":10,"y":20},`, 1)
		saved := b.Save(c, b.Workflow(c), moved)
		if got := count(); got != before || saved.Content != moved || saved.LayoutSeq != 1 {
			b.Errorf("%d revisions were %d; layout %d, content %s", got, before, saved.LayoutSeq, saved.Content)
		}
	})
}

func TestARestoreAppendsTheOldStateAsTheUsers(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		item := b.Save(c, b.Workflow(c), apptest.Pause)
		revisions, err := b.Composing.ListRevisions(b.Context(), b.Owner, c.ID, item.ID, ports.Page{Limit: 50})
		if err != nil || len(revisions) != 3 {
			b.Fatalf("%d revisions, %v", len(revisions), err)
		}
		restored, err := b.Composing.RestoreRevision(b.Context(), b.Owner, c.ID, item.ID, revisions[1].ID, "")
		if err != nil || restored.Content != apptest.Task || restored.LastAuthor != composition.ByUser {
			b.Fatalf("%+v, %v", restored, err)
		}
		after, err := b.Composing.ListRevisions(b.Context(), b.Owner, c.ID, item.ID, ports.Page{Limit: 50})
		if err != nil || len(after) != 4 || after[0].Origin != "restore" {
			b.Errorf("%+v, %v", after, err)
		}
		if _, err := b.Composing.RestoreRevision(b.Context(), b.Owner, c.ID, item.ID, c.ID, ""); fault.KindOf(err) != fault.KindNotFound {
			b.Errorf("a revision that is not there: %v", err)
		}
	})
}

func TestARevisionOfAnotherItemIsNotThere(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		one, two := b.Compose("", apptest.Task), b.Compose("", apptest.Pause)
		revisions, err := b.Composing.ListRevisions(b.Context(), b.Owner, one.ID, b.Workflow(one).ID, ports.Page{Limit: 1})
		if err != nil {
			b.Fatal(err)
		}
		_, err = b.Composing.RestoreRevision(b.Context(), b.Owner, two.ID, b.Workflow(two).ID, revisions[0].ID, "")
		b.wantFault("restore", err, fault.KindNotFound, "not-found")
		_, err = b.Composing.GetItem(b.Context(), b.Owner, two.ID, b.Workflow(one).ID)
		b.wantFault("item", err, fault.KindNotFound, "not-found")
	})
}

func TestADraftIsRenamedByItsContentToAFreeNameOnly(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", "", apptest.CheckAmount)
		other := strings.Replace(apptest.CheckAmount, `"check-amount"`, `"other"`, 1)
		item := b.AddDraft(c, composition.ActionTypeItem, other)
		_, err := b.Composing.SaveItem(b.Context(), b.Owner, c.ID, item.ID, composing.Save{Content: []byte(apptest.CheckAmount), BaseRevision: item.ContentRevision})
		b.wantFault("taken", err, fault.KindConflict, "already-exists")
		_, err = b.Composing.AddItem(b.Context(), b.Owner, c.ID, composing.NewItem{Type: composition.ActionTypeItem, Name: "check-amount"})
		b.wantFault("double", err, fault.KindConflict, "already-exists")
		renamed := b.Save(c, item, strings.Replace(apptest.CheckAmount, `"check-amount"`, `"third"`, 1))
		if renamed.Name != "third" {
			b.Errorf("it is named %q", renamed.Name)
		}
	})
}

func TestWhatCanNotBeKeptIsRefusedAndWhatIsWrongIsKept(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", "", apptest.CheckAmount)
		item := b.Items(c)[1]
		for _, text := range []string{``, `[]`, `null`, `{"name":"a","name":"b"}`, `{"n":1e999}`, "{\"name\":\"\xff\"}"} {
			_, err := b.Composing.SaveItem(b.Context(), b.Owner, c.ID, item.ID, composing.Save{Content: []byte(text), BaseRevision: item.ContentRevision})
			if fault.KindOf(err) != fault.KindInvalid {
				b.Errorf("%q: %v", text, err)
			}
		}
		saved := b.Save(c, item, `{"name":"check-amount","mode":"nonsense"}`)
		if len(saved.Problems) == 0 || saved.Name != "check-amount" {
			b.Errorf("%+v", saved)
		}
	})
}

func TestADraftOfACatalogObjectKnowsItsBase(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		object, err := b.Cataloguing.CreateObject(b.Context(), b.Owner, catalog.ActionType, "", apptest.CheckAmount)
		if err != nil {
			b.Fatal(err)
		}
		theirs, err := b.Cataloguing.CreateObject(b.Context(), b.Owner, catalog.ActionType, b.Other.ID, apptest.CheckAmount)
		if err != nil {
			b.Fatal(err)
		}
		c := b.Compose(b.Team.ID, "")
		item, err := b.Composing.AddItem(b.Context(), b.Owner, c.ID, composing.NewItem{Type: composition.ActionTypeItem, CatalogID: object.ID})
		if err != nil || item.BaseItemID != object.ID || item.BaseContentRevision != object.ContentRevision || item.Content != apptest.CheckAmount {
			b.Errorf("%+v, %v", item, err)
		}
		_, err = b.Composing.AddItem(b.Context(), b.Owner, c.ID, composing.NewItem{Type: composition.ActionTypeItem, CatalogID: theirs.ID})
		if kind := fault.KindOf(err); kind != fault.KindForbidden && kind != fault.KindNotFound {
			b.Errorf("another team's object: %v", err)
		}
		_, err = b.Composing.AddItem(b.Context(), b.Owner, c.ID, composing.NewItem{Type: composition.ActionTypeItem})
		b.wantFault("neither", err, fault.KindInvalid, "name-or-catalog-id")
	})
}

func TestOthersDoNotTouchATeamsComposition(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		ctx, c := b.Context(), b.Compose(b.Team.ID, apptest.Task)
		item := b.Workflow(c)
		name := "mine now"
		_, create := b.Composing.CreateComposition(ctx, b.Stranger, composing.NewComposition{Name: "x", TeamID: b.Team.ID}, idempotency.Key{})
		_, createGlobal := b.Composing.CreateComposition(ctx, b.Stranger, composing.NewComposition{Name: "x"}, idempotency.Key{})
		_, get := b.Composing.GetComposition(ctx, b.Stranger, c.ID)
		_, rename := b.Composing.UpdateComposition(ctx, b.Stranger, c.ID, composing.CompositionChanges{Name: &name})
		_, items := b.Composing.ListItems(ctx, b.Stranger, c.ID)
		_, save := b.Composing.SaveItem(ctx, b.Stranger, c.ID, item.ID, composing.Save{Content: []byte(apptest.Pause), BaseRevision: item.ContentRevision})
		_, add := b.Composing.AddItem(ctx, b.Stranger, c.ID, composing.NewItem{Type: composition.ToolItem, Name: "x"})
		_, revisions := b.Composing.ListRevisions(ctx, b.Stranger, c.ID, item.ID, ports.Page{Limit: 1})
		_, message := b.Composing.SendMessage(ctx, b.Stranger, c.ID, composing.Message{Text: "hi"}, idempotency.Key{})
		_, turns := b.Composing.ListTurns(ctx, b.Stranger, c.ID, ports.Page{Limit: 1})
		_, apply := b.Composing.ApplyPending(ctx, b.Stranger, c.ID, "")
		_, publish := b.Composing.PublishItems(ctx, b.Stranger, c.ID, composing.Publish{ItemIDs: []string{item.ID}})
		_, publishByMember := b.Composing.PublishItems(ctx, b.Member, c.ID, composing.Publish{ItemIDs: []string{item.ID}})
		for what, err := range map[string]error{
			"create": create, "create globally": createGlobal, "get": get, "rename": rename, "items": items, "save": save, "add": add,
			"revisions": revisions, "message": message, "turns": turns, "apply": apply, "publish": publish, "publish by member": publishByMember,
			"interrupt": b.Composing.Interrupt(ctx, b.Stranger, c.ID), "remove": b.Composing.RemoveItem(ctx, b.Stranger, c.ID, item.ID),
			"delete": b.Composing.DeleteComposition(ctx, b.Stranger, c.ID),
		} {
			if fault.KindOf(err) != fault.KindForbidden {
				b.Errorf("%s: %v, want forbidden", what, err)
			}
		}
		_, session := b.Composing.GetSession(ctx, b.Stranger, c.SessionID)
		_, conversation := b.Composing.GetConversation(ctx, b.Stranger, c.SessionID, 0, 10)
		for what, err := range map[string]error{"session": session, "conversation": conversation} {
			if fault.KindOf(err) != fault.KindNotFound && fault.KindOf(err) != fault.KindForbidden {
				b.Errorf("%s: %v", what, err)
			}
		}
		if found, err := b.Composing.ListCompositions(ctx, b.Stranger, ports.Page{Limit: 10}); err != nil || len(found) != 0 {
			b.Errorf("a stranger lists %+v, %v", found, err)
		}
		if _, err := b.Composing.SendMessage(ctx, b.Member, c.ID, composing.Message{Text: "hi"}, idempotency.Key{}); err != nil {
			b.Errorf("a member: %v", err)
		}
	})
}

func TestAnUnknownEngineNamesThoseThereAre(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		_, err := b.Composing.CreateComposition(b.Context(), b.Owner, composing.NewComposition{Name: "x", Engine: "warp"}, idempotency.Key{})
		b.wantFault("create", err, fault.KindInvalid, "unknown-engine")
		if !strings.Contains(fault.As(err).Message, apptest.Engine) {
			b.Errorf("it names nothing: %v", err)
		}
		_, err = b.Composing.CreateComposition(b.Context(), b.Owner, composing.NewComposition{Name: "x", Model: "big"}, idempotency.Key{})
		b.wantFault("a model of an engine without", err, fault.KindInvalid, "unknown-model")
	})
}

func TestACreationRepeatedWithItsKeyMakesOne(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		create := func(body string) (composition.Composition, error) {
			return b.Composing.CreateComposition(b.Context(), b.Owner, composing.NewComposition{Name: "x"},
				idempotency.NewKey(b.Owner, "createComposition", "key", []byte(body)))
		}
		first, err := create("{}")
		if err != nil {
			b.Fatal(err)
		}
		if again, err := create("{}"); err != nil || again.ID != first.ID {
			b.Errorf("%s, %v; want %s", again.ID, err, first.ID)
		}
		_, err = create("{ }")
		b.wantFault("another request", err, fault.KindConflict, "idempotency-key-reused")
	})
}
