package engines_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/app/engines"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/provider"
	"heddle.dev/heddle/ports"
)

// shelf has providers by their names, each with a model "m", for everybody.
type shelf map[string]provider.Kind

func (s shelf) ListModels(_ context.Context, _ string, kinds []provider.Kind) (models []engines.Model, err error) {
	for name, kind := range s {
		if slices.Contains(kinds, kind) {
			models = append(models, engines.Model{Name: name + "/m"})
		}
	}
	return models, nil
}

func (s shelf) ModelServer(_ context.Context, _ string, _ []provider.Kind, name string) (*ports.ModelServer, error) {
	if len(s) == 0 {
		return nil, fault.New(fault.KindInvalid, engines.CodeNoProvider, "there is no provider")
	}
	wanted, _, _ := strings.Cut(name, "/")
	if _, known := s[wanted]; !known && wanted != "" {
		return nil, fault.New(fault.KindInvalid, engines.CodeUnknownProvider, "there is no provider %s", wanted)
	}
	return &ports.ModelServer{Model: provider.Model{Name: name}}, nil
}

var (
	scripted = engines.Engine{Name: "scripted", Scripted: true}
	loop     = engines.Engine{Name: "loop", Providers: []provider.Kind{provider.OpenAI}}
	cli      = engines.Engine{
		Name: "cli", Models: []engines.Model{{Name: "quick"}}, AnyModel: true, Providers: []provider.Kind{provider.Anthropic},
	}
)

func namesOf(t *testing.T, s *engines.Service) (names []string) {
	t.Helper()
	offers, err := s.ListOffers(t.Context(), access.Actor{User: access.User{IsOwner: true}}, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, offer := range offers {
		names = append(names, offer.Name)
	}
	return names
}

func TestAnEngineThatNeedsAProviderIsOfferedWhereThereIsOne(t *testing.T) {
	t.Parallel()
	providers := shelf{}
	s := engines.New([]engines.Engine{scripted, loop, cli}, providers)
	if got := namesOf(t, s); !slices.Equal(got, []string{"scripted", "cli"}) {
		t.Errorf("without a provider: %v", got)
	}
	if _, err := s.Choose(t.Context(), "", "loop", ""); fault.CodeOf(err) != "unknown-engine" || !strings.Contains(err.Error(), "cli") {
		t.Errorf("without a provider: %v", err)
	}
	providers["near"] = provider.OpenAI
	if got := namesOf(t, s); !slices.Equal(got, []string{"scripted", "loop", "cli"}) {
		t.Errorf("with one: %v", got)
	}
	if got, err := s.Choose(t.Context(), "", "loop", "near/m"); err != nil || got != "loop" {
		t.Errorf("with one: %q, %v", got, err)
	}
	if got := namesOf(t, engines.New([]engines.Engine{loop}, shelf{})); !slices.Equal(got, []string{"loop"}) {
		t.Errorf("the default is offered in any case: %v", got)
	}
}

func TestAModelMustBeOneOfTheEngines(t *testing.T) {
	t.Parallel()
	s := engines.New([]engines.Engine{scripted, loop, cli}, shelf{"near": provider.OpenAI})
	for choice, code := range map[[2]string]string{
		{"", ""}: "", {"", "m"}: "unknown-model", {"loop", "near/m"}: "", {"loop", "near/n"}: "unknown-model",
		{"cli", "quick"}: "", {"cli", "anything"}: "",
	} {
		if _, err := s.Choose(t.Context(), "", choice[0], choice[1]); (err == nil) != (code == "") || err != nil && fault.CodeOf(err) != code {
			t.Errorf("%q: %v", choice, err)
		}
	}
}

func TestAModelOfTheEnginesOwnNeedsNoServer(t *testing.T) {
	t.Parallel()
	s := engines.New([]engines.Engine{scripted, loop, cli}, shelf{"near": provider.OpenAI, "far": provider.Anthropic})
	for choice, want := range map[[2]string]string{
		{"scripted", ""}: "none", {"loop", ""}: "", {"loop", "near/m"}: "near/m",
		{"cli", ""}: "none", {"cli", "quick"}: "none", {"cli", "anything"}: "none", {"cli", "far/m"}: "far/m",
	} {
		got := "none"
		server, err := s.ModelServer(t.Context(), "", choice[0], choice[1])
		if server != nil {
			got = server.Model.Name
		}
		if err != nil || got != want {
			t.Errorf("%q is asked at %q, %v", choice, got, err)
		}
	}
	if _, err := s.ModelServer(t.Context(), "", "loop", "none/m"); fault.CodeOf(err) != engines.CodeUnknownProvider {
		t.Error(err)
	}
}

func TestAModelThatTheEngineKnowsNeedsNoProviderAtAll(t *testing.T) {
	t.Parallel()
	s := engines.New([]engines.Engine{cli, loop}, shelf{})
	if server, err := s.ModelServer(t.Context(), "", "cli", "anything"); err != nil || server != nil {
		t.Errorf("it is asked at %+v, %v", server, err)
	}
	if _, err := s.ModelServer(t.Context(), "", "loop", "near/m"); fault.CodeOf(err) != engines.CodeNoProvider {
		t.Error(err)
	}
}
