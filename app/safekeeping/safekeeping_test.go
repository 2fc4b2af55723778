package safekeeping_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle.dev/heddle/adapters/system"
	"heddle.dev/heddle/adapters/vault"
	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/safekeeping"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/fault"
)

const planted = "planted-secret-value"

const scripted = `{"name":"%s","description":"d","mode":"script","script":{"language":"bash","source":"true"},"secrets":["TOKEN"]}`

func onStores(t *testing.T, test func(h *apptest.Heddle)) {
	t.Helper()
	apptest.Stores(t, func(t *testing.T, store apptest.Store) { test(apptest.New(t, store, nil)) })
}

func set(h *apptest.Heddle, teamID, name, value string) {
	h.Helper()
	if _, err := h.Secrets.SetSecret(h.Context(), h.Owner, teamID, name, value); err != nil {
		h.Fatal(err)
	}
}

func opened(h *apptest.Heddle, teamID string, names ...string) map[string]string {
	h.Helper()
	values, err := h.Secrets.OpenSecrets(h.Context(), teamID, names)
	if err != nil {
		h.Fatal(err)
	}
	return values
}

func wantCode(h *apptest.Heddle, err error, code string) {
	h.Helper()
	if fault.CodeOf(err) != code || strings.Contains(fmt.Sprint(err), planted) {
		h.Errorf("got %v, want the code %s", err, code)
	}
}

func TestRunsGetTheirTeamsSecretBeforeTheGlobalOne(t *testing.T) {
	t.Parallel()
	onStores(t, func(h *apptest.Heddle) {
		set(h, "", "TOKEN", "global-value")
		set(h, h.Team.ID, "TOKEN", planted)
		set(h, "", "OTHER", "other-value")
		if got := opened(h, h.Team.ID, "TOKEN", "OTHER"); got["TOKEN"] != planted || got["OTHER"] != "other-value" {
			h.Errorf("the team gets %v", got)
		}
		for _, teamID := range []string{"", h.Other.ID} {
			if got := opened(h, teamID, "TOKEN"); got["TOKEN"] != "global-value" {
				h.Errorf("%q gets %v", teamID, got)
			}
		}
		_, err := h.Secrets.OpenSecrets(h.Context(), h.Team.ID, []string{"TOKEN", "NONE"})
		wantCode(h, err, "secret-missing")
	})
}

func TestASecretIsStoredSealedAndSetAnew(t *testing.T) {
	t.Parallel()
	onStores(t, func(h *apptest.Heddle) {
		first, err := h.Secrets.SetSecret(h.Context(), h.Owner, h.Team.ID, "TOKEN", "first-value")
		if err != nil {
			h.Fatal(err)
		}
		second, err := h.Secrets.SetSecret(h.Context(), h.Admin, h.Team.ID, "TOKEN", planted)
		if err != nil || second.ID != first.ID || !second.CreatedAt.Equal(first.CreatedAt) || second.UpdatedAt.Before(first.UpdatedAt) {
			h.Errorf("%+v, then %+v, %v", first, second, err)
		}
		if strings.Contains(fmt.Sprintf("%+v", second), planted) || second.Sealed == first.Sealed {
			h.Errorf("kept as %+v", second)
		}
		if got := opened(h, h.Team.ID, "TOKEN"); got["TOKEN"] != planted {
			h.Errorf("opened as %v", got)
		}
		_, err = h.Secrets.SetSecret(h.Context(), h.Owner, h.Team.ID, "TO-KEN", planted)
		wantCode(h, err, "invalid-secret-name")
		_, err = h.Secrets.SetSecret(h.Context(), h.Owner, h.Team.ID, "TOKEN", "short")
		wantCode(h, err, "invalid-secret-value")
		_, err = h.Secrets.SetSecret(h.Context(), h.Owner, system.NewID(), "TOKEN", planted)
		wantCode(h, err, "not-found")
	})
}

