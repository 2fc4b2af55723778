package assisting

import (
	"cmp"
	"context"

	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/engines"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/sessiontemplate"
	"heddle.dev/heddle/ports"
)

// NewSession is what a person starts a session with.
type NewSession struct {
	Template string // its id or name; empty: the default
	Name     string // empty: the template's label
	Engine   string // empty: the template's, or else the default
	Model    string
	TeamID   string // empty: the person's alone
}

// Session is a session with what it may do.
type Session struct {
	composition.Session
	Capabilities []sessiontemplate.Capability
}

// CreateSession starts a session, whose agent waits for the first message.
func (s *Service) CreateSession(
	ctx context.Context, actor access.Actor, input NewSession, key idempotency.Key,
) (made Session, err error) {
	if err := actor.Require(access.CompositionEdit, input.TeamID); err != nil {
		return made, err
	}
	template, err := s.chooseTemplate(ctx, &input)
	if err != nil {
		return made, err
	}
	if input.Engine, err = s.engines.Choose(ctx, input.TeamID, input.Engine, input.Model); err != nil {
		return made, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		id, repeated, err := key.Claim(ctx, tx, s.newID(), s.clock.Now())
		if err != nil {
			return err
		}
		made.Capabilities = template.Capabilities
		if repeated {
			made.Session, err = tx.SessionByID(ctx, id)
			return err
		}
		made.Session, err = s.insert(ctx, tx, actor, id, template, input)
		return err
	})
	return made, err
}

// chooseTemplate finds the template, whose sessions must not need a composition, and fills in what it says of the engine.
func (s *Service) chooseTemplate(ctx context.Context, input *NewSession) (chosen cataloguing.Template, err error) {
	wanted := cmp.Or(input.Template, sessiontemplate.DefaultForSessions)
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		chosen, err = cataloguing.ChooseTemplate(ctx, tx, input.TeamID, wanted, "")
		return err
	})
	if err != nil {
		return chosen, err
	}
	if chosen.Has(sessiontemplate.Composition) {
		return chosen, fault.New(fault.KindInvalid, "needs-composition",
			"sessions of the template %q work on the drafts of a composition: create one of those with it", chosen.Name)
	}
	if input.Engine == "" || input.Engine == chosen.Engine {
		input.Model = cmp.Or(input.Model, chosen.Model)
	}
	input.Engine = cmp.Or(input.Engine, chosen.Engine)
	return chosen, nil
}

func (s *Service) insert(
	ctx context.Context, tx ports.Tx, actor access.Actor, id string, template cataloguing.Template, input NewSession,
) (composition.Session, error) {
	if input.TeamID != "" {
		if _, err := tx.TeamByID(ctx, input.TeamID); err != nil {
			return composition.Session{}, err
		}
	}
	session, err := composition.NewOwnSession(composition.Session{
		ID: id, TemplateID: template.ID, Engine: input.Engine, Model: input.Model,
		Name: cmp.Or(input.Name, template.Label, template.Name), TeamID: input.TeamID, CreatedBy: actor.ID(),
	}, s.clock.Now())
	if err != nil {
		return session, err
	}
	if err := tx.InsertSession(ctx, session); err != nil {
		return session, err
	}
	return session, s.tellSession(ctx, tx, session, sessionCreated)
}

// ListSessions lists the actor's and those of the actor's teams, the newest first.
func (s *Service) ListSessions(ctx context.Context, actor access.Actor, page ports.Page) (listed []Session, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		found, err := tx.ListOwnSessions(ctx, ports.Viewer{UserID: actor.ID(), Everything: actor.User.IsOwner}, page)
		if err != nil {
			return err
		}
		listed = make([]Session, len(found))
		for i, session := range found {
			if listed[i], err = whole(ctx, tx, session); err != nil {
				return err
			}
		}
		return nil
	})
	return listed, err
}

func whole(ctx context.Context, tx ports.Tx, session composition.Session) (Session, error) {
	may, err := capabilitiesOf(ctx, tx, session)
	return Session{Session: session, Capabilities: may}, err
}

// Describe adds to any session, also one of a composition, what it may do. Whether somebody may see it is not asked.
func (s *Service) Describe(ctx context.Context, session composition.Session) (described Session, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		described, err = whole(ctx, tx, session)
		return err
	})
	return described, err
}

// SessionChanges are new settings of a session; nil leaves one as it is. Another engine without a model gets its default
// model.
type SessionChanges struct {
	Name   *string
	Engine *string
	Model  *string
}

// UpdateSession changes the settings of a session. Another engine or model is refused while a turn runs.
func (s *Service) UpdateSession(ctx context.Context, actor access.Actor, id string, changes SessionChanges) (changed Session, err error) {
	err = s.change(ctx, actor, id, func(ctx context.Context, tx ports.Tx, session *composition.Session) error {
		if changes.Name != nil {
			if err := session.Rename(*changes.Name); err != nil {
				return err
			}
			if err := tx.RenameSession(ctx, session.ID, session.Name); err != nil {
				return err
			}
		}
		if err := s.chooseAgent(ctx, tx, session, changes); err != nil {
			return err
		}
		if changed, err = whole(ctx, tx, *session); err != nil {
			return err
		}
		return s.tellSession(ctx, tx, *session, sessionUpdated)
	})
	return changed, err
}

// chooseAgent gives the session another engine or model, if the changes have one. The process of the earlier choice is
// ended; the next is told what was said so far.
func (s *Service) chooseAgent(ctx context.Context, tx ports.Tx, session *composition.Session, changes SessionChanges) error {
	before := engines.Choice{Engine: session.Engine, Model: session.Model}
	after, err := s.engines.ChooseAnew(ctx, session.TeamID, before, changes.Engine, changes.Model)
	if err != nil || after == before {
		return err
	}
	if session.CurrentTurnID != "" {
		return composing.ErrTurnRuns
	}
	if after.Engine != session.Engine {
		session.ResumeID = "" // which means nothing to another
	}
	session.Engine, session.Model = after.Engine, after.Model
	if err := tx.SetSessionEngine(ctx, session.ID, session.Engine, session.Model, session.ResumeID); err != nil {
		return err
	}
	if err := s.storeNotice(ctx, tx, *session, s.engines.Announce(after)); err != nil {
		return err
	}
	if session.LeaseUntil == nil {
		return nil // it has no process
	}
	return s.replaceAgent(ctx, tx, *session)
}

// DeleteSession ends a session's agent and deletes its conversation and drafts. What was applied stays.
func (s *Service) DeleteSession(ctx context.Context, actor access.Actor, id string) error {
	return s.change(ctx, actor, id, func(ctx context.Context, tx ports.Tx, session *composition.Session) error {
		if err := s.command(ctx, tx, composing.EndSessionJob, composing.EndSession{SessionID: id}, ""); err != nil {
			return err
		}
		if err := tx.DeleteSession(ctx, id); err != nil {
			return err
		}
		return s.tellSession(ctx, tx, *session, sessionDeleted)
	})
}

// command tells the server of a session's agent what to do.
func (s *Service) command(ctx context.Context, tx ports.Tx, kind string, args any, key string) error {
	now := s.clock.Now()
	return composing.Enqueue(ctx, tx, ports.Job{ID: s.newID(), Kind: kind, UniqueKey: key, RunAt: now, CreatedAt: now}, args)
}
