package provider_test

import (
	"math"
	"strings"
	"testing"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/provider"
)

const local = `{"name":"local","kind":"openai","baseUrl":"http://127.0.0.1:11434/v1",
 "models":[{"name":"small"},{"name":"big:70b","prices":{"input":2,"output":10,"cacheRead":0.2}}]}`

func parse(t *testing.T, text string) *provider.Provider {
	t.Helper()
	p, problems := provider.Parse([]byte(text))
	if len(problems) > 0 {
		t.Fatalf("%+v", problems)
	}
	return p
}

func TestAModelIsFoundByNameAndTheFirstIsTheDefault(t *testing.T) {
	t.Parallel()
	p := parse(t, local)
	for name, want := range map[string]string{"": "small", "big:70b": "big:70b"} {
		if model, err := p.Model(name); err != nil || model.Name != want {
			t.Errorf("%q is %+v, %v", name, model, err)
		}
	}
	if _, err := p.Model("smal"); fault.CodeOf(err) != "unknown-model" {
		t.Error(err)
	}
}

func TestCostIsByTheMillionAndUnknownWithoutPrices(t *testing.T) {
	t.Parallel()
	p := parse(t, local)
	if cost := p.Models[0].Prices.Cost(1, 1, 1, 1); cost != nil {
		t.Errorf("without prices it costs %v", *cost)
	}
	// What is written to the cache is priced as input, since it has no price of its own.
	if cost := p.Models[1].Prices.Cost(1e6, 1e6, 5e5, 1e5); cost == nil || math.Abs(*cost-(2+0.2+1+1)) > 1e-9 {
		t.Errorf("it costs %v", cost)
	}
}

func TestWhatIsWrongWithAProviderIsToldByField(t *testing.T) {
	t.Parallel()
	const models = `"models":[{"name":"m"}]`
	for text, want := range map[string]string{
		`[]`:       provider.CodeInvalidJSON,
		`{"name":`: provider.CodeInvalidJSON,
		`{"name":1,"kind":"openai",` + models + `}`:                                                              provider.CodeInvalidField,
		`{"name":"My Own","kind":"openai",` + models + `}`:                                                       provider.CodeInvalidName + " name",
		`{"name":"a","kind":"opanai",` + models + `}`:                                                            provider.CodeInvalidKind + " kind",
		`{"name":"a","kind":"openai","baseUrl":"localhost:1",` + models + `}`:                                    provider.CodeInvalidBaseURL + " baseUrl",
		`{"name":"a","kind":"openai","baseUrl":"http://user:password@host",` + models + `}`:                      provider.CodeInvalidBaseURL + " baseUrl",
		`{"name":"a","kind":"openai","secret":"sk-123",` + models + `}`:                                          provider.CodeInvalidSecret + " secret",
		`{"name":"a","kind":"openai","baseURL":"http://127.0.0.1:11434/v1",` + models + `}`:                      provider.CodeUnknownField + " baseURL",
		`{"name":"a","kind":"openai","models":[{"name":"m","contextWindow":9000}]}`:                              provider.CodeUnknownField + " models[0].contextWindow",
		`{"name":"a","kind":"openai","models":[{"name":"m","prices":{"in":1}}]}`:                                 provider.CodeUnknownField + " models[0].prices.in",
		`{"name":"a","kind":"openai","models":[]}`:                                                               provider.CodeMissingModels + " models",
		`{"name":"a","kind":"openai","models":[{"name":"m"},{"name":"m"}]}`:                                      provider.CodeInvalidModel + " models[1].name",
		`{"name":"a","kind":"anthropic","models":[{"name":"m","prices":{"input":1,"output":1,"cacheRead":-1}}]}`: provider.CodeInvalidPrice + " models[0].prices.cacheRead",
	} {
		_, problems := provider.Parse([]byte(text))
		if len(problems) != 1 {
			t.Errorf("%s: %+v", text, problems)
			continue
		}
		got := problems[0].Code
		if problems[0].Field != "" {
			got += " " + problems[0].Field
		}
		if got != want || problems[0].Message == "" {
			t.Errorf("%s: %+v, want %s", text, problems[0], want)
		}
	}
}

func TestAnUnknownFieldIsToldWithTheNearestThatIsMeant(t *testing.T) {
	t.Parallel()
	for field, want := range map[string]string{
		`{"name":"a","kind":"openai","baseURL":"http://127.0.0.1:1/v1","models":[{"name":"m"}]}`:   "baseUrl",
		`{"name":"a","kind":"openai","models":[{"name":"m","price":{"input":1}}]}`:                 "prices",
		`{"name":"a","kind":"openai","models":[{"name":"m","prices":{"input":1,"cache_read":1}}]}`: "cacheRead",
	} {
		_, problems := provider.Parse([]byte(field))
		if len(problems) != 1 || problems[0].Suggestion != want || !strings.Contains(problems[0].Message, want) {
			t.Errorf("%s: %+v", field, problems)
		}
	}
}

func TestAKeyIsRefusedWithTheWayToASecretAndNotRepeated(t *testing.T) {
	t.Parallel()
	for _, field := range []string{"apiKey", "api_key", "key", "token", "authToken", "password", "Authorization"} {
		_, problems := provider.Parse([]byte(`{"name":"a","kind":"openai","` + field + `":"sk-planted","models":[{"name":"m"}]}`))
		if len(problems) != 1 || problems[0].Field != field || !strings.Contains(problems[0].Message, "keys are secrets") ||
			strings.Contains(problems[0].Message, "sk-planted") {
			t.Errorf("%s: %+v", field, problems)
		}
	}
}
