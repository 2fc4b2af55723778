package conversing_test

import (
	"fmt"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
)

// near is the text of a provider with a price.
func near(price int) string {
	return fmt.Sprintf(`{"name":"near","kind":"openai","secret":"MODEL_KEY","models":[{"name":"first","prices":{"input":%d,"output":1}}]}`, price)
}

func (b *bench) setSecret(name, value string) {
	b.Helper()
	if _, err := b.Secrets.SetSecret(b.Context(), b.Owner, "", name, value); err != nil {
		b.Fatal(err)
	}
}

func (b *bench) composeWith(model string) composition.Composition {
	b.Helper()
	made, err := b.Composing.CreateComposition(b.Context(), b.Owner,
		composing.NewComposition{Name: "Refunds", Engine: apptest.OtherEngine, Model: model}, idempotency.Key{})
	if err != nil {
		b.Fatal(err)
	}
	return made
}

func TestAnAgentWhoseProviderOrKeyIsChangedStartsAnewWithTheNextMessage(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		b.setSecret("MODEL_KEY", "the-first-key")
		made, err := b.Cataloguing.CreateObject(b.Context(), b.Owner, catalog.Provider, "", near(1))
		if err != nil {
			b.Fatal(err)
		}
		c := b.composeWith("near/first")
		b.answerOne(s, c)
		b.answerOne(s, c)
		if got := len(s.agents.Sessions()); got != 1 {
			b.Errorf("%d agents were started though nothing was changed", got)
		}
		b.setSecret("MODEL_KEY", "the-second-key")
		b.answerOne(s, c)
		agents := s.agents.Sessions()
		if len(agents) != 2 || !agents[0].Ended() || agents[1].Spec.Server.Key != "the-second-key" || agents[1].Spec.ResumeID != "resume" {
			b.Fatalf("%d agents, the last is made of %+v", len(agents), s.agents.Last().Spec)
		}
		if _, err = b.Cataloguing.UpdateObject(b.Context(), b.Owner, catalog.Provider, made.ID, near(2), made.ContentRevision); err != nil {
			b.Fatal(err)
		}
		b.answerOne(s, c)
		agents = s.agents.Sessions()
		if len(agents) != 3 || *agents[2].Spec.Server.Model.Prices.Input != 2 {
			b.Fatalf("%d agents, the last is made of %+v", len(agents), s.agents.Last().Spec.Server)
		}
	})
}

func TestAnAgentWhoseKeyIsGoneGetsNoMoreMessages(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		b.setSecret("SHOP_KEY", "the-only-key")
		made := b.template(`{"name":"mine","capabilities":["composition"],"secrets":["SHOP_KEY"]}`)
		c := b.composeFrom("mine")
		b.answerOne(s, c)
		// The template goes on without the secret, which can be deleted then; the agent still has it.
		if _, err := b.Cataloguing.UpdateObject(b.Context(), b.Owner, catalog.SessionTemplate, made.ID,
			`{"name":"mine","capabilities":["composition"]}`, made.ContentRevision); err != nil {
			b.Fatal(err)
		}
		if err := b.Secrets.DeleteSecret(b.Context(), b.Owner, "", "SHOP_KEY"); err != nil {
			b.Fatal(err)
		}
		b.answerOne(s, c)
		agents := s.agents.Sessions()
		if len(agents) != 2 || !agents[0].Ended() || agents[1].Spec.Env["SHOP_KEY"] != "" {
			b.Errorf("%d agents, the last is made of %+v", len(agents), s.agents.Last().Spec.Env)
		}
	})
}

func TestEachServerNoticesWhatWasChangedAtAnother(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		first := b.serve()
		b.setSecret("SHOP_KEY", "the-first-key")
		b.template(`{"name":"mine","capabilities":["composition"],"mcpServers":[{"name":"shop","command":"/opt/shop","secrets":["SHOP_KEY"]}]}`)
		c := b.composeFrom("mine")
		b.answerOne(first, c)
		b.serve() // secrets are set by requests to either
		b.setSecret("SHOP_KEY", "the-second-key")
		b.answerOne(first, c)
		if got := first.agents.Last().Spec.MCPServers[1].Env["SHOP_KEY"]; got != "the-second-key" {
			b.Errorf("the agent's MCP server has %q", got)
		}
	})
}

func TestNoMoreMessagesGoToAProviderThatIsDeleted(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		b.setSecret("MODEL_KEY", "the-only-key")
		made, err := b.Cataloguing.CreateObject(b.Context(), b.Owner, catalog.Provider, "", near(1))
		if err != nil {
			b.Fatal(err)
		}
		c := b.composeWith("near/first")
		b.answerOne(s, c)
		if err := b.Cataloguing.DeleteObject(b.Context(), b.Owner, catalog.Provider, made.ID); err != nil {
			b.Fatal(err)
		}
		b.answerOne(s, c) // the engine takes any name
		if agents := s.agents.Sessions(); len(agents) != 2 || !agents[0].Ended() || agents[1].Spec.Server != nil {
			b.Errorf("%d agents, the last is asked at %+v", len(agents), s.agents.Last().Spec.Server)
		}
	})
}
