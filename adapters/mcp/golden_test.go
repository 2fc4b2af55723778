package mcp_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

var update = flag.Bool("update", false, "write the golden files of what agents are offered")

// transports are the ways to a server; what it offers has to be the same over each.
var transports = map[string]func(t *testing.T) *sdk.ClientSession{
	"in memory": func(t *testing.T) *sdk.ClientSession { t.Helper(); return connect(t, &recorder{}) },
	"over HTTP": func(t *testing.T) *sdk.ClientSession { t.Helper(); return overHTTP(t, fakeAPI, "one")[0] },
}

// requireGolden holds a value against the golden file of the name, or writes it.
func requireGolden(t *testing.T, name string, value any) {
	t.Helper()
	var got bytes.Buffer
	encoder := json.NewEncoder(&got)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", name+".golden.json")
	if *update {
		if err := os.WriteFile(path, got.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s is not as it is written down; look at the difference after go test ./adapters/mcp -update:\n%s", path, got.Bytes())
	}
}

func TestWhatAgentsAreOfferedIsWrittenDown(t *testing.T) {
	t.Parallel()
	for name, connected := range transports {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := connected(t)
			tools, err := client.ListTools(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			requireGolden(t, "tools", tools.Tools)
			resources, err := client.ListResources(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			templates, err := client.ListResourceTemplates(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			requireGolden(t, "resources", map[string]any{"resources": resources.Resources, "templates": templates.ResourceTemplates})
			prompts, err := client.ListPrompts(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			requireGolden(t, "prompts", prompts.Prompts)
		})
	}
}
