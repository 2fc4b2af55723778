package access_test

import (
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/fault"
)

func TestPermissionsFollowTheRoleInTheTeamOfTheObject(t *testing.T) {
	t.Parallel()
	owner := access.Actor{User: access.User{ID: "o", IsOwner: true}}
	admin := access.Actor{User: access.User{ID: "a"}, Teams: map[string]access.Role{"t1": access.Admin}}
	member := access.Actor{User: access.User{ID: "m"}, Teams: map[string]access.Role{"t1": access.Member}}
	nobody := access.Actor{}

	for name, c := range map[string]struct {
		actor      access.Actor
		permission access.Permission
		team       string
		want       bool
	}{
		"an owner publishes globally":              {owner, access.WorkflowPublish, "", true},
		"an owner publishes for any team":          {owner, access.WorkflowPublish, "t1", true},
		"an admin publishes for the team":          {admin, access.WorkflowPublish, "t1", true},
		"an admin does not publish for another":    {admin, access.WorkflowPublish, "t2", false},
		"an admin does not publish globally":       {admin, access.WorkflowPublish, "", false},
		"a member composes":                        {member, access.CompositionEdit, "t1", true},
		"a member does not publish":                {member, access.WorkflowPublish, "t1", false},
		"a member reads global objects":            {member, access.InstallationRead, "", true},
		"nobody reads nothing":                     {nobody, access.InstallationRead, "", false},
		"nobody is not taken for a teamless owner": {nobody, access.CompositionEdit, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := c.actor.May(c.permission, c.team); got != c.want {
				t.Errorf("May(%s, %q) = %v, want %v", c.permission, c.team, got, c.want)
			}
			if err := c.actor.Require(c.permission, c.team); (err == nil) != c.want {
				t.Errorf("Require(%s, %q) = %v", c.permission, c.team, err)
			} else if err != nil && fault.KindOf(err) != fault.KindForbidden {
				t.Errorf("kind %s, want forbidden", fault.KindOf(err))
			}
		})
	}
}

func TestTeamSlugs(t *testing.T) {
	t.Parallel()
	for slug, ok := range map[string]bool{
		"support": true, "team-2": true, "a": true,
		"": false, "Support": false, "a b": false, "-a": false, "a-": false, "a--b": false, "global": false, "ä": false,
		strings.Repeat("x", 65): false,
	} {
		if _, err := access.NewTeam("id", slug, "Name", time.Time{}); (err == nil) != ok {
			t.Errorf("NewTeam(%q): %v", slug, err)
		}
	}
}
