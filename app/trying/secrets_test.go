package trying_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
)

const calling = `{"name":"call","description":"Calls.","language":"bash","source":"true","secrets":["TOKEN"]}`

func TestADraftGetsItsSecretsFromAPersonOnlyAndWhatIsPublishedFromAgentsToo(t *testing.T) {
	t.Parallel()
	onStores(t, func(h *apptest.Heddle) {
		if _, err := h.Cataloguing.CreateObject(h.Context(), h.Owner, catalog.Tool, "", strings.Replace(calling, `"call"`, `"ring"`, 1)); err != nil {
			h.Fatal(err)
		}
		c := h.Compose(h.Team.ID, "")
		h.AddDraft(c, composition.ToolItem, calling)
		agent := composing.ByAgent(h.Agent(c, h.Say(c, "test it")))
		test := func(by composing.Tester, name string) error {
			_, err := h.Trying.TestTool(h.Context(), by, inputs(name, `{}`))
			return err
		}
		if err := test(person(h, c), "call"); fault.CodeOf(err) != "secret-missing" {
			h.Errorf("without the secret: %v", err)
		}
		if _, err := h.Secrets.SetSecret(h.Context(), h.Owner, h.Team.ID, "TOKEN", "the-team's-value"); err != nil {
			h.Fatal(err)
		}
		if err := test(agent, "call"); fault.CodeOf(err) != "secrets-for-people" {
			h.Errorf("an agent tests its draft: %v", err)
		}
		if err := test(person(h, c), "call"); err != nil {
			h.Error(err)
		}
		if err := test(agent, "ring"); err != nil {
			h.Error(err)
		}
		runs := h.Scripts.Runs()
		for _, run := range runs {
			if run.Secrets["TOKEN"] != "the-team's-value" {
				h.Errorf("ran with %v", run.Secrets)
			}
		}
		if len(runs) != 2 {
			h.Errorf("%d tests ran", len(runs))
		}
	})
}
