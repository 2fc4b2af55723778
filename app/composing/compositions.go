package composing

import (
	"cmp"
	"context"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/sessiontemplate"
	"heddle.dev/heddle/ports"
)

// NewComposition is what a builder starts a composition with.
type NewComposition struct {
	Name   string
	Goal   string
	Engine string // empty: the default
	Model  string
	TeamID string
	// Template is the id or the name of the session template that its agent is made of; empty: that of the workbench.
	Template string
	// SeedWorkflowID is the published workflow to start from, with what it needs; empty: a blank draft.
	SeedWorkflowID string
}

// CreateComposition starts a composition with its first drafts and an agent session that waits for the first message.
func (s *Service) CreateComposition(
	ctx context.Context, actor access.Actor, input NewComposition, key idempotency.Key,
) (made composition.Composition, err error) {
	if err := actor.Require(access.CompositionEdit, input.TeamID); err != nil {
		return made, err
	}
	template, err := s.chooseTemplate(ctx, &input)
	if err != nil {
		return made, err
	}
	engine, err := s.engines.Choose(ctx, input.TeamID, input.Engine, input.Model)
	if err != nil {
		return made, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		id, repeated, err := key.Claim(ctx, tx, s.newID(), s.clock.Now())
		if err != nil {
			return err
		}
		if repeated {
			made, err = tx.CompositionByID(ctx, id)
			return err
		}
		made, err = s.create(ctx, tx, actor, id, composition.Session{TemplateID: template.ID, Engine: engine, Model: input.Model}, input)
		return err
	})
	return made, err
}

func (s *Service) create(
	ctx context.Context, tx ports.Tx, actor access.Actor, id string, session composition.Session, input NewComposition,
) (composition.Composition, error) {
	now := s.clock.Now()
	if input.TeamID != "" {
		if _, err := tx.TeamByID(ctx, input.TeamID); err != nil {
			return composition.Composition{}, err
		}
	}
	c, err := composition.New(composition.Composition{
		ID: id, TeamID: input.TeamID, Name: input.Name, Goal: input.Goal, Engine: session.Engine, Model: session.Model,
		SessionID: s.newID(), CreatedBy: actor.ID(),
	}, now)
	if err != nil {
		return c, err
	}
	session.ID, session.CompositionID, session.Status, session.CreatedAt = c.SessionID, c.ID, composition.SessionStopped, now
	if err := tx.InsertComposition(ctx, c); err != nil {
		return c, err
	}
	if err := tx.InsertSession(ctx, session); err != nil {
		return c, err
	}
	if err := s.tellComposition(ctx, tx, &c, compositionCreated); err != nil {
		return c, err
	}
	if input.SeedWorkflowID != "" {
		return c, s.seedDrafts(ctx, tx, actor, c, input.SeedWorkflowID)
	}
	return c, s.blankDraft(ctx, tx, c)
}

// chooseTemplate finds the template that the composition's session is made of. It fills in the engine, and the model for
// that engine, where the input leaves them open.
func (s *Service) chooseTemplate(ctx context.Context, input *NewComposition) (chosen cataloguing.Template, err error) {
	wanted := cmp.Or(input.Template, sessiontemplate.DefaultForCompositions)
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		chosen, err = cataloguing.ChooseTemplate(ctx, tx, input.TeamID, wanted, sessiontemplate.Composition)
		return err
	})
	if input.Engine == "" || input.Engine == chosen.Engine {
		input.Model = cmp.Or(input.Model, chosen.Model)
	}
	input.Engine = cmp.Or(input.Engine, chosen.Engine)
	return chosen, err
}

// blankWorkflow is the draft that a composition starts with. It is not valid yet: it has no nodes.
func blankWorkflow(name string) (string, error) {
	quoted, err := json.Marshal(name)
	if err != nil {
		return "", fault.New(fault.KindInvalid, "invalid-name", "the name can't be written as JSON").Because(err)
	}
	return `{"id":"` + definition.SlugFor(name) + `","name":` + string(quoted) + `,"nodes":[],"edges":[]}`, nil
}

// GetComposition reads one composition.
func (s *Service) GetComposition(ctx context.Context, actor access.Actor, id string) (found composition.Composition, err error) {
	err = s.read(ctx, actor, id, func(_ context.Context, _ ports.Tx, c composition.Composition) error {
		found = c
		return nil
	})
	return found, err
}

// ListedComposition is a composition with what lists tell of its drafts.
type ListedComposition struct {
	composition.Composition
	Summary composition.Summary
}

// ListCompositions lists the newest first.
func (s *Service) ListCompositions(ctx context.Context, actor access.Actor, page ports.Page) (listed []ListedComposition, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		found, err := tx.ListCompositions(ctx, viewerOf(actor), page)
		if err != nil {
			return err
		}
		listed = make([]ListedComposition, len(found))
		ids := make([]string, len(found))
		for i, c := range found {
			listed[i].Composition, ids[i] = c, c.ID
		}
		summaries, err := tx.SummarizeCompositions(ctx, ids)
		for i := range listed {
			listed[i].Summary = summaries[listed[i].ID]
		}
		return err
	})
	return listed, err
}

// CompositionChanges are new settings of a composition; nil leaves one as it is. Another engine without a model gets its
// default model.
type CompositionChanges struct {
	Name      *string
	ApplyMode *composition.ApplyMode
	Engine    *string
	Model     *string
}

// UpdateComposition changes the settings of a composition. Another engine or model is refused while a turn runs.
func (s *Service) UpdateComposition(
	ctx context.Context, actor access.Actor, id string, changes CompositionChanges,
) (changed composition.Composition, err error) {
	err = s.change(ctx, actor, access.CompositionEdit, id, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		now := s.clock.Now()
		if changes.Name != nil {
			if err := c.Rename(*changes.Name, now); err != nil {
				return err
			}
		}
		if changes.ApplyMode != nil {
			c.ApplyMode, c.UpdatedAt = *changes.ApplyMode, now
		}
		if err := s.chooseAgent(ctx, tx, c, changes); err != nil {
			return err
		}
		changed = *c
		if err := tx.UpdateComposition(ctx, *c); err != nil {
			return err
		}
		return s.tellComposition(ctx, tx, c, compositionUpdated)
	})
	return changed, err
}

// DeleteComposition discards a composition with its drafts and ends its agent session. What was published stays.
func (s *Service) DeleteComposition(ctx context.Context, actor access.Actor, id string) error {
	return s.change(ctx, actor, access.CompositionEdit, id, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		if err := s.enqueue(ctx, tx, EndSessionJob, EndSession{SessionID: c.SessionID}, ""); err != nil {
			return err
		}
		if err := tx.DeleteComposition(ctx, id); err != nil {
			return err
		}
		return s.tellComposition(ctx, tx, c, compositionDeleted)
	})
}
