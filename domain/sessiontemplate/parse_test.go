package sessiontemplate_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/domain/sessiontemplate"
)

const whole = `{"name":"support","label":"Support","description":"Answers.","engine":"builtin","model":"local/small","systemPrompt":"Be kind.",
 "mcpServers":[{"name":"orders","command":"/opt/orders","args":["--mcp",""],"environment":{"REGION":"eu"},"secrets":["ORDERS_KEY"]}],
 "allowedTools":["find_order"],"capabilities":["config-items","validation-feedback"],"initialMessage":"Look at the orders.",
 "environment":{"TZ":"UTC"},"secrets":["SHOP_KEY"],"initScript":{"language":"bash","source":"echo hello"}}`

func TestATemplateIsReadWhole(t *testing.T) {
	t.Parallel()
	read, problems := sessiontemplate.Parse([]byte(whole))
	if len(problems) > 0 {
		t.Fatalf("%+v", problems)
	}
	if !read.Has(sessiontemplate.ConfigItems) || read.Has(sessiontemplate.Composition) {
		t.Errorf("it has the capabilities %v", read.Capabilities)
	}
	if names := strings.Join(read.SecretNames(), " "); names != "ORDERS_KEY SHOP_KEY" {
		t.Errorf("it names the secrets %s", names)
	}
	text, err := read.Text()
	if err != nil {
		t.Fatal(err)
	}
	again, problems := sessiontemplate.Parse([]byte(text))
	if len(problems) > 0 || again.Environment["TZ"] != "UTC" || again.InitScript.Source != "echo hello" || len(again.MCPServers[0].Args) != 2 {
		t.Errorf("written and read again it is %+v, %+v", again, problems)
	}
}

func TestWhatIsWrongWithATemplateIsToldByField(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`[]`:                                "INVALID_JSON ",
		`{"name":`:                          "INVALID_JSON ",
		`{"name":"A"}`:                      "INVALID_NAME name",
		`{}`:                                "INVALID_NAME name",
		`{"name":1}`:                        "INVALID_FIELD name",
		`{"name":"workbench"}`:              "BUILT_IN_NAME name",
		`{"name":"a","capability":[]}`:      "UNKNOWN_FIELD capability",
		`{"name":"a","engine":"My Own"}`:    "INVALID_FIELD engine",
		`{"name":"a","systemPrompt":["x"]}`: "INVALID_FIELD systemPrompt",
		`{"name":"a","label":"\u0000"}`:     "INVALID_FIELD label",
		`{"name":"a","capabilities":["compose"]}`:                                           "INVALID_CAPABILITY capabilities[0]",
		`{"name":"a","capabilities":"composition"}`:                                         "INVALID_CAPABILITY capabilities",
		`{"name":"a","capabilities":["config-items","config-items"]}`:                       "INVALID_CAPABILITY capabilities[1]",
		`{"name":"a","capabilities":["validation-feedback"]}`:                               "USELESS_CAPABILITY capabilities",
		`{"name":"a","allowedTools":["a b"]}`:                                               "INVALID_TOOL allowedTools[0]",
		`{"name":"a","allowedTools":["t","t"]}`:                                             "INVALID_TOOL allowedTools[1]",
		`{"name":"a","mcpServers":{}}`:                                                      "INVALID_MCP_SERVER mcpServers",
		`{"name":"a","mcpServers":["x"]}`:                                                   "INVALID_MCP_SERVER mcpServers[0]",
		`{"name":"a","mcpServers":[{"name":"heddle","command":"x"}]}`:                       "INVALID_MCP_SERVER mcpServers[0].name",
		`{"name":"a","mcpServers":[{"name":"x_y","command":"x"}]}`:                          "INVALID_MCP_SERVER mcpServers[0].name",
		`{"name":"a","mcpServers":[{"name":"x"}]}`:                                          "INVALID_MCP_SERVER mcpServers[0].command",
		`{"name":"a","mcpServers":[{"name":"x","command":"./x"}]}`:                          "INVALID_MCP_SERVER mcpServers[0].command",
		`{"name":"a","mcpServers":[{"name":"x","command":"x","env":{}}]}`:                   "UNKNOWN_FIELD mcpServers[0].env",
		`{"name":"a","mcpServers":[{"name":"x","command":"x"},{"name":"x","command":"y"}]}`: "INVALID_MCP_SERVER mcpServers[1].name",
		`{"name":"a","mcpServers":[{"name":"x","command":"x","secrets":["a-b"]}]}`:          "INVALID_SECRETS mcpServers[0].secrets[0]",
		`{"name":"a","environment":{"A-B":"x"}}`:                                            "INVALID_ENVIRONMENT environment.A-B",
		`{"name":"a","environment":{"HEDDLE_SERVER":"x"}}`:                                  "INVALID_ENVIRONMENT environment.HEDDLE_SERVER",
		`{"name":"a","environment":{"ANTHROPIC_BASE_URL":"x"}}`:                             "INVALID_ENVIRONMENT environment.ANTHROPIC_BASE_URL",
		`{"name":"a","environment":{"A":1}}`:                                                "INVALID_ENVIRONMENT environment.A",
		`{"name":"a","environment":{"A":"x"},"secrets":["A"]}`:                              "INVALID_SECRETS secrets[0]",
		`{"name":"a","secrets":["B","B"]}`:                                                  "INVALID_SECRETS secrets[1]",
		`{"name":"a","initScript":"echo"}`:                                                  "INVALID_INIT_SCRIPT initScript",
		`{"name":"a","initScript":{"language":"perl","source":"x"}}`:                        "INVALID_INIT_SCRIPT initScript.language",
		`{"name":"a","initScript":{"language":"bash","source":" "}}`:                        "INVALID_INIT_SCRIPT initScript.source",
	} {
		_, problems := sessiontemplate.Parse([]byte(text))
		if len(problems) != 1 || problems[0].Code+" "+problems[0].Field != want || problems[0].Message == "" {
			t.Errorf("%s: %+v, want %s", text, problems, want)
		}
	}
}

