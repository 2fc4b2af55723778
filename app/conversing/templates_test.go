package conversing_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/prompt"
	"heddle.dev/heddle/ports"
)

// findProgram finds those in /opt only.
func findProgram(name string) (string, error) {
	if strings.HasPrefix(name, "/opt/") {
		return name, nil
	}
	return "", os.ErrNotExist
}

const careful = `{"name":"careful","systemPrompt":"Be careful.","capabilities":["composition"],"allowedTools":["get_composition","find_order"],
 "mcpServers":[{"name":"orders","command":"/opt/orders","args":["--mcp"],"environment":{"REGION":"eu"},"secrets":["ORDERS_KEY"]}],
 "initialMessage":"Look at the orders.","environment":{"TZ":"UTC"},"secrets":["SHOP_KEY"],
 "initScript":{"language":"bash","source":"mkdir notes"}}`

func (b *bench) template(text string) catalog.Object {
	b.Helper()
	made, err := b.Cataloguing.CreateObject(b.Context(), b.Owner, catalog.SessionTemplate, "", text)
	if err != nil {
		b.Fatal(err)
	}
	return made
}

func (b *bench) secrets(names ...string) {
	b.Helper()
	for _, name := range names {
		if _, err := b.Secrets.SetSecret(b.Context(), b.Owner, "", name, "value-of-"+name); err != nil {
			b.Fatal(err)
		}
	}
}

func (b *bench) composeFrom(template string) composition.Composition {
	b.Helper()
	made, err := b.Composing.CreateComposition(b.Context(), b.Owner, composing.NewComposition{Name: "Refunds", Template: template}, idempotency.Key{})
	if err != nil {
		b.Fatal(err)
	}
	return made
}

func TestAnAgentIsMadeOfItsSessionsTemplate(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		b.secrets("ORDERS_KEY", "SHOP_KEY")
		b.template(careful)
		b.Say(b.composeFrom("careful"), "hello")
		apptest.Pass(moment)
		agent := s.agents.Last()
		spec := agent.Spec
		if spec.Template != "careful" {
			b.Errorf("its template is %q", spec.Template)
		}
		if !strings.HasPrefix(spec.SystemPrompt, "Be careful.\n\n") || !strings.Contains(spec.SystemPrompt, prompt.ForCompositions()) {
			b.Errorf("its prompt is %.200q", spec.SystemPrompt)
		}
		if !slices.Equal(spec.AllowedTools, []string{"get_composition", "find_order"}) {
			b.Errorf("it may use %v", spec.AllowedTools)
		}
		if spec.Env["TZ"] != "UTC" || spec.Env["SHOP_KEY"] != "value-of-SHOP_KEY" {
			b.Errorf("its environment is %v", spec.Env)
		}
		if len(spec.MCPServers) != 2 || spec.MCPServers[0].Name != "heddle" || spec.MCPServers[1].Command != "/opt/orders" ||
			spec.MCPServers[1].Env["REGION"] != "eu" || spec.MCPServers[1].Env["ORDERS_KEY"] != "value-of-ORDERS_KEY" {
			b.Errorf("its MCP servers are %+v", spec.MCPServers)
		}
		if got := agent.Messages(); !strings.HasPrefix(got[0], "Look at the orders.\n\n") || !strings.HasSuffix(got[0], "hello") {
			b.Errorf("it was told %q", got)
		}
		runs := b.Scripts.Runs()
		if len(runs) != 1 || runs[0].Dir != spec.WorkDir || runs[0].Source != "mkdir notes" || runs[0].Environment["TZ"] != "UTC" ||
			runs[0].Secrets["SHOP_KEY"] == "" || runs[0].Secrets["ORDERS_KEY"] != "" {
			b.Errorf("the init scripts were %+v", runs)
		}
	})
}

func TestATemplatesInitScriptRunsOnceAndItsOpeningStandsOnce(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		b.secrets("ORDERS_KEY", "SHOP_KEY")
		b.template(careful)
		c := b.composeFrom("careful")
		b.Say(c, "hello")
		apptest.Pass(moment)
		s.agents.Last().Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.restart(c)
		apptest.Pass(moment)
		b.Say(c, "again")
		apptest.Pass(moment)
		if runs := b.Scripts.Runs(); len(runs) != 1 {
			b.Errorf("the init script ran %d times", len(runs))
		}
		if told := s.agents.Last().Messages()[0]; strings.Contains(told, "Look at the orders") {
			b.Errorf("an agent that was resumed was told %q", told)
		}
	})
}

