package e2e_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
	"heddle.dev/heddle/e2e/modeltest"
	"heddle.dev/heddle/openapi/api"
)

const ordersKey = "planted-orders-key"

// makeOrdersTemplate makes a template whose agents have a tool of somebody else's.
func makeOrdersTemplate(t *testing.T, s *heddletest.Server, more string) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, request := range []heddletest.Request{
		{Method: http.MethodPut, Path: "/secrets/ORDERS_KEY", Body: strings.NewReader(`{"value": "` + ordersKey + `"}`)},
		{Method: http.MethodPost, Path: "/session-templates", Body: strings.NewReader(fmt.Sprintf(`{"content": {
			"name": "orders-composer", "systemPrompt": "You know orders.", "capabilities": ["composition"], "initialMessage": "Be brief.",
			"environment": {"SHOP": "main"}, "initScript": {"language": "bash", "source": "mkdir notes; printf \"of $SHOP\" > notes/ready"},
			"mcpServers": [{"name": "orders", "command": %q, "environment": {%q: "yes", "REGION": "eu"}, "secrets": ["ORDERS_KEY"]}]%s}}`,
			program, ordersServer, more))},
	} {
		if answer := s.Send(request); answer.Status >= http.StatusBadRequest {
			t.Fatalf("%s: %d %s", request.Path, answer.Status, answer.Body)
		}
	}
}

// composeFrom makes a composition whose agent is made of the template.
func composeFrom(t *testing.T, s *heddletest.Server, template string) api.Composition {
	t.Helper()
	made, err := s.API.CreateCompositionWithResponse(t.Context(), nil, api.NewComposition{Name: "Orders", TemplateId: &template})
	if err != nil || made.JSON201 == nil {
		t.Fatalf("%v, %s", err, made.Body)
	}
	return *made.JSON201
}

// orderFound is what the tool answers where environment, secret and init script have reached it.
const orderFound = "order 7 in eu, note of main, key of 18 bytes"

func TestAnAgentOfATemplateOfOnesOwnHasItsPromptItsToolsAndItsEnvironment(t *testing.T) {
	t.Parallel()
	s, model := startWithBuiltin(t, modeltest.AnthropicWire, func(r modeltest.Request) modeltest.Answer {
		last := r.Messages[len(r.Messages)-1]
		if len(last.Results) == 0 {
			return modeltest.Answer{Calls: []modeltest.Call{{ID: "call-1", Name: "find_order", Input: `{"id": "7"}`}}}
		}
		return modeltest.Answer{Text: "It is here: " + last.Results[0].Text}
	})
	makeOrdersTemplate(t, s, `, "allowedTools": ["get_composition", "find_order"]`)
	composition := composeFrom(t, s, "orders-composer")
	s.Ask(composition.Id, "Where is order 7?")
	requireSaid(t, s, composition.Id, orderFound)
	first := model.Requests()[0]
	for _, part := range []string{"You know orders.", "# How you work", "## Change sets", "## What is published", "# Rules"} {
		if !strings.Contains(first.System, part) {
			t.Errorf("the prompt lacks %.60q", part)
		}
	}
	if !strings.HasPrefix(first.Prompt(), "Be brief.\n\n") {
		t.Errorf("the first message is %q", first.Prompt())
	}
	// Asking the person is the engine's own, and needs no leave.
	if tools := strings.Join(first.Tools, " "); tools != "ask_user get_composition find_order" {
		t.Errorf("it may call %s", tools)
	}
	if strings.Contains(s.Log(), ordersKey) {
		t.Error("the log tells the key")
	}
}

func TestTheDemoAgentIsMadeOfTemplatesToo(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		makeOrdersTemplate(t, s, "")
		composition := composeFrom(t, s, "orders-composer")
		s.Ask(composition.Id, "Where is order 7?")
		requireSaid(t, s, composition.Id, orderFound)
		made := s.Send(heddletest.Request{Path: "/session-templates"})
		if !strings.Contains(string(made.Body), `"orders-composer"`) || strings.Contains(string(made.Body), ordersKey) {
			t.Errorf("the templates are %s", made.Body)
		}
	}, playbooks(t))
}

func TestACompositionIsRefusedATemplateThatCanNotCompose(t *testing.T) {
	t.Parallel()
	s := heddletest.Start(t, heddletest.SQLite)
	answer := s.Send(heddletest.Request{Path: "/compositions", Body: strings.NewReader(`{"name": "x", "templateId": "general"}`)})
	answer.Expect(t, http.StatusUnprocessableEntity, "unfit-template")
	if !strings.Contains(string(answer.Body), "workbench") {
		t.Errorf("the refusal does not say what there is: %s", answer.Body)
	}
}

func TestTheExampleOfTheDocumentationIsATemplate(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join("..", "docs", "session-templates.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, example, found := strings.Cut(string(page), "```json\n")
	example, _, ends := strings.Cut(example, "```")
	if !found || !ends {
		t.Fatal("there is no example")
	}
	s := heddletest.Start(t, heddletest.SQLite)
	if made := s.Send(heddletest.Request{Path: "/session-templates", Body: strings.NewReader(example)}); made.Status != http.StatusCreated {
		t.Errorf("%d %s", made.Status, made.Body)
	}
	composeFrom(t, s, "returns-composer")
}
