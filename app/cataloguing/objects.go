// Package cataloguing is the use cases of what is published: action types, tools, workflow definitions and versions.
package cataloguing

import (
	"context"
	"strings"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/provider"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/domain/sessiontemplate"
	"heddle.dev/heddle/domain/validation"
	"heddle.dev/heddle/ports"
)

// Service is the use cases of cataloguing.
type Service struct {
	store ports.Store
	clock ports.Clock
	newID ports.NewID
}

// New makes the service.
func New(store ports.Store, clock ports.Clock, newID ports.NewID) *Service {
	return &Service{store: store, clock: clock, newID: newID}
}

func viewerOf(actor access.Actor) ports.Viewer {
	return ports.Viewer{UserID: actor.ID(), Everything: actor.User.IsOwner}
}

// Check lists what is wrong with the text of an object.
func Check(kind catalog.Kind, text string) []fault.Problem {
	_, problems := read(kind, text)
	return problems
}

func read(kind catalog.Kind, text string) (name string, problems []fault.Problem) {
	switch kind {
	case catalog.SessionTemplate:
		template, problems := sessiontemplate.Parse([]byte(text))
		if template == nil {
			return "", problems
		}
		return template.Name, problems
	case catalog.Provider:
		found, problems := provider.Parse([]byte(text))
		if found == nil {
			return "", problems
		}
		return found.Name, problems
	case catalog.Tool:
		tool, problems := action.ParseTool([]byte(text))
		if tool == nil {
			return "", problems
		}
		return tool.Name, problems
	}
	actionType, problems := action.ParseActionType([]byte(text))
	if actionType == nil {
		return "", problems
	}
	return actionType.Name, problems
}

// usable refuses a text that has errors.
func usable(kind catalog.Kind, text string) (name string, rev revision.Revision, err error) {
	name, problems := read(kind, text)
	if validation.HasErrors(problems) {
		return "", "", fault.New(fault.KindInvalid, "invalid-"+string(kind), "the %s was not saved: see its problems", kind).WithProblems(problems)
	}
	rev, err = revision.OfContent([]byte(text))
	return name, rev, err
}

// EditPermission is what writing objects of a kind needs.
func EditPermission(kind catalog.Kind) access.Permission {
	if kind == catalog.SessionTemplate {
		return access.SessionTemplateEdit
	}
	return access.CatalogEdit
}

// CreateObject publishes an object.
func (s *Service) CreateObject(ctx context.Context, actor access.Actor, kind catalog.Kind, teamID, text string) (o catalog.Object, err error) {
	if err := actor.Require(EditPermission(kind), teamID); err != nil {
		return o, err
	}
	name, rev, err := usable(kind, text)
	if err != nil {
		return o, err
	}
	now := s.clock.Now()
	o = catalog.Object{
		ID: s.newID(), Kind: kind, TeamID: teamID, Name: name, Content: text, ContentRevision: rev,
		CreatedBy: actor.ID(), CreatedAt: now, UpdatedAt: now, UpdatedBy: actor.ID(),
	}
	return o, s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		if teamID != "" {
			if _, err := tx.TeamByID(ctx, teamID); err != nil {
				return err
			}
		}
		if err := requireFree(ctx, tx, o); err != nil {
			return err
		}
		return tx.InsertObject(ctx, o)
	})
}

func requireFree(ctx context.Context, tx ports.Tx, o catalog.Object) error {
	other, err := tx.ObjectByName(ctx, o.Kind, o.TeamID, o.Name)
	if err == nil && other.ID != o.ID {
		return fault.New(fault.KindConflict, "already-exists", "the %s %q exists already", o.Kind, o.Name)
	}
	if err != nil && fault.KindOf(err) != fault.KindNotFound {
		return err
	}
	return nil
}

// UpdateObject puts new content in the place of the revision base.
func (s *Service) UpdateObject(
	ctx context.Context, actor access.Actor, kind catalog.Kind, id, text string, base revision.Revision,
) (o catalog.Object, err error) {
	if err := requireOwn(kind, id); err != nil {
		return o, err
	}
	name, rev, err := usable(kind, text)
	if err != nil {
		return o, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		if o, err = tx.LockObject(ctx, kind, id); err != nil {
			return err
		}
		if err := actor.Require(EditPermission(kind), o.TeamID); err != nil {
			return err
		}
		if name != o.Name {
			if err := requireUnused(ctx, tx, o, "renamed"); err != nil {
				return err
			}
		}
		if err := o.Replace(name, text, rev, base, actor.ID(), s.clock.Now()); err != nil {
			return err
		}
		if err := requireFree(ctx, tx, o); err != nil {
			return err
		}
		return tx.UpdateObject(ctx, o)
	})
	return o, err
}

// DeleteObject deletes what no workflow uses, and no session is made of.
func (s *Service) DeleteObject(ctx context.Context, actor access.Actor, kind catalog.Kind, id string) error {
	if err := requireOwn(kind, id); err != nil {
		return err
	}
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		o, err := tx.LockObject(ctx, kind, id)
		if err != nil {
			return err
		}
		if err := actor.Require(EditPermission(kind), o.TeamID); err != nil {
			return err
		}
		if err := requireUnused(ctx, tx, o, "deleted"); err != nil {
			return err
		}
		if err := requireNoSessions(ctx, tx, o); err != nil {
			return err
		}
		return tx.DeleteObject(ctx, id)
	})
}

func requireUnused(ctx context.Context, tx ports.Tx, o catalog.Object, what string) error {
	uses, err := tx.ListUses(ctx, o.ID)
	if err != nil || len(uses) == 0 {
		return err
	}
	workflows := strings.Join(catalog.WorkflowsOf(uses), ", ")
	return fault.New(fault.KindConflict, "in-use", "%s %q can't be %s: it is used by %s", o.Kind, o.Name, what, workflows).
		With("users", workflows)
}

// GetObject reads one object. The id of a built-in session template is its name.
func (s *Service) GetObject(ctx context.Context, actor access.Actor, kind catalog.Kind, id string) (o catalog.Object, err error) {
	if builtIn, found := BuiltInObject(kind, id); found {
		return builtIn, actor.Require(access.InstallationRead, "")
	}
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		if o, err = tx.ObjectByID(ctx, kind, id); err != nil {
			return err
		}
		return actor.Require(access.InstallationRead, o.TeamID)
	})
	return o, err
}

// ListObjects lists by name, behind the given one; built-in session templates among them.
func (s *Service) ListObjects(
	ctx context.Context, actor access.Actor, kind catalog.Kind, afterName, afterID string, limit int,
) (found []catalog.Object, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		found, err = tx.ListObjects(ctx, kind, viewerOf(actor), afterName, afterID, limit)
		found = WithBuiltIns(kind, found, afterName, limit)
		return err
	})
	return found, err
}
