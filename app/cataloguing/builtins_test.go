package cataloguing_test

import (
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/fault"
)

// What a session template names is run on the server, so it is not for everybody who composes.
func TestSessionTemplatesAreWrittenByThoseWhoMayOnly(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *apptest.Heddle) {
		for role, want := range map[access.Role]fault.Kind{access.Member: fault.KindForbidden, access.Admin: fault.KindNotFound} {
			actor := access.Actor{User: access.User{ID: "u"}, Teams: map[string]access.Role{"team": role}}
			_, err := b.Cataloguing.CreateObject(b.Context(), actor, catalog.SessionTemplate, "team", `{"name":"support"}`)
			if fault.KindOf(err) != want { // an admin gets as far as the team, which is not there
				b.Errorf("as %s: %v", role, err)
			}
			_, err = b.Cataloguing.CreateObject(b.Context(), actor, catalog.SessionTemplate, "", `{"name":"support"}`)
			if fault.KindOf(err) != fault.KindForbidden {
				b.Errorf("for all teams, as %s: %v", role, err)
			}
		}
	})
}
