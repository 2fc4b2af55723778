// Package engines is what people choose their agents from: the agent engines of this server, and the models that each
// can use.
package engines

import (
	"context"
	"slices"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/provider"
	"heddle.dev/heddle/ports"
)

// Engine is an agent engine of this server.
type Engine struct {
	Name        string
	Label       string // how people are told what it is
	Description string // what choosing it means, in a sentence or two
	Scripted    bool   // it plays from a script and is no AI
	// Models are those that it has without a provider. The first is its default.
	Models []Model
	// AnyModel tells that it takes names of models beside those that are listed.
	AnyModel bool
	// Providers are the kinds of providers whose models it can use.
	Providers []provider.Kind
}

// Model is a model that an engine can use. Those of providers are named "provider/model".
type Model struct {
	Name  string
	Label string
}

// Offer is an engine that can be used now, with all its models. The first model is the default; an engine without any
// asks none, or leaves the choice to its program.
type Offer struct {
	Engine

	Models []Model
}

// Providers finds the models of providers.
type Providers interface {
	// ListModels lists the models of the providers that a team may use, its own first.
	ListModels(ctx context.Context, teamID string, kinds []provider.Kind) ([]Model, error)
	// ModelServer opens one of them by its name.
	ModelServer(ctx context.Context, teamID string, kinds []provider.Kind, name string) (*ports.ModelServer, error)
}

// Service is the engines of one server.
type Service struct {
	all       []Engine // the first is the default
	providers Providers
}

// New makes the service. The first engine is the default, which is offered in any case.
func New(all []Engine, providers Providers) *Service { return &Service{all: all, providers: providers} }

// Label tells people what an engine is.
func (s *Service) Label(name string) string {
	if engine, ok := s.find(name); ok {
		return engine.Label
	}
	return name
}

func (s *Service) find(name string) (Engine, bool) {
	at := slices.IndexFunc(s.all, func(e Engine) bool { return e.Name == name })
	if at < 0 {
		return Engine{}, false
	}
	return s.all[at], true
}

// ListOffers lists the engines that a team may choose from, the default first: those that need a provider only where
// there is one. Without a team id they are those that everybody may choose.
func (s *Service) ListOffers(ctx context.Context, actor access.Actor, teamID string) ([]Offer, error) {
	if err := actor.Require(access.InstallationRead, teamID); err != nil {
		return nil, err
	}
	return s.offers(ctx, teamID)
}

func (s *Service) offers(ctx context.Context, teamID string) (offers []Offer, err error) {
	for i, engine := range s.all {
		models, err := s.models(ctx, teamID, engine)
		if err != nil {
			return nil, err
		}
		if i == 0 || len(models) > 0 || len(engine.Providers) == 0 || engine.AnyModel {
			offers = append(offers, Offer{Engine: engine, Models: models})
		}
	}
	return offers, nil
}

func (s *Service) models(ctx context.Context, teamID string, engine Engine) ([]Model, error) {
	if len(engine.Providers) == 0 {
		return engine.Models, nil
	}
	provided, err := s.providers.ListModels(ctx, teamID, engine.Providers)
	return slices.Concat(engine.Models, provided), err
}

// Choose checks a choice of an engine and a model, and answers the engine's name: the default's where none is named. An
// empty model is the engine's default, whichever that is when the agent starts.
func (s *Service) Choose(ctx context.Context, teamID, engine, model string) (string, error) {
	offers, err := s.offers(ctx, teamID)
	if err != nil {
		return "", err
	}
	if engine == "" {
		engine = s.all[0].Name
	}
	at := slices.IndexFunc(offers, func(o Offer) bool { return o.Name == engine })
	if at < 0 {
		names := make([]string, len(offers))
		for i, offer := range offers {
			names[i] = offer.Name
		}
		return "", fault.New(fault.KindInvalid, "unknown-engine", "there is no agent engine %q here; %s", engine, spelling.Listing("engines", names))
	}
	return engine, offers[at].check(model)
}

// Choice is an engine and a model, which is empty for the engine's default.
type Choice struct {
	Engine string
	Model  string
}

// ChooseAnew checks another choice in the place of an earlier one; nil leaves a part of it as it is, except that another
// engine without a model gets its default. The answer is the earlier choice where nothing changes.
func (s *Service) ChooseAnew(ctx context.Context, teamID string, before Choice, engine, model *string) (Choice, error) {
	after := before
	if engine != nil && *engine != before.Engine {
		after = Choice{Engine: *engine}
	}
	if model != nil {
		after.Model = *model
	}
	if after == before {
		return before, nil
	}
	_, err := s.Choose(ctx, teamID, after.Engine, after.Model)
	return after, err
}

// Announce tells people of a conversation that another choice was made.
func (s *Service) Announce(chosen Choice) string {
	if chosen.Model == "" {
		return "A person chose another agent: " + s.Label(chosen.Engine) + "."
	}
	return "A person chose another agent: " + s.Label(chosen.Engine) + " with the model " + chosen.Model + "."
}

func (o Offer) check(model string) error {
	if model == "" || o.AnyModel || slices.ContainsFunc(o.Models, func(m Model) bool { return m.Name == model }) {
		return nil
	}
	if len(o.Models) == 0 {
		return fault.New(fault.KindInvalid, "unknown-model", "the engine %s has no models to choose from; leave the model out", o.Name)
	}
	names := make([]string, len(o.Models))
	for i, m := range o.Models {
		names[i] = m.Name
	}
	return fault.New(fault.KindInvalid, "unknown-model", "the engine %s has no model %q; %s", o.Name, model, spelling.Listing("models", names))
}

// ModelServer finds what an agent's model is asked at: nil where the engine knows by itself. Faults say what there is
// instead, or what is missing.
func (s *Service) ModelServer(ctx context.Context, teamID, engine, model string) (*ports.ModelServer, error) {
	e, ok := s.find(engine)
	own := func(m Model) bool { return m.Name == model }
	if !ok || len(e.Providers) == 0 || model == "" && (len(e.Models) > 0 || e.AnyModel) || slices.ContainsFunc(e.Models, own) {
		return nil, nil //nolint:nilnil // the engine has its own
	}
	server, err := s.providers.ModelServer(ctx, teamID, e.Providers, model)
	if code := fault.CodeOf(err); e.AnyModel && (code == CodeUnknownProvider || code == CodeNoProvider) {
		return nil, nil //nolint:nilnil // a name that the engine knows
	}
	return server, err
}

// The codes of the faults of a model whose provider is not there, and where there is none at all.
const (
	CodeUnknownProvider = "unknown-provider"
	CodeNoProvider      = "no-provider"
)
