package http

import (
	"context"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/openapi/api"
)

// GetMe implements the contract.
func (o *operations) GetMe(ctx context.Context, _ server.GetMeRequestObject) (server.GetMeResponseObject, error) {
	actor := actorOf(ctx)
	memberships, err := o.Accounts.ListTeams(ctx, actor)
	if err != nil {
		return nil, err
	}
	permissions := []string{}
	for _, permission := range access.OwnerPermissions() {
		if actor.May(permission, "") {
			permissions = append(permissions, string(permission))
		}
	}
	return server.GetMe200JSONResponse{
		User:        api.User{Id: actor.User.ID, Name: actor.User.Name, IsOwner: actor.User.IsOwner, CreatedAt: instant(actor.User.CreatedAt)},
		Mode:        "local",
		Teams:       teamsOf(memberships),
		Permissions: permissions,
	}, nil
}

// ListUsers implements the contract.
func (o *operations) ListUsers(ctx context.Context, r server.ListUsersRequestObject) (server.ListUsersResponseObject, error) {
	people, err := o.Accounts.NamePeople(ctx, actorOf(ctx), r.Params.Ids)
	if err != nil {
		return nil, err
	}
	return server.ListUsers200JSONResponse{
		Items: mapAll(people, func(u access.User) api.Person { return api.Person{Id: u.ID, Name: u.Name} }),
	}, nil
}

// ListTeams implements the contract.
func (o *operations) ListTeams(ctx context.Context, _ server.ListTeamsRequestObject) (server.ListTeamsResponseObject, error) {
	memberships, err := o.Accounts.ListTeams(ctx, actorOf(ctx))
	if err != nil {
		return nil, err
	}
	return server.ListTeams200JSONResponse{Items: teamsOf(memberships)}, nil
}

// CreateTeam implements the contract.
func (o *operations) CreateTeam(ctx context.Context, r server.CreateTeamRequestObject) (server.CreateTeamResponseObject, error) {
	team, err := o.Accounts.CreateTeam(ctx, actorOf(ctx), r.Body.Slug, r.Body.Name)
	if err != nil {
		return nil, err
	}
	return server.CreateTeam201JSONResponse(teamOf(access.Membership{Team: team, Role: access.Admin})), nil
}

func teamsOf(memberships []access.Membership) []api.Team {
	teams := make([]api.Team, len(memberships))
	for i, membership := range memberships {
		teams[i] = teamOf(membership)
	}
	return teams
}

func teamOf(m access.Membership) api.Team {
	return api.Team{Id: m.Team.ID, Slug: m.Team.Slug, Name: m.Team.Name, Role: optional(string(m.Role)), CreatedAt: instant(m.Team.CreatedAt)}
}
