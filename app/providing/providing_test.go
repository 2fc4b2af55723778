package providing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/provider"
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

// opened is the provider and the model that a name opens.
func opened(h *apptest.Heddle, teamID, name string) (string, error) {
	h.Helper()
	server, err := h.Providing.ModelServer(h.Context(), teamID, []provider.Kind{provider.OpenAI}, name)
	if err != nil {
		return "", err
	}
	return server.Provider.Name + " " + server.Model.Name, nil
}

func TestAModelIsOpenedByTheNameOfItsProviderAndItsOwn(t *testing.T) {
	t.Parallel()
	onStores(t, func(h *apptest.Heddle) {
		provide(h, h.Team.ID, "alone")
		provide(h, "", "near")
		provide(h, "", "far")
		for name, want := range map[string]string{
			"": "far far/first", "near": "near near/first", "near/second": "near second", "near/near/first": "near near/first",
		} {
			if got, err := opened(h, "", name); err != nil || got != want {
				h.Errorf("%q opens %q, %v", name, got, err)
			}
		}
		for name, code := range map[string]string{"nera": "unknown-provider", "alone": "unknown-provider", "near/third": "unknown-model"} {
			if _, err := opened(h, "", name); fault.CodeOf(err) != code || !strings.Contains(err.Error(), "near") {
				h.Errorf("%q: %v", name, err)
			}
		}
		if got, err := opened(h, h.Team.ID, ""); err != nil || got != "alone alone/first" {
			h.Errorf("a team begins with %q, %v", got, err)
		}
	})
}

func TestWithoutAProviderOfItsKindAnEngineHasNoModel(t *testing.T) {
	t.Parallel()
	onStores(t, func(h *apptest.Heddle) {
		if _, err := opened(h, "", ""); fault.CodeOf(err) != "no-provider" {
			h.Errorf("without providers: %v", err)
		}
		provide(h, h.Team.ID, "alone")
		if _, err := opened(h, "", ""); fault.CodeOf(err) != "no-provider" {
			h.Errorf("a team's provider counts for all: %v", err)
		}
		provide(h, "", "near")
		if _, err := h.Providing.ModelServer(h.Context(), "", []provider.Kind{provider.Anthropic}, "near"); fault.CodeOf(err) != "no-provider" {
			h.Errorf("a provider of another kind: %v", err)
		}
	})
}

func TestATeamsProviderHidesTheOneForAllOfTheSameName(t *testing.T) {
	t.Parallel()
	onStores(t, func(h *apptest.Heddle) {
		provide(h, "", "near")
		provide(h, "", "shared")
		provide(h, h.Team.ID, "shared")
		models, err := h.Providing.ListModels(h.Context(), h.Team.ID, []provider.Kind{provider.OpenAI})
		names := []string{}
		for _, model := range models {
			names = append(names, model.Name)
		}
		if want := []string{"shared/shared/first", "shared/second", "near/near/first", "near/second"}; err != nil || !slices.Equal(names, want) {
			h.Errorf("%q, %v", names, err)
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

func TestAModelWhoseProviderIsDeletedSaysWhatToDo(t *testing.T) {
	t.Parallel()
	onStores(t, func(h *apptest.Heddle) {
		provide(h, "", "near")
		gone := provide(h, "", "far")
		if err := h.Cataloguing.DeleteObject(h.Context(), h.Owner, catalog.Provider, gone.ID); err != nil {
			h.Fatal(err)
		}
		_, err := opened(h, "", "far/second")
		if fault.CodeOf(err) != "unknown-provider" || !strings.Contains(err.Error(), `"far"`) || !strings.Contains(err.Error(), "choose another model") {
			h.Error(err)
		}
	})
}
