package providing_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/fault"
)

func onStores(t *testing.T, test func(h *apptest.Heddle)) {
	t.Helper()
	apptest.Stores(t, func(t *testing.T, store apptest.Store) { test(apptest.New(t, store, nil)) })
}

func provide(h *apptest.Heddle, teamID, name string) catalog.Object {
	h.Helper()
	text := fmt.Sprintf(`{"name":%q,"kind":"openai","models":[{"name":"%s/first","prices":{"input":1,"output":2}},{"name":"second"}]}`, name, name)
	made, err := h.Cataloguing.CreateObject(h.Context(), h.Owner, catalog.Provider, teamID, text)
	if err != nil {
		h.Fatal(err)
	}
	return made
}

func TestAModelIsOpenedByTheNameOfItsProviderAndItsOwn(t *testing.T) {
	t.Parallel()
	onStores(t, func(h *apptest.Heddle) {
		if _, err := h.Providing.OpenModel(h.Context(), ""); fault.CodeOf(err) != "no-provider" {
			h.Errorf("without providers: %v", err)
		}
		provide(h, h.Team.ID, "alone")
		if has, err := h.Providing.HasProviders(h.Context()); has || err != nil {
			h.Errorf("a team's provider counts for all: %t, %v", has, err)
		}
		provide(h, "", "near")
		provide(h, "", "far")
		for name, want := range map[string]string{"": "far/first", "near": "near/first", "near/second": "second", "near/near/first": "near/first"} {
			if model, err := h.Providing.OpenModel(h.Context(), name); err != nil || model.Name != want || model.LLM == nil {
				h.Errorf("%q opens %+v, %v", name, model, err)
			}
		}
		for name, code := range map[string]string{"nera": "unknown-provider", "alone": "unknown-provider", "near/third": "unknown-model"} {
			_, err := h.Providing.OpenModel(h.Context(), name)
			if fault.CodeOf(err) != code || !strings.Contains(err.Error(), "near") {
				h.Errorf("%q: %v", name, err)
			}
		}
		if has, err := h.Providing.HasProviders(h.Context()); !has || err != nil {
			h.Errorf("%t, %v", has, err)
		}
	})
}

func TestOnlyWhoMayChangeAProviderTriesIt(t *testing.T) {
	t.Parallel()
	onStores(t, func(h *apptest.Heddle) {
		made := provide(h, h.Team.ID, "near")
		for who, actor := range map[string]access.Actor{"a member": h.Member, "a stranger": h.Stranger} {
			if _, err := h.Providing.TryProvider(h.Context(), actor, made.ID, ""); fault.CodeOf(err) != "forbidden" {
				h.Errorf("%s: %v", who, err)
			}
		}
		if trial, err := h.Providing.TryProvider(h.Context(), h.Admin, made.ID, "none"); err != nil || trial.Code != "unknown-model" {
			h.Errorf("an admin: %+v, %v", trial, err)
		}
	})
}
