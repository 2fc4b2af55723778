package accounts_test

import (
	"strings"
	"sync"
	"testing"

	"heddle.dev/heddle/adapters/system"
	"heddle.dev/heddle/app/accounts"
	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/fault"
)

func TestAnInstallationHasOneLocalOwner(t *testing.T) {
	t.Parallel()
	apptest.Stores(t, func(t *testing.T, store apptest.Store) {
		var ids sync.Map
		var asking sync.WaitGroup
		for range 6 { // as many servers, each asking for the first time
			server := accounts.New(store, system.Clock{}, system.NewID)
			asking.Go(func() {
				owner, err := server.LocalOwner(t.Context())
				if err != nil || !owner.User.IsOwner {
					t.Errorf("%+v, %v", owner, err)
				}
				ids.Store(owner.ID(), true)
			})
		}
		asking.Wait()
		n := 0
		ids.Range(func(any, any) bool { n++; return true })
		if n != 1 {
			t.Errorf("there are %d owners", n)
		}
	})
}

func TestOnlyOwnersMakeTeamsUnderFreeSlugs(t *testing.T) {
	t.Parallel()
	apptest.Stores(t, func(t *testing.T, store apptest.Store) {
		h := apptest.New(t, store, nil)
		if _, err := h.Accounts.CreateTeam(t.Context(), h.Admin, "new", "New"); fault.KindOf(err) != fault.KindForbidden {
			t.Errorf("an admin: %v", err)
		}
		if _, err := h.Accounts.CreateTeam(t.Context(), h.Owner, h.Team.Slug, "Again"); fault.CodeOf(err) != "already-exists" || !strings.Contains(err.Error(), h.Team.Slug) {
			t.Errorf("a slug that is taken: %v", err)
		}
		for _, slug := range []string{access.GlobalScope, "", "A", "a b"} {
			if _, err := h.Accounts.CreateTeam(t.Context(), h.Owner, slug, "x"); fault.CodeOf(err) != "invalid-slug" {
				t.Errorf("%q: %v", slug, err)
			}
		}
	})
}

func TestPeopleSeeTheirTeamsAndOwnersAll(t *testing.T) {
	t.Parallel()
	apptest.Stores(t, func(t *testing.T, store apptest.Store) {
		h := apptest.New(t, store, nil)
		for name, c := range map[string]struct {
			actor access.Actor
			want  int
		}{"the owner": {h.Owner, 2}, "nobody's member": {h.Stranger, 0}, "the owner's account without its powers": {h.Admin, 2}} {
			if found, err := h.Accounts.ListTeams(t.Context(), c.actor); err != nil || len(found) != c.want {
				t.Errorf("%s sees %+v, %v; want %d", name, found, err, c.want)
			}
		}
	})
}

func TestNamesAreToldToThoseWithAnAccount(t *testing.T) {
	t.Parallel()
	apptest.Stores(t, func(t *testing.T, store apptest.Store) {
		h := apptest.New(t, store, nil)
		ids := []string{h.Owner.ID(), "agent:heddle-workbench"}
		for _, actor := range []access.Actor{h.Owner, h.Member} {
			people, err := h.Accounts.NamePeople(t.Context(), actor, ids)
			if err != nil || len(people) != 1 || people[0].Name != h.Owner.User.Name {
				t.Errorf("%+v, %v", people, err)
			}
		}
		if _, err := h.Accounts.NamePeople(t.Context(), access.Actor{}, ids); fault.KindOf(err) != fault.KindForbidden {
			t.Errorf("nobody: %v", err)
		}
	})
}
