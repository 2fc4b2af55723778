package composing_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
)

// lease does something about the lease, which has to succeed.
func (b *bench) lease(c composition.Composition, windowID string, action composing.LeaseAction) composition.Lease {
	b.Helper()
	lease, err := b.Composing.ChangeLease(b.Context(), b.Owner, c.ID, windowID, action)
	if err != nil {
		b.Fatal(err)
	}
	return lease
}

// saveUnder saves the workflow under a lease.
func (b *bench) saveUnder(c composition.Composition, leaseID, text string) error {
	b.Helper()
	workflow := b.Workflow(c)
	_, err := b.Composing.SaveItem(b.Context(), b.Owner, c.ID, workflow.ID, composing.Save{
		Content: []byte(text), BaseRevision: workflow.ContentRevision, LeaseID: leaseID,
	})
	return err
}

func TestOnlyTheHolderOfTheLeaseChangesTheWorkflow(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task, apptest.CheckAmount)
		b.proposal(c, "n1")
		c = b.review(c)
		lease := b.lease(c, "one", composing.TakeLease)
		if err := b.saveUnder(c, lease.ID, renamed("Holder")); err != nil {
			b.Errorf("the holder's save: %v", err)
		}
		b.wantFault("a save without it", b.saveUnder(c, "", renamed("Nobody")), fault.KindLocked, "lease-held")
		_, err := b.Composing.ApplyPending(b.Context(), b.Owner, c.ID, "")
		b.wantFault("applying without it", err, fault.KindLocked, "lease-held")
		workflow := b.Workflow(c)
		revisions, err := b.Composing.ListRevisions(b.Context(), b.Owner, c.ID, workflow.ID, page)
		if err != nil {
			b.Fatal(err)
		}
		_, err = b.Composing.RestoreRevision(b.Context(), b.Owner, c.ID, workflow.ID, revisions[1].ID, "")
		b.wantFault("restoring without it", err, fault.KindLocked, "lease-held")
		other := b.lease(c, "two", composing.TakeOverLease)
		err = b.saveUnder(c, lease.ID, renamed("Lost"))
		b.wantFault("a save with a lost one", err, fault.KindConflict, "lease-lost")
		if err != nil && !strings.Contains(err.Error(), b.Owner.User.Name) {
			b.Errorf("it does not say who: %v", err)
		}
		b.Save(c, b.Items(c)[1], strings.Replace(apptest.CheckAmount, "Check", "Checked", 1)) // no lease is needed for that
		if _, err := b.Composing.ApplyPending(b.Context(), b.Owner, c.ID, other.ID); err != nil {
			b.Errorf("applying with it: %v", err)
		}
		if _, err := b.Composing.RestoreRevision(b.Context(), b.Owner, c.ID, workflow.ID, revisions[1].ID, other.ID); err != nil {
			b.Errorf("restoring with it: %v", err)
		}
	})
}

func TestAnExpiredLeaseStillSavesWhileNobodyTookIt(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		lease := b.lease(c, "one", composing.TakeLease)
		apptest.Pass(composition.LeaseLife)
		if err := b.saveUnder(c, lease.ID, renamed("Late")); err != nil {
			b.Errorf("late: %v", err)
		}
		if err := b.saveUnder(c, "", renamed("Free")); err != nil {
			b.Errorf("without one: %v", err)
		}
		if renewed := b.lease(c, "one", composing.RenewLease); renewed.ID != lease.ID || renewed.Epoch != lease.Epoch {
			b.Errorf("renewed: %+v", renewed)
		}
		apptest.Pass(composition.LeaseLife)
		if taken := b.lease(c, "two", composing.TakeLease); taken.ID == lease.ID || taken.Epoch != lease.Epoch+1 {
			b.Errorf("taken: %+v", taken)
		}
		b.wantFault("when another took it", b.saveUnder(c, lease.ID, renamed("Gone")), fault.KindConflict, "lease-lost")
	})
}

func TestEachChangeOfHolderIsTold(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		lease := b.lease(c, "one", composing.TakeLease)
		b.lease(c, "one", composing.TakeLease)
		b.lease(c, "one", composing.RenewLease)
		b.lease(c, "two", composing.TakeOverLease)
		b.lease(c, "two", composing.ReleaseLease)
		b.lease(c, "two", composing.ReleaseLease)
		told := b.told("composition-lease", 3)
		if len(told) != 3 || !strings.Contains(told[0], `"windowId":"one"`) || !strings.Contains(told[1], `"windowId":"two"`) ||
			strings.Contains(told[2], "windowId") || strings.Contains(strings.Join(told, ""), lease.ID) {
			b.Errorf("told: %v", told)
		}
		_, err := b.Composing.ChangeLease(b.Context(), b.Stranger, c.ID, "three", composing.TakeLease)
		if err == nil {
			b.Error("a stranger took the lease")
		}
	})
}
