package mcp_test

import (
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/domain/prompt"
	"heddle.dev/heddle/domain/reference"
)

func TestEveryListedResourceCanBeRead(t *testing.T) {
	t.Parallel()
	client := connect(t, &recorder{content: `{"content":{"n":1.50}}`})
	listed := map[string]string{}
	for resource, err := range client.Resources(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		read, err := client.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: resource.URI})
		if err != nil || len(read.Contents) != 1 || read.Contents[0].MIMEType != resource.MIMEType {
			t.Fatalf("%s: %+v, %v", resource.URI, read, err)
		}
		listed[resource.URI] = read.Contents[0].Text
	}
	for _, name := range reference.Names() {
		if section, _ := reference.ByName(name); !strings.Contains(listed["heddle://reference/"+name], section.Text) {
			t.Errorf("the section %s is %q", name, listed["heddle://reference/"+name])
		}
	}
	if listed["heddle://composition/workflow"] != `{"z":1.50}` || listed["heddle://composition/items/tool/a%20b"] != `{"n":1.50}` {
		t.Errorf("the documents are %v", listed)
	}
	if !strings.Contains(listed["heddle://schemas/change-set"], `"addNode"`) {
		t.Error("the schema of change sets does not name the ops")
	}
}

func TestResourcesAreReadUnderTheirNames(t *testing.T) {
	t.Parallel()
	backend := &recorder{content: `{"content":{}}`}
	client := connect(t, backend)
	for _, address := range []string{"heddle://composition/items/tool/a%20b", "heddle://catalog/workflow/refund"} {
		if _, err := client.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: address}); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
	if want := []string{"item tool a b", "entry workflow refund"}; !slices.Equal(backend.calls, want) {
		t.Errorf("calls %q", backend.calls)
	}
}

func TestAnUnknownAddressIsAnsweredByWhatThereIs(t *testing.T) {
	t.Parallel()
	client := connect(t, &recorder{})
	for address, want := range map[string]string{
		"heddle://reference/node-type": `did you mean "heddle://reference/node-types"?`,
		"heddle://nothing":             "there is no resource heddle://nothing",
	} {
		if _, err := client.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: address}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestTheWorkingLoopTakesAGoal(t *testing.T) {
	t.Parallel()
	client := connect(t, &recorder{})
	loop := func(arguments map[string]string) string {
		got, err := client.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "working-loop", Arguments: arguments})
		if err != nil {
			return err.Error()
		}
		return got.Messages[0].Content.(*sdk.TextContent).Text
	}
	if text := loop(map[string]string{"goal": "pay refunds"}); !strings.Contains(text, "The goal: pay refunds") || !strings.Contains(text, "stop and ask") {
		t.Error(text)
	}
	if text := loop(nil); !strings.Contains(text, "the goal that get_composition tells") {
		t.Error(text)
	}
	if text := loop(map[string]string{"aim": "x"}); !strings.Contains(text, "no argument aim; it has goal") {
		t.Error(text)
	}
}

// What the loop and the rules have to say is asserted where they are written.
func TestTheWorkingLoopIsWhatEveryAgentAtACompositionIsTold(t *testing.T) {
	t.Parallel()
	got, err := connect(t, &recorder{}).GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "working-loop"})
	if err != nil {
		t.Fatal(err)
	}
	text := got.Messages[0].Content.(*sdk.TextContent).Text
	for _, part := range []string{prompt.ForCompositions(), prompt.Rules()} {
		if !strings.Contains(text, part) {
			t.Errorf("the loop leaves out: %s", part)
		}
	}
}