func TestAnUnknownFieldIsToldWithTheNearestThatIsMeant(t *testing.T) {
	t.Parallel()
	_, problems := sessiontemplate.Parse([]byte(`{"name":"a","enviroment":{}}`))
	if len(problems) != 1 || problems[0].Suggestion != "environment" || !strings.Contains(problems[0].Message, `did you mean "environment"?`) {
		t.Errorf("%+v", problems)
	}
}

func TestTheBoundsOfATemplateHold(t *testing.T) {
	t.Parallel()
	servers := strings.TrimSuffix(strings.Repeat(`{"name":"s","command":"x"},`, 17), ",")
	for text, field := range map[string]string{
		`{"name":"a","systemPrompt":"` + strings.Repeat("x", 32<<10+1) + `"}`:                            "systemPrompt",
		`{"name":"a","allowedTools":[` + strings.Repeat(`"t",`, 200) + `"t"]}`:                           "allowedTools",
		`{"name":"a","mcpServers":[` + servers + `]}`:                                                    "mcpServers",
		`{"name":"a","environment":{"A":"` + strings.Repeat("x", 8<<10+1) + `"}}`:                        "environment.A",
		`{"name":"` + strings.Repeat("n", 65) + `"}`:                                                     "name",
		`{"name":"a","environment":{"` + strings.Repeat("E", 65) + `":"x"}}`:                             "environment." + strings.Repeat("E", 65),
		`{"name":"a","initScript":{"language":"bash","source":"` + strings.Repeat("x", 64<<10+1) + `"}}`: "initScript.source",
	} {
		_, problems := sessiontemplate.Parse([]byte(text))
		if len(problems) == 0 || problems[len(problems)-1].Field != field {
			t.Errorf("%.60s…: %+v", text, problems)
		}
	}
}

func TestBuiltInTemplatesAreFoundByNameAndReadBack(t *testing.T) {
	t.Parallel()
	last := ""
	for _, builtIn := range sessiontemplate.BuiltIns() {
		if builtIn.Name <= last {
			t.Errorf("%s does not follow %s by name", builtIn.Name, last)
		}
		last = builtIn.Name
		text, err := builtIn.Text()
		if err != nil {
			t.Fatal(err)
		}
		_, problems := sessiontemplate.Parse([]byte(text))
		if len(problems) != 1 || problems[0].Code != sessiontemplate.CodeBuiltInName {
			t.Errorf("%s: %+v", builtIn.Name, problems)
		}
		if found, ok := sessiontemplate.BuiltIn(builtIn.Name); !ok || found.Label != builtIn.Label {
			t.Errorf("%s is %+v", builtIn.Name, found)
		}
	}
	for name, capability := range map[string]sessiontemplate.Capability{
		sessiontemplate.DefaultForCompositions: sessiontemplate.Composition, "configuration-assistant": sessiontemplate.ConfigItems,
	} {
		if found, _ := sessiontemplate.BuiltIn(name); !found.Has(capability) {
			t.Errorf("%s has not %s", name, capability)
		}
	}
}

func FuzzParseNeverPanics(f *testing.F) {
	f.Add(whole)
	f.Add(`{"mcpServers":[{"args":[1]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		read, problems := sessiontemplate.Parse([]byte(text))
		if read == nil && len(problems) == 0 {
			t.Error("it is not read, and nothing is wrong with it")
		}
	})
}
