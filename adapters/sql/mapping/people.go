package mapping

import (
	"context"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/domain/access"
)

// EnsureOwner implements ports.People.
func (t *Tx) EnsureOwner(ctx context.Context, user access.User) (access.User, error) {
	owner, err := t.q.FirstOwner(ctx)
	if !none(err) {
		return userOf(owner), t.err(err)
	}
	first, err := t.claimFirstOwner(ctx, user.ID)
	if err != nil {
		return access.User{}, err
	}
	if !first {
		owner, err = t.q.FirstOwner(ctx)
		return userOf(owner), t.found(err, "user", user.ID)
	}
	user.IsOwner, user.CreatedAt = true, stamp(user.CreatedAt)
	return user, t.err(t.q.InsertUser(ctx, rows.InsertUserParams(user)))
}

// UserByID implements ports.People.
func (t *Tx) UserByID(ctx context.Context, id string) (access.User, error) {
	row, err := t.q.UserByID(ctx, rows.UserByIDParams{ID: id})
	return userOf(row), t.found(err, "user", id)
}

// ListUsersByID implements ports.People.
func (t *Tx) ListUsersByID(ctx context.Context, ids []string) ([]access.User, error) {
	found, err := t.q.ListUsersByID(ctx, rows.ListUsersByIDParams{Ids: ids})
	return mapAll(found, userOf), t.err(err)
}

// InsertTeam implements ports.People.
func (t *Tx) InsertTeam(ctx context.Context, team access.Team) error {
	team.CreatedAt = stamp(team.CreatedAt)
	return t.err(t.q.InsertTeam(ctx, rows.InsertTeamParams(team)))
}

// InsertMember implements ports.People.
func (t *Tx) InsertMember(ctx context.Context, teamID, userID string, role access.Role) error {
	return t.err(t.q.InsertMember(ctx, rows.InsertMemberParams{TeamID: teamID, UserID: userID, Role: string(role)}))
}

// TeamByID implements ports.People.
func (t *Tx) TeamByID(ctx context.Context, id string) (access.Team, error) {
	row, err := t.q.TeamByID(ctx, rows.TeamByIDParams{ID: id})
	return teamOf(row), t.found(err, "team", id)
}

// ListTeams implements ports.People.
func (t *Tx) ListTeams(ctx context.Context) ([]access.Team, error) {
	found, err := t.q.ListTeams(ctx)
	return mapAll(found, teamOf), t.err(err)
}

// ListMemberships implements ports.People.
func (t *Tx) ListMemberships(ctx context.Context, userID string) ([]access.Membership, error) {
	found, err := t.q.ListMemberships(ctx, rows.ListMembershipsParams{UserID: userID})
	return mapAll(found, func(row rows.ListMembershipsRow) access.Membership {
		return access.Membership{
			Team: access.Team{ID: row.ID, Slug: row.Slug, Name: row.Name, CreatedAt: row.CreatedAt},
			Role: access.Role(row.Role),
		}
	}), t.err(err)
}

func userOf(row rows.User) access.User { return access.User(row) }

func teamOf(row rows.Team) access.Team { return access.Team(row) }
