package mapping

import (
	"context"
	"slices"
	"time"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/revision"
)

// InsertSession implements ports.Sessions.
func (t *Tx) InsertSession(ctx context.Context, s composition.Session) error {
	return t.err(t.q.InsertSession(ctx, rows.InsertSessionParams{
		ID: s.ID, CompositionID: orNull(s.CompositionID), TemplateID: s.TemplateID, Engine: s.Engine, Model: s.Model,
		Status: string(s.Status), Error: s.Error, TokenHash: s.TokenHash, ResumeID: s.ResumeID, Owner: s.Owner,
		OwnerEpoch: s.OwnerEpoch, LeaseUntil: stampOrNull(s.LeaseUntil), TurnID: orNull(s.TurnID), CreatedAt: stamp(s.CreatedAt),
		TeamID: orNull(s.TeamID), Name: s.Name, CreatedBy: orNull(s.CreatedBy),
		CurrentTurnID: orNull(s.CurrentTurnID), CurrentTurnBy: orNull(s.CurrentTurnBy),
	}))
}

// SessionByID implements ports.Sessions.
func (t *Tx) SessionByID(ctx context.Context, id string) (composition.Session, error) {
	row, err := t.q.SessionByID(ctx, rows.SessionByIDParams{ID: id})
	return sessionOf(row), t.found(err, "session", id)
}

// TakeSession implements ports.Sessions.
func (t *Tx) TakeSession(ctx context.Context, id, owner string, now, leaseUntil time.Time) (bool, error) {
	at, until := stamp(now), stamp(leaseUntil)
	n, err := t.q.TakeSession(ctx, rows.TakeSessionParams{ID: id, Owner: owner, Now: &at, LeaseUntil: &until})
	return n == 1, t.err(err)
}

// RenewSessions implements ports.Sessions.
func (t *Tx) RenewSessions(ctx context.Context, owner string, leaseUntil time.Time) error {
	until := stamp(leaseUntil)
	_, err := t.q.RenewSessions(ctx, rows.RenewSessionsParams{Owner: owner, LeaseUntil: &until})
	return t.err(err)
}

// ReleaseSession implements ports.Sessions.
func (t *Tx) ReleaseSession(ctx context.Context, id string, epoch int64) (bool, error) {
	n, err := t.q.ReleaseSession(ctx, rows.ReleaseSessionParams{ID: id, OwnerEpoch: epoch})
	return n == 1, t.err(err)
}

// EvictSession implements ports.Sessions.
func (t *Tx) EvictSession(ctx context.Context, id string) error {
	n, err := t.q.EvictSession(ctx, rows.EvictSessionParams{ID: id})
	return t.changed(n, err, "session", id)
}

// SetSessionEngine implements ports.Sessions.
func (t *Tx) SetSessionEngine(ctx context.Context, id, engine, model, resumeID string) error {
	n, err := t.q.SetSessionEngine(ctx, rows.SetSessionEngineParams{ID: id, Engine: engine, Model: model, ResumeID: resumeID})
	return t.changed(n, err, "session", id)
}

// ListSessionsOfTemplate implements ports.Sessions.
func (t *Tx) ListSessionsOfTemplate(ctx context.Context, templateID string) ([]catalog.SessionUse, error) {
	found, err := t.q.ListSessionsOfTemplate(ctx, rows.ListSessionsOfTemplateParams{TemplateID: templateID})
	return mapAll(found, func(row rows.ListSessionsOfTemplateRow) catalog.SessionUse {
		return catalog.SessionUse{SessionID: row.ID, Name: row.Name, Composition: orEmpty(row.Composition)}
	}), t.err(err)
}

// ListExpiredSessions implements ports.Sessions.
func (t *Tx) ListExpiredSessions(ctx context.Context, now time.Time) ([]composition.Session, error) {
	at := stamp(now)
	found, err := t.q.ListExpiredSessions(ctx, rows.ListExpiredSessionsParams{Now: &at})
	return mapAll(found, sessionOf), t.err(err)
}

// UpdateSession implements ports.Sessions.
func (t *Tx) UpdateSession(
	ctx context.Context, id string, epoch int64, status composition.SessionStatus, message, resumeID string,
) (bool, error) {
	n, err := t.q.UpdateSessionStatus(ctx, rows.UpdateSessionStatusParams{
		ID: id, OwnerEpoch: epoch, Status: string(status), Error: message, ResumeID: resumeID,
	})
	return n == 1, t.err(err)
}

