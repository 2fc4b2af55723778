package ports

import (
	"context"
	"time"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/configuration"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/revision"
)

// People are the accounts and teams.
type People interface {
	// EnsureOwner stores the user unless an owner exists, and answers the owner there is then.
	EnsureOwner(ctx context.Context, user access.User) (access.User, error)
	UserByID(ctx context.Context, id string) (access.User, error)
	// ListUsersByID lists those of the users that there are, by name.
	ListUsersByID(ctx context.Context, ids []string) ([]access.User, error)
	InsertTeam(ctx context.Context, team access.Team) error
	InsertMember(ctx context.Context, teamID, userID string, role access.Role) error
	TeamByID(ctx context.Context, id string) (access.Team, error)
	// ListTeams lists every team, by slug.
	ListTeams(ctx context.Context) ([]access.Team, error)
	// ListMemberships lists the user's teams, by slug.
	ListMemberships(ctx context.Context, userID string) ([]access.Membership, error)
}

// Compositions are the working sessions.
type Compositions interface {
	InsertComposition(ctx context.Context, c composition.Composition) error
	CompositionByID(ctx context.Context, id string) (composition.Composition, error)
	// LockComposition reads the composition and keeps others from changing it until the transaction ends.
	// Whoever changes a composition, its items or its turns locks it first.
	LockComposition(ctx context.Context, id string) (composition.Composition, error)
	UpdateComposition(ctx context.Context, c composition.Composition) error
	ListCompositions(ctx context.Context, viewer Viewer, page Page) ([]composition.Composition, error)
	// SummarizeCompositions counts the drafts of compositions, by id; one that is not there is left out.
	SummarizeCompositions(ctx context.Context, ids []string) (map[string]composition.Summary, error)
	// DeleteComposition deletes it with its items, revisions, turns and sessions.
	DeleteComposition(ctx context.Context, id string) error
}

// Items are the drafts and their revisions.
type Items interface {
	InsertItem(ctx context.Context, item composition.Item, first composition.Revision) error
	UpdateItem(ctx context.Context, item composition.Item) error
	DeleteItem(ctx context.Context, id string) error
	// ListRemovedItems lists the items that the turn removed. No other call finds them.
	ListRemovedItems(ctx context.Context, turnID string) ([]composition.Item, error)
	ItemByID(ctx context.Context, compositionID, id string) (composition.Item, error)
	ItemByName(ctx context.Context, compositionID string, itemType composition.ItemType, name string) (composition.Item, error)
	WorkflowItem(ctx context.Context, compositionID string) (composition.Item, error)
	// ListItems lists the workflow, then action types, then tools, by name.
	ListItems(ctx context.Context, compositionID string) ([]composition.Item, error)
	InsertItemRevision(ctx context.Context, revision composition.Revision) error
	ItemRevisionByID(ctx context.Context, itemID, id string) (composition.Revision, error)
	// ItemRevisionByContent finds the newest saved state of the item with this content revision.
	ItemRevisionByContent(ctx context.Context, itemID string, content revision.Revision) (composition.Revision, error)
	// ItemRevisionBefore finds the saved state before the given one.
	ItemRevisionBefore(ctx context.Context, itemID, before string) (composition.Revision, error)
	// ListItemHistory lists the saved states behind the given one (empty: all), the oldest first, with content.
	ListItemHistory(ctx context.Context, itemID, after string, limit int) ([]composition.Revision, error)
	// ListTurnRevisions lists what the turn saved, of all items, the oldest first, without content.
	ListTurnRevisions(ctx context.Context, turnID string) ([]composition.Revision, error)
	// ListItemRevisions lists the newest first, without content.
	ListItemRevisions(ctx context.Context, itemID string, page Page) ([]composition.Revision, error)
}