func TestAFailedInitScriptIsToldWithItsOutputAndRunAgain(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		b.template(`{"name":"prepared","capabilities":["composition"],"initScript":{"language":"bash","source":"exit 3"}}`)
		b.Scripts.Answer(func(context.Context, ports.ScriptRun) (ports.ScriptResult, error) {
			return ports.ScriptResult{Stderr: "no such orders", Failure: &ports.ScriptFailure{Code: ports.ScriptExited, Message: "the script ended with code 3"}}, nil
		})
		c := b.composeFrom("prepared")
		turn := b.Say(c, "hello")
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Failed, "no such orders")
		b.Scripts.AnswerOutputs(`{}`)
		b.Say(c, "hello again")
		apptest.Pass(moment)
		if s.agents.Last() == nil || len(b.Scripts.Runs()) != 2 {
			b.Errorf("the init script ran %d times", len(b.Scripts.Runs()))
		}
	})
}

func TestWhatATemplateNeedsAndIsNotThereIsTold(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.serve()
		b.template(`{"name":"lost","capabilities":["composition"],"mcpServers":[{"name":"orders","command":"orders-mcp"}]}`)
		b.template(`{"name":"keyless","capabilities":["composition"],"secrets":["SHOP_KEY"]}`)
		for name, want := range map[string]string{"lost": `no program "orders-mcp"`, "keyless": "SHOP_KEY"} {
			c := b.composeFrom(name)
			turn := b.Say(c, "hello")
			apptest.Pass(moment)
			b.wantEnd(c, turn, composition.Failed, want)
		}
	})
}

func TestAChangedTemplateCountsFromTheNextStart(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		made := b.template(`{"name":"mine","systemPrompt":"Before.","capabilities":["composition"]}`)
		c := b.composeFrom(made.ID)
		b.Say(c, "hello")
		apptest.Pass(moment)
		_, err := b.Cataloguing.UpdateObject(b.Context(), b.Owner, catalog.SessionTemplate, made.ID,
			`{"name":"renamed","systemPrompt":"After.","capabilities":["composition"]}`, made.ContentRevision)
		if err != nil {
			b.Fatal(err)
		}
		s.agents.Last().Say(ports.TurnComplete{Outcome: ports.TurnDone})
		apptest.Pass(moment)
		b.restart(c)
		apptest.Pass(moment)
		if got := s.agents.Last().Spec.SystemPrompt; !strings.HasPrefix(got, "After.") {
			b.Errorf("it was told %.60q", got)
		}
	})
}

func TestACompositionTakesTemplatesThatCanCompose(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.template(`{"name":"quick","engine":"` + apptest.Engine + `","capabilities":["composition"]}`)
		for name, want := range map[string]string{"general": "unfit-template", "qick": "unknown-template"} {
			_, err := b.Composing.CreateComposition(b.Context(), b.Owner, composing.NewComposition{Name: "Refunds", Template: name}, idempotency.Key{})
			if fault.CodeOf(err) != want || fault.KindOf(err) != fault.KindInvalid || !strings.Contains(err.Error(), `"quick", "workbench"`) {
				b.Errorf("%s: %v", name, err)
			}
		}
		if c := b.composeFrom(""); b.session(c).TemplateID != "workbench" {
			b.Errorf("its session is %+v", b.session(c))
		}
		if c := b.composeFrom("quick"); c.Engine != apptest.Engine || b.session(c).TemplateID == "quick" {
			b.Errorf("it is %+v, its session %+v", c, b.session(c))
		}
	})
}

func TestATemplateThatACompositionIsMadeOfStays(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		made := b.template(`{"name":"mine","capabilities":["composition"]}`)
		c := b.composeFrom("mine")
		remove := func() error {
			return b.Cataloguing.DeleteObject(b.Context(), b.Owner, catalog.SessionTemplate, made.ID)
		}
		if err := remove(); fault.CodeOf(err) != "in-use" || !strings.Contains(err.Error(), `the composition "Refunds"`) {
			b.Errorf("in use: %v", err)
		}
		if err := b.Composing.DeleteComposition(b.Context(), b.Owner, c.ID); err != nil {
			b.Fatal(err)
		}
		if err := remove(); err != nil {
			b.Errorf("not in use: %v", err)
		}
	})
}