// SetSessionToken implements ports.Sessions.
func (t *Tx) SetSessionToken(ctx context.Context, id string, epoch int64, tokenHash string) (bool, error) {
	n, err := t.q.SetSessionToken(ctx, rows.SetSessionTokenParams{ID: id, OwnerEpoch: epoch, TokenHash: tokenHash})
	return n == 1, t.err(err)
}

// SetSessionTurn implements ports.Sessions.
func (t *Tx) SetSessionTurn(ctx context.Context, id string, epoch int64, turnID string) (bool, error) {
	n, err := t.q.SetSessionTurn(ctx, rows.SetSessionTurnParams{ID: id, OwnerEpoch: epoch, TurnID: orNull(turnID)})
	return n == 1, t.err(err)
}

// AppendSessionEvent implements ports.Sessions. The session's row is locked, so that numbers follow one another.
func (t *Tx) AppendSessionEvent(ctx context.Context, e composition.SessionEvent) (composition.SessionEvent, error) {
	if _, err := t.q.LockSession(ctx, rows.LockSessionParams{ID: e.SessionID}); err != nil {
		return e, t.found(err, "session", e.SessionID)
	}
	latest, err := t.q.LatestSessionEvent(ctx, rows.LatestSessionEventParams{SessionID: e.SessionID})
	if err != nil && !none(err) {
		return e, t.err(err)
	}
	e.Seq, e.At = latest+1, stamp(e.At)
	return e, t.err(t.q.InsertSessionEvent(ctx, rows.InsertSessionEventParams{
		SessionID: e.SessionID, Seq: e.Seq, Kind: e.Kind, TurnID: orNull(e.TurnID), Data: e.Data, At: e.At,
	}))
}

// ListSessionEvents implements ports.Sessions.
func (t *Tx) ListSessionEvents(ctx context.Context, sessionID string, after int64, limit int) ([]composition.SessionEvent, error) {
	found, err := t.q.ListSessionEvents(ctx, rows.ListSessionEventsParams{SessionID: sessionID, After: after, MaxRows: int64(limit)})
	return mapAll(found, sessionEventOf), t.err(err)
}

// ListLastMessages implements ports.Sessions.
func (t *Tx) ListLastMessages(ctx context.Context, sessionID string, limit int) ([]composition.SessionEvent, error) {
	found, err := t.q.ListLastMessages(ctx, rows.ListLastMessagesParams{SessionID: sessionID, MaxRows: int64(limit)})
	slices.Reverse(found)
	return mapAll(found, sessionEventOf), t.err(err)
}

func sessionEventOf(row rows.SessionEvent) composition.SessionEvent {
	return composition.SessionEvent{
		SessionID: row.SessionID, Seq: row.Seq, Kind: row.Kind, TurnID: orEmpty(row.TurnID), Data: row.Data, At: row.At,
	}
}

func sessionOf(row rows.Session) composition.Session {
	return composition.Session{
		ID: row.ID, CompositionID: orEmpty(row.CompositionID), TemplateID: row.TemplateID, Engine: row.Engine, Model: row.Model,
		Status: composition.SessionStatus(row.Status), Error: row.Error, TokenHash: row.TokenHash, ResumeID: row.ResumeID,
		Owner: row.Owner, OwnerEpoch: row.OwnerEpoch, LeaseUntil: row.LeaseUntil, TurnID: orEmpty(row.TurnID), CreatedAt: row.CreatedAt,
		TeamID: orEmpty(row.TeamID), Name: row.Name, CreatedBy: orEmpty(row.CreatedBy),
		CurrentTurnID: orEmpty(row.CurrentTurnID), CurrentTurnBy: orEmpty(row.CurrentTurnBy),
	}
}

// SetShownItem implements ports.Sessions.
func (t *Tx) SetShownItem(
	ctx context.Context, sessionID string, itemType composition.ItemType, name string, shown revision.Revision,
) error {
	return t.err(t.q.SetShownItem(ctx, rows.SetShownItemParams{
		SessionID: sessionID, ItemType: string(itemType), ItemName: name, ContentRevision: string(shown),
	}))
}

// ShownItem implements ports.Sessions.
func (t *Tx) ShownItem(ctx context.Context, sessionID string, itemType composition.ItemType, name string) (revision.Revision, error) {
	shown, err := t.q.ShownItem(ctx, rows.ShownItemParams{SessionID: sessionID, ItemType: string(itemType), ItemName: name})
	if none(err) {
		return "", nil
	}
	return revision.Revision(shown), t.err(err)
}

// ForgetShownItems implements ports.Sessions.
func (t *Tx) ForgetShownItems(ctx context.Context, sessionID string) error {
	return t.err(t.q.ForgetShownItems(ctx, rows.ForgetShownItemsParams{SessionID: sessionID}))
}