// Turns are the AI turns and their working copies.
type Turns interface {
	InsertTurn(ctx context.Context, turn composition.Turn) error
	UpdateTurn(ctx context.Context, turn composition.Turn) error
	TurnByID(ctx context.Context, compositionID, id string) (composition.Turn, error)
	ListTurns(ctx context.Context, compositionID string, page Page) ([]composition.Turn, error)
	InsertWorkingCopy(ctx context.Context, w composition.WorkingCopy) error
	LatestWorkingCopy(ctx context.Context, turnID string) (composition.WorkingCopy, error)
	// ListSteps lists the turn's change sets in the order in which they were applied, since its work began or was
	// last started anew.
	ListSteps(ctx context.Context, turnID string) ([]composition.Step, error)
}

// Sessions are the agent sessions. Calls that take an epoch answer false, and change nothing, when another owner
// has taken the session since.
type Sessions interface {
	InsertSession(ctx context.Context, s composition.Session) error
	SessionByID(ctx context.Context, id string) (composition.Session, error)
	// TakeSession makes owner the session's owner when nobody else's lease holds; it answers false otherwise.
	TakeSession(ctx context.Context, id, owner string, now, leaseUntil time.Time) (bool, error)
	// RenewSessions pushes the lease of every session of the owner.
	RenewSessions(ctx context.Context, owner string, leaseUntil time.Time) error
	// ReleaseSession gives up the lease. The epoch stays, so the last owner may still write until another takes over.
	ReleaseSession(ctx context.Context, id string, epoch int64) (bool, error)
	// EvictSession takes the session from its owner, without making another: its lease, its agent's token and turn are
	// gone, the epoch is the next, and the session is stopped.
	EvictSession(ctx context.Context, id string) error
	// ListExpiredSessions lists up to 100 sessions whose owner let its lease pass.
	ListExpiredSessions(ctx context.Context, now time.Time) ([]composition.Session, error)
	// ListSessionsOfTemplate names up to 20 sessions that are made of the template, the oldest first.
	ListSessionsOfTemplate(ctx context.Context, templateID string) ([]catalog.SessionUse, error)
	UpdateSession(ctx context.Context, id string, epoch int64, status composition.SessionStatus, message, resumeID string) (bool, error)
	SetSessionToken(ctx context.Context, id string, epoch int64, tokenHash string) (bool, error)
	// SetSessionEngine changes what the session's next process is, and what it resumes.
	SetSessionEngine(ctx context.Context, id, engine, model, resumeID string) error
	// SetSessionTurn notes which turn the session's agent was given.
	SetSessionTurn(ctx context.Context, id string, epoch int64, turnID string) (bool, error)
	// AppendSessionEvent gives the event the next number of its session and stores it.
	AppendSessionEvent(ctx context.Context, e composition.SessionEvent) (composition.SessionEvent, error)
	ListSessionEvents(ctx context.Context, sessionID string, after int64, limit int) ([]composition.SessionEvent, error)
	// ListLastMessages lists the last events by which people and the agent said something (the kinds user-message and
	// text), the oldest first.
	ListLastMessages(ctx context.Context, sessionID string, limit int) ([]composition.SessionEvent, error)
	// SetShownItem notes which state of an item the session's agent has seen last.
	SetShownItem(ctx context.Context, sessionID string, itemType composition.ItemType, name string, shown revision.Revision) error
	// ForgetShownItems makes the agent one that has seen nothing.
	ForgetShownItems(ctx context.Context, sessionID string) error
	// ShownItem is that state; empty if the agent has seen none.
	ShownItem(ctx context.Context, sessionID string, itemType composition.ItemType, name string) (revision.Revision, error)
}

// OwnSessions are the agent sessions that belong to no composition: they have a name and turns of their own. Whoever
// changes their turns or drafts locks the session first.
type OwnSessions interface {
	// LockSession reads any session and keeps others from changing it until the transaction ends.
	LockSession(ctx context.Context, id string) (composition.Session, error)
	// ListOwnSessions lists those of the viewer and of the viewer's teams, or Everything.
	ListOwnSessions(ctx context.Context, viewer Viewer, page Page) ([]composition.Session, error)
	RenameSession(ctx context.Context, id, name string) error
	// SetCurrentTurn stores which turn of the session runs, and who started it; both empty for none.
	SetCurrentTurn(ctx context.Context, id, turnID, by string) error
	// DeleteSession deletes it with its conversation and drafts; one of a composition is not found.
	DeleteSession(ctx context.Context, id string) error
}

