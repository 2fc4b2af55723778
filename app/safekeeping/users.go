package safekeeping

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/provider"
	"heddle.dev/heddle/domain/secret"
	"heddle.dev/heddle/domain/sessiontemplate"
	"heddle.dev/heddle/ports"
)

const (
	pageRows   = 200
	namedUsers = 20 // at most, in a message
)

// requireUnused refuses while something in the catalog declares the secret. Deletions are rare, so it reads all of it.
func requireUnused(ctx context.Context, tx ports.Tx, s secret.Secret) error {
	var users []string
	for _, kind := range []catalog.Kind{catalog.ActionType, catalog.Tool, catalog.Provider, catalog.SessionTemplate} {
		err := eachObject(ctx, tx, kind, func(o catalog.Object) {
			if (s.TeamID == "" || o.TeamID == s.TeamID) && slices.Contains(declared(o), s.Name) {
				users = append(users, fmt.Sprintf("%s %q", kind, o.Name))
			}
		})
		if err != nil {
			return err
		}
	}
	if len(users) == 0 {
		return nil
	}
	listed := strings.Join(users[:min(len(users), namedUsers)], ", ")
	return fault.New(fault.KindConflict, "in-use", "the secret %s can't be deleted: it is used by %s", s.Name, listed).With("users", listed)
}

// declared lists the secrets that an object's script or session gets, or that are a provider's key.
func declared(o catalog.Object) []string {
	switch o.Kind {
	case catalog.Provider:
		if p, _ := provider.Parse([]byte(o.Content)); p != nil && p.Secret != "" {
			return []string{p.Secret}
		}
		return nil
	case catalog.SessionTemplate:
		if template, _ := sessiontemplate.Parse([]byte(o.Content)); template != nil {
			return template.SecretNames()
		}
		return nil
	case catalog.Tool:
		if tool, _ := action.ParseTool([]byte(o.Content)); tool != nil {
			return tool.Secrets
		}
		return nil
	}
	if actionType, _ := action.ParseActionType([]byte(o.Content)); actionType != nil {
		return actionType.Secrets
	}
	return nil
}

func eachObject(ctx context.Context, tx ports.Tx, kind catalog.Kind, do func(catalog.Object)) error {
	for afterName, afterID := "", ""; ; {
		page, err := tx.ListObjects(ctx, kind, ports.Viewer{Everything: true}, afterName, afterID, pageRows)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, o := range page {
			do(o)
		}
		afterName, afterID = page[len(page)-1].Name, page[len(page)-1].ID
	}
}
