package composition_test

import (
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
)

// held is a composition whose lease is Ada's since noon.
func held(t *testing.T) composition.Composition {
	t.Helper()
	return outset(t, composition.Idle)
}

func requireConflict(t *testing.T, what string, err error, code string) {
	t.Helper()
	if fault.KindOf(err) != fault.KindConflict || fault.CodeOf(err) != code {
		t.Errorf("%s: got %v, want a conflict with code %s", what, err, code)
	}
}

func TestALeaseIsTakenFromNobodyBeforeItExpires(t *testing.T) {
	t.Parallel()
	c := held(t)
	last := noon.Add(composition.LeaseLife - time.Nanosecond)
	_, err := c.TakeLease("other", bo, last)
	requireConflict(t, "take", err, "lease-held")
	if f := fault.As(err); !strings.Contains(f.Message, "Ada") || f.Details["windowId"] != "w1" || f.Details["expiresAt"] != "2026-03-04T12:01:30Z" {
		t.Errorf("%+v", f)
	}
	if changed, err := c.TakeLease("other", bo, noon.Add(composition.LeaseLife)); err != nil || !changed || c.Lease.ID != "other" || c.Lease.Epoch != 2 {
		t.Errorf("an expired one: %v, %+v", err, c.Lease)
	}
}

func TestTheHoldersWindowTakesItsLeaseAgain(t *testing.T) {
	t.Parallel()
	c := held(t)
	late := noon.Add(time.Hour)
	changed, err := c.TakeLease("new", ada, late)
	if err != nil || changed || c.Lease.ID != "lease" || c.Lease.Epoch != 1 || !c.Lease.HeldAt(late) {
		t.Errorf("%v, %v, %+v", changed, err, c.Lease)
	}
	imitator := composition.Window{ID: ada.ID, UserID: bo.UserID, UserName: bo.UserName}
	_, err = c.TakeLease("new", imitator, late)
	requireConflict(t, "another person with the window's name", err, "lease-held")
}

func TestATakeOverAlwaysSucceedsAndTheOtherWindowLearnsOfIt(t *testing.T) {
	t.Parallel()
	c := held(t)
	c.TakeOverLease("new", bo, noon)
	if c.Lease.ID != "new" || c.Lease.Epoch != 2 || c.Lease.Holder != bo {
		t.Errorf("%+v", c.Lease)
	}
	requireConflict(t, "renew", c.RenewLease(ada, noon), "lease-lost")
	_, err := c.ReleaseLease(ada, noon)
	requireConflict(t, "release", err, "lease-lost")
	err = c.RequireLease("lease", noon)
	requireConflict(t, "save", err, "lease-lost")
	if !strings.Contains(err.Error(), "Bo") {
		t.Errorf("it does not say who: %v", err)
	}
}

func TestWhoMayChangeTheWorkflow(t *testing.T) {
	t.Parallel()
	expired := noon.Add(composition.LeaseLife)
	for name, c := range map[string]struct {
		released bool
		leaseID  string
		at       time.Time
		code     string
	}{
		"the holder":                        {false, "lease", noon, ""},
		"nobody without the lease":          {false, "", noon, "lease-held"},
		"the holder when nobody took it":    {false, "lease", expired, ""},
		"anybody when it expired":           {false, "", expired, ""},
		"anybody when it was released":      {true, "", noon, ""},
		"nobody with one that was released": {true, "lease", noon, "lease-lost"},
		"nobody with one that never was":    {false, "other", expired, "lease-lost"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			composed := held(t)
			if c.released {
				if changed, err := composed.ReleaseLease(ada, noon); err != nil || !changed {
					t.Fatal(changed, err)
				}
			}
			err := composed.RequireLease(c.leaseID, c.at)
			if (err != nil) != (c.code != "") || err != nil && fault.CodeOf(err) != c.code {
				t.Errorf("got %v, want %q", err, c.code)
			}
		})
	}
}

func TestAReleasedLeaseIsFreeAndItsEpochStays(t *testing.T) {
	t.Parallel()
	c := held(t)
	for _, want := range []bool{true, false} {
		if changed, err := c.ReleaseLease(ada, noon); err != nil || changed != want {
			t.Errorf("released: %v, %v", changed, err)
		}
	}
	requireConflict(t, "renew", c.RenewLease(ada, noon), "lease-lost")
	if changed, err := c.TakeLease("new", ada, noon); err != nil || !changed || c.Lease.Epoch != 2 {
		t.Errorf("%v, %v, %+v", changed, err, c.Lease)
	}
}