// ConfigItems are the drafts of configuration that sessions hold.
type ConfigItems interface {
	// PutConfigItem stores a draft in the place of the one under its key, if there is one.
	PutConfigItem(ctx context.Context, item configuration.Item) error
	ConfigItem(ctx context.Context, sessionID string, key configuration.Key) (configuration.Item, error)
	// ListConfigItems lists all of the session, by folder and name.
	ListConfigItems(ctx context.Context, sessionID string) ([]configuration.Item, error)
	DeleteConfigItem(ctx context.Context, sessionID string, key configuration.Key) error
}

// Catalog is what is published beside workflows.
type Catalog interface {
	InsertObject(ctx context.Context, o catalog.Object) error
	UpdateObject(ctx context.Context, o catalog.Object) error
	DeleteObject(ctx context.Context, id string) error
	ObjectByID(ctx context.Context, kind catalog.Kind, id string) (catalog.Object, error)
	// LockObject reads the object and keeps others from changing it until the transaction ends.
	LockObject(ctx context.Context, kind catalog.Kind, id string) (catalog.Object, error)
	// ObjectByName finds an object of exactly this team, or a global one where teamID is empty.
	ObjectByName(ctx context.Context, kind catalog.Kind, teamID, name string) (catalog.Object, error)
	// ListObjects lists by name, behind the given one.
	ListObjects(ctx context.Context, kind catalog.Kind, viewer Viewer, afterName, afterID string, limit int) ([]catalog.Object, error)
	// ListObjectsOf lists exactly this team's, or the global ones where teamID is empty, by name, behind the given one.
	ListObjectsOf(ctx context.Context, kind catalog.Kind, teamID, afterName string, limit int) ([]catalog.Object, error)
	// ListUses names up to 20 workflows whose current version uses the object, by name.
	ListUses(ctx context.Context, objectID string) ([]catalog.Use, error)
}

// Definitions are the published workflows.
type Definitions interface {
	InsertDefinition(ctx context.Context, d definition.Definition) error
	// UpdateDefinitionDocument stores what publishing and making a version current change, and leaves the settings.
	UpdateDefinitionDocument(ctx context.Context, d definition.Definition) error
	// UpdateDefinitionSettings stores branding, entry mode, activation, retention, onComplete and their revision.
	UpdateDefinitionSettings(ctx context.Context, d definition.Definition) error
	DefinitionByID(ctx context.Context, id string) (definition.Definition, error)
	// LockDefinition reads the definition and keeps others from publishing it until the transaction ends.
	LockDefinition(ctx context.Context, id string) (definition.Definition, error)
	DefinitionBySlug(ctx context.Context, teamID, slug string) (definition.Definition, error)
	ListDefinitions(ctx context.Context, viewer Viewer, page Page) ([]definition.Definition, error)
	// ListDefinitionsOf lists exactly this team's, or the global ones where teamID is empty, by slug, behind the given one.
	ListDefinitionsOf(ctx context.Context, teamID, afterSlug string, limit int) ([]definition.Definition, error)
	InsertVersion(ctx context.Context, v definition.Version) error
	VersionByNumber(ctx context.Context, definitionID string, number int64) (definition.Version, error)
	// ListVersions lists the newest first, below the number before (0: all), without snapshots.
	ListVersions(ctx context.Context, definitionID string, before int64, limit int) ([]definition.Version, error)
	// SetUses replaces the list of catalog objects that the definition's current version uses.
	SetUses(ctx context.Context, definitionID string, objectIDs []string) error
}