func TestAdminsManageTheirTeamsSecretsAndMembersSeeNames(t *testing.T) {
	t.Parallel()
	onStores(t, func(h *apptest.Heddle) {
		set(h, h.Team.ID, "TOKEN", planted)
		for who, c := range map[string]struct {
			actor       access.Actor
			teamID      string
			sees, mayDo bool
		}{
			"member":            {h.Member, h.Team.ID, true, false},
			"stranger":          {h.Stranger, h.Team.ID, false, false},
			"admin, global":     {h.Admin, "", true, false},
			"admin of the team": {h.Admin, h.Team.ID, true, true},
			"admin of another":  {h.Stranger, h.Other.ID, true, true},
		} {
			_, err := h.Secrets.GetSecret(h.Context(), c.actor, c.teamID, "TOKEN")
			if seen := fault.CodeOf(err) != "forbidden"; seen != c.sees {
				h.Errorf("%s: %v", who, err)
			}
			err = h.Secrets.DeleteSecret(h.Context(), c.actor, c.teamID, "NONE")
			if done := fault.CodeOf(err) != "forbidden"; done != c.mayDo {
				h.Errorf("%s: %v", who, err)
			}
			_, err = h.Secrets.SetSecret(h.Context(), c.actor, c.teamID, "TOKEN", "short")
			if done := fault.CodeOf(err) != "forbidden"; done != c.mayDo {
				h.Errorf("%s: %v", who, err)
			}
		}
		if found, err := h.Secrets.ListSecrets(h.Context(), h.Stranger, "", "", 10); err != nil || len(found) != 0 {
			h.Errorf("a stranger sees %v, %v", found, err)
		}
	})
}

func TestASecretInUseIsNotDeleted(t *testing.T) {
	t.Parallel()
	onStores(t, func(h *apptest.Heddle) {
		set(h, "", "TOKEN", planted)
		set(h, h.Team.ID, "TOKEN", planted)
		o, err := h.Cataloguing.CreateObject(h.Context(), h.Owner, catalog.ActionType, h.Other.ID, fmt.Sprintf(scripted, "call"))
		if err != nil {
			h.Fatal(err)
		}
		err = h.Secrets.DeleteSecret(h.Context(), h.Owner, "", "TOKEN")
		wantCode(h, err, "in-use")
		if !strings.Contains(err.Error(), `action-type "call"`) {
			h.Errorf("the message names no user: %v", err)
		}
		if err := h.Secrets.DeleteSecret(h.Context(), h.Owner, h.Team.ID, "TOKEN"); err != nil {
			h.Errorf("another team's use holds it: %v", err)
		}
		if err := h.Cataloguing.DeleteObject(h.Context(), h.Owner, catalog.ActionType, o.ID); err != nil {
			h.Fatal(err)
		}
		if err := h.Secrets.DeleteSecret(h.Context(), h.Owner, "", "TOKEN"); err != nil {
			h.Error(err)
		}
		_, err = h.Secrets.GetSecret(h.Context(), h.Owner, "", "TOKEN")
		wantCode(h, err, "not-found")
	})
}

// keyed is the use cases with keys of the test's own.
func keyed(h *apptest.Heddle, keys string) *safekeeping.Service {
	h.Helper()
	v, err := vault.New(keys, "HEDDLE_SECRET_KEY")
	if err != nil {
		h.Fatal(err)
	}
	return safekeeping.New(h.Store, system.Clock{}, system.NewID, v, apptest.Log(h))
}

func TestAKeyIsReplacedAndALostOneIsToldClearly(t *testing.T) {
	t.Parallel()
	const older, newer = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=", "YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXoxMjM0NTY="
	onStores(t, func(h *apptest.Heddle) {
		if _, err := keyed(h, older).SetSecret(h.Context(), h.Owner, "", "TOKEN", planted); err != nil {
			h.Fatal(err)
		}
		lost := keyed(h, newer)
		if err := lost.SealAnew(h.Context()); err != nil {
			h.Errorf("a server without the key does not start: %v", err)
		}
		_, err := lost.OpenSecrets(h.Context(), "", []string{"TOKEN"})
		wantCode(h, err, "secret-key-missing")
		if !strings.Contains(err.Error(), "TOKEN") || !strings.Contains(err.Error(), "HEDDLE_SECRET_KEY") {
			h.Errorf("the message does not help: %v", err)
		}
		if err := keyed(h, newer+","+older).SealAnew(h.Context()); err != nil {
			h.Fatal(err)
		}
		if got, err := lost.OpenSecrets(h.Context(), "", []string{"TOKEN"}); err != nil || got["TOKEN"] != planted {
			h.Errorf("with the new key alone: %v, %v", got, err)
		}
	})
}
