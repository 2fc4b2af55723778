// Package access says who may do what. Every way in (HTTP, MCP, CLI, jobs) asks
// the one function Actor.May, so that no route can forget a rule that another
// route knows.
package access

import (
	"regexp"
	"time"

	"heddle.dev/heddle/domain/fault"
)

// Permission names something that a person may do, within a team or everywhere.
type Permission string

// The permissions that exist so far.
const (
	CompositionEdit  Permission = "composition.edit"
	CatalogEdit      Permission = "catalog.edit"
	WorkflowPublish  Permission = "workflow.publish"
	InstanceStart    Permission = "instance.start"
	InstanceManage   Permission = "instance.manage"
	TaskComplete     Permission = "task.complete"
	TeamManage       Permission = "team.manage"
	SecretManage     Permission = "secret.manage"
	InstallationRead Permission = "installation.read"

	// SessionTemplateEdit is apart from CatalogEdit, since a session template says what programs run on the server.
	SessionTemplateEdit Permission = "session-template.edit"
)

// Role is what a user is in a team.
type Role string

// The built-in roles.
const (
	Member Role = "member"
	Admin  Role = "admin"
)

var memberPermissions = []Permission{CompositionEdit, InstanceStart, TaskComplete, InstallationRead}

var adminPermissions = append(append([]Permission{}, memberPermissions...),
	CatalogEdit, WorkflowPublish, InstanceManage, TeamManage, SecretManage, SessionTemplateEdit)

// OwnerPermissions lists what an installation's owner may do everywhere.
func OwnerPermissions() []Permission { return append([]Permission{}, adminPermissions...) }

// User is a person with an account. An owner may do everything.
type User struct {
	ID        string
	Name      string
	IsOwner   bool
	CreatedAt time.Time
}

// Team owns objects; its members work with them.
type Team struct {
	ID        string
	Slug      string
	Name      string
	CreatedAt time.Time
}

var slugPattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// GlobalScope is the slug that stands for "no team" in addresses, so no team may take it.
const GlobalScope = "global"

// CheckSlug refuses what cannot stand in an address: a slug is lowercase letters, digits and
// single hyphens, at most 64 bytes.
func CheckSlug(slug string) error {
	if len(slug) > 64 || !slugPattern.MatchString(slug) {
		return fault.New(fault.KindInvalid, "invalid-slug",
			"%q is no slug: use lowercase letters, digits and single hyphens, at most 64 of them", slug)
	}
	return nil
}

// NewTeam makes a team; its slug must be free and not the word for the global scope.
func NewTeam(id, slug, name string, at time.Time) (Team, error) {
	if err := CheckSlug(slug); err != nil {
		return Team{}, err
	}
	if slug == GlobalScope {
		return Team{}, fault.New(fault.KindInvalid, "invalid-slug", "%q means all teams and can't name one", slug)
	}
	return Team{ID: id, Slug: slug, Name: name, CreatedAt: at}, nil
}

// Membership is one user's role in one team.
type Membership struct {
	Team Team
	Role Role
}

// Actor is whoever asks for something: a signed-in user, or an agent session on behalf of the
// user who started its turn.
type Actor struct {
	User  User
	Teams map[string]Role // by team id
}

// ID identifies the actor in rows and audit entries.
func (a Actor) ID() string { return a.User.ID }

// May tells whether the actor holds the permission for an object of the team; an empty team
// means a global object, which only owners change and everybody with an account reads.
func (a Actor) May(permission Permission, teamID string) bool {
	if a.User.IsOwner {
		return true
	}
	if teamID == "" {
		return permission == InstallationRead && a.User.ID != ""
	}
	for _, held := range permissionsOf(a.Teams[teamID]) {
		if held == permission {
			return true
		}
	}
	return false
}

// Require answers a forbidden fault when the actor does not hold the permission.
func (a Actor) Require(permission Permission, teamID string) error {
	if a.May(permission, teamID) {
		return nil
	}
	return fault.New(fault.KindForbidden, "forbidden", "this needs the permission %s, which you do not have here", permission)
}

func permissionsOf(role Role) []Permission {
	switch role {
	case Admin:
		return adminPermissions
	case Member:
		return memberPermissions
	default:
		return nil
	}
}
