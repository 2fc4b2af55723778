// Package providing is the use cases of providers of language models: trying them out, and opening their models.
// Making and changing them is the catalog's business.
package providing

import (
	"context"
	"strings"
	"time"

	"heddle.dev/heddle/app/safekeeping"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/provider"
	"heddle.dev/heddle/domain/secret"
	"heddle.dev/heddle/ports"
)

// Service is the use cases of providing. It implements engines.Providers.
type Service struct {
	store   ports.Store
	clock   ports.Clock
	secrets *safekeeping.Service
	open    ports.OpenLLM
}

// New makes the service.
func New(store ports.Store, clock ports.Clock, secrets *safekeeping.Service, open ports.OpenLLM) *Service {
	return &Service{store: store, clock: clock, secrets: secrets, open: open}
}

// Trial is how trying a provider came out.
type Trial struct {
	OK       bool
	Model    string // that was asked
	Message  string // what the model said, or what is wrong and what to do
	Code     string // of what is wrong
	Duration time.Duration
	Usage    ports.LLMUsage
	CostUSD  *float64
}

// A trial asks for a word, and does not wait as long as work in the background does.
const (
	trialLimit  = time.Minute
	trialTokens = 100
	trialText   = "This is a test of the connection. Answer with the single word: ready"
)

// TryProvider asks a model of a provider a short question; the empty name is its first model's. What is wrong with the
// provider is a result, not an error.
func (s *Service) TryProvider(ctx context.Context, actor access.Actor, id, modelName string) (Trial, error) {
	var object catalog.Object
	err := s.store.View(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		object, err = tx.ObjectByID(ctx, catalog.Provider, id)
		return err
	})
	if err != nil {
		return Trial{}, err
	}
	if err := actor.Require(access.CatalogEdit, object.TeamID); err != nil {
		return Trial{}, err
	}
	begin := s.clock.Now()
	trial, err := s.try(ctx, object, modelName)
	trial.Duration = s.clock.Now().Sub(begin)
	f := fault.As(err)
	if f == nil {
		return trial, err
	}
	trial.Code, trial.Message = f.Code, f.Message
	return trial, nil
}

func (s *Service) try(ctx context.Context, object catalog.Object, modelName string) (Trial, error) {
	server, err := s.openObject(ctx, object, modelName)
	if err != nil {
		return Trial{Model: modelName}, err
	}
	model, mask := server.Model, secret.NewMask([]string{server.Key})
	trial := Trial{Model: model.Name}
	tooLong := fault.New(fault.KindUnavailable, ports.LLMCut, "the model %s did not answer within %s", model.Name, trialLimit)
	ctx, cancel := context.WithTimeoutCause(ctx, trialLimit, tooLong)
	defer cancel()
	answer, err := s.open(server.Provider, server.Key).Answer(ctx, ports.LLMRequest{
		Model: model.Name, MaxTokens: trialTokens, Messages: []ports.LLMMessage{{Role: ports.LLMUser, Text: trialText}},
	}, nil)
	if f := fault.As(err); f != nil { // some servers repeat a key that they refuse
		return trial, fault.New(f.Kind, f.Code, "%s", mask.Text(f.Message))
	}
	if err != nil {
		return trial, err
	}
	u := answer.Usage
	trial.OK, trial.Message, trial.Usage = true, mask.Text(strings.TrimSpace(answer.Message.Text)), u
	trial.CostUSD = model.Prices.Cost(u.InputTokens, u.CacheReadTokens, u.CacheWriteTokens, u.OutputTokens)
	return trial, nil
}

func (s *Service) openObject(ctx context.Context, object catalog.Object, modelName string) (*ports.ModelServer, error) {
	p, _ := provider.Parse([]byte(object.Content)) // it was checked when it was saved
	if p == nil {
		return nil, fault.New(fault.KindInternal, "provider", "the provider %s can't be read", object.Name)
	}
	model, err := p.Model(modelName)
	if err != nil {
		return nil, err
	}
	server := &ports.ModelServer{Provider: *p, Model: model}
	if p.Secret != "" {
		keys, err := s.secrets.OpenSecrets(ctx, object.TeamID, []string{p.Secret})
		if err != nil {
			return nil, err
		}
		server.Key = keys[p.Secret]
	}
	return server, nil
}
