package providing

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"heddle.dev/heddle/app/engines"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/provider"
	"heddle.dev/heddle/ports"
)

// most bounds how many providers of a scope are looked through.
const most = 200

// offered is a provider as it is stored and read.
type offered struct {
	object   catalog.Object
	provider provider.Provider
}

// ListModels implements engines.Providers.
func (s *Service) ListModels(ctx context.Context, teamID string, kinds []provider.Kind) (models []engines.Model, err error) {
	found, err := s.offered(ctx, teamID, kinds)
	for _, o := range found {
		for _, model := range o.provider.Models {
			models = append(models, engines.Model{
				Name: o.provider.Name + "/" + model.Name, Label: cmp.Or(model.Label, model.Name) + " · " + o.provider.Name,
			})
		}
	}
	return models, err
}

// ModelServer implements engines.Providers. The name is "provider/model", or just "provider" for its first model; empty
// for the first model of all.
func (s *Service) ModelServer(ctx context.Context, teamID string, kinds []provider.Kind, name string) (*ports.ModelServer, error) {
	found, err := s.offered(ctx, teamID, kinds)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fault.New(fault.KindInvalid, engines.CodeNoProvider,
			"there is no provider of language models that this agent can use; make one under Settings, Providers, or with POST /api/v1/providers")
	}
	wanted, model, _ := strings.Cut(name, "/") // names of models may hold slashes, those of providers don't
	if wanted == "" {
		wanted = found[0].provider.Name
	}
	at := slices.IndexFunc(found, func(o offered) bool { return o.provider.Name == wanted })
	if at < 0 {
		names := make([]string, len(found))
		for i, o := range found {
			names[i] = o.provider.Name
		}
		return nil, fault.New(fault.KindInvalid, engines.CodeUnknownProvider, "there is no provider %q any more, or not for this team; choose another model, or make the provider; %s", wanted, spelling.Listing("providers", names))
	}
	return s.openObject(ctx, found[at].object, model)
}

// offered lists the providers of the kinds that a team may use, by name: its own, and then those for all that have
// another name.
func (s *Service) offered(ctx context.Context, teamID string, kinds []provider.Kind) (found []offered, err error) {
	scopes := slices.Compact([]string{teamID, ""})
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		for _, scope := range scopes {
			objects, err := tx.ListObjectsOf(ctx, catalog.Provider, scope, "", most)
			if err != nil {
				return err
			}
			for _, object := range objects {
				p, _ := provider.Parse([]byte(object.Content)) // it was checked when it was saved
				known := func(o offered) bool { return o.object.Name == object.Name }
				if p != nil && slices.Contains(kinds, p.Kind) && !slices.ContainsFunc(found, known) {
					found = append(found, offered{object, *p})
				}
			}
		}
		return nil
	})
	return found, err
}
