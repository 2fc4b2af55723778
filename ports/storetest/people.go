package storetest

import (
	"context"
	"sync"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

var peopleRules = []rule{
	{"the first owner is stored, later ones get that one", firstOwnerStays},
	{"of servers that ask for an owner at once all get the same", oneOwnerOfMany},
	{"of the users asked for, those that there are come", usersByID},
	{"a user or team that is not there is not found", unknownPeople},
	{"a team's slug and id are taken once", teamsAreUnique},
	{"teams come by slug, byte for byte", teamsInOrder},
	{"memberships come by slug, with their roles", membershipsInOrder},
	{"a membership needs its team and user, and is given once", membershipRefused},
}

func firstOwnerStays(b *bundle) {
	first := b.owner()
	equal(b, "owner", first, access.User{ID: first.ID, Name: "Ada", IsOwner: true, CreatedAt: noon})
	equal(b, "later owner", b.owner(), first)
	found := stored(b, func(ctx context.Context, tx ports.Tx) (access.User, error) { return tx.UserByID(ctx, first.ID) })
	equal(b, "user", found, first)
}

func oneOwnerOfMany(b *bundle) {
	owners := make([]access.User, 8)
	var wait sync.WaitGroup
	for i := range owners {
		wait.Go(func() {
			err := b.Store.InTx(b.Context(), func(ctx context.Context, tx ports.Tx) (err error) {
				owners[i], err = tx.EnsureOwner(ctx, access.User{ID: newID(), Name: "Ada", CreatedAt: noon})
				return err
			})
			if err != nil {
				b.Error(err)
			}
		})
	}
	wait.Wait()
	for _, owner := range owners[1:] {
		equal(b, "owner", owner, owners[0])
	}
}

func usersByID(b *bundle) {
	owner := b.owner()
	list := func(ids ...string) []access.User {
		return stored(b, func(ctx context.Context, tx ports.Tx) ([]access.User, error) { return tx.ListUsersByID(ctx, ids) })
	}
	equal(b, "some", list(newID(), owner.ID, owner.ID), []access.User{owner})
	equal(b, "none", list(newID()), []access.User{})
	equal(b, "nobody asked for", list(), []access.User{})
}

func unknownPeople(b *bundle) {
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.UserByID(ctx, newID()); return err })
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.TeamByID(ctx, newID()); return err })
}

func teamsAreUnique(b *bundle) {
	team := access.Team{ID: newID(), Slug: "a", Name: "A", CreatedAt: noon}
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.InsertTeam(ctx, team) })
	b.taken(func(ctx context.Context, tx ports.Tx) error { return tx.InsertTeam(ctx, team) })
	b.taken(insertTeam("a"))
	found := stored(b, func(ctx context.Context, tx ports.Tx) (access.Team, error) { return tx.TeamByID(ctx, team.ID) })
	equal(b, "team", found, team)
}

func teamsInOrder(b *bundle) {
	for _, slug := range []string{"b", "a-1", "a1", "a", "z"} {
		b.write(insertTeam(slug))
	}
	equal(b, "slugs", b.slugs(), []string{"a", "a-1", "a1", "b", "z"})
}

func membershipsInOrder(b *bundle) {
	s := b.scopes()
	admins := access.Team{ID: newID(), Slug: "admins", Name: "Admins", CreatedAt: noon}
	b.write(func(ctx context.Context, tx ports.Tx) error {
		return all(tx.InsertTeam(ctx, admins), tx.InsertMember(ctx, admins.ID, s.owner.ID, access.Admin))
	})
	list := func(userID string) []access.Membership {
		return stored(b, func(ctx context.Context, tx ports.Tx) ([]access.Membership, error) {
			return tx.ListMemberships(ctx, userID)
		})
	}
	equal(b, "memberships", list(s.owner.ID), []access.Membership{{Team: admins, Role: access.Admin}, {Team: s.mine, Role: access.Member}})
	equal(b, "a stranger's memberships", list(newID()), []access.Membership{})
}

func membershipRefused(b *bundle) {
	s := b.scopes()
	member := func(teamID, userID string) func(ctx context.Context, tx ports.Tx) error {
		return func(ctx context.Context, tx ports.Tx) error {
			return tx.InsertMember(ctx, teamID, userID, access.Member)
		}
	}
	b.taken(member(s.mine.ID, s.owner.ID))
	b.refuse(fault.KindConflict, "in-use", member(newID(), s.owner.ID))
	b.refuse(fault.KindConflict, "in-use", member(s.mine.ID, newID()))
}
