package composition

import (
	"time"

	"heddle.dev/heddle/domain/fault"
)

// LeaseLife is how long a window may edit the workflow without renewing its lease. Windows renew it every 30 s; hidden
// ones slow their timers, so that much more than that has to pass.
const LeaseLife = 90 * time.Second

// Window is one open page of one person.
type Window struct {
	ID       string // chosen by the page
	UserID   string
	UserName string
}

// Lease is the right of one window to edit the workflow of a composition. With each holder comes a new id and a higher
// epoch, so that a window that lost it without noticing can't save.
type Lease struct {
	ID        string // empty: nobody holds it
	Holder    Window
	Epoch     int64
	ExpiresAt time.Time
}

// HeldAt tells whether a window holds the lease and has renewed it in time.
func (l Lease) HeldAt(at time.Time) bool { return l.ID != "" && at.Before(l.ExpiresAt) }

func (l Lease) isOf(w Window) bool {
	return l.ID != "" && l.Holder.ID == w.ID && l.Holder.UserID == w.UserID
}

// TakeLease gives the lease to a window if nobody else holds it, or let it expire. The window that has it already
// renews it; the answer is false then. The id is that of a new lease.
func (c *Composition) TakeLease(id string, w Window, at time.Time) (changed bool, err error) {
	if c.Lease.isOf(w) {
		c.Lease.ExpiresAt = at.Add(LeaseLife)
		return false, nil
	}
	if c.Lease.HeldAt(at) {
		return false, c.leaseFault(fault.KindConflict, codeLeaseHeld,
			"%s edits this workflow in another window; take over to edit it here")
	}
	c.TakeOverLease(id, w, at)
	return true, nil
}

// TakeOverLease gives the lease to a window, whoever has it.
func (c *Composition) TakeOverLease(id string, w Window, at time.Time) {
	c.Lease = Lease{ID: id, Holder: w, Epoch: c.Lease.Epoch + 1, ExpiresAt: at.Add(LeaseLife)}
}

// RenewLease lets the holder keep its lease for another LeaseLife, even when it is late, as long as nobody took it.
func (c *Composition) RenewLease(w Window, at time.Time) error {
	if !c.Lease.isOf(w) {
		return c.leaseLost()
	}
	c.Lease.ExpiresAt = at.Add(LeaseLife)
	return nil
}

// ReleaseLease gives up the lease. Without one it does nothing and answers false. A change set that the holder was to
// apply waits for the next editor.
func (c *Composition) ReleaseLease(w Window, at time.Time) (changed bool, err error) {
	if c.Lease.ID == "" {
		return false, nil
	}
	if !c.Lease.isOf(w) {
		return false, c.leaseLost()
	}
	c.Lease = Lease{Epoch: c.Lease.Epoch}
	_, err = c.happen(EditorLeft, nil, at)
	return true, err
}

// RequireLease answers a fault unless the workflow may be changed by whoever shows this lease. Without one (empty) that
// is so while nobody holds it. A lease that expired still counts while nobody took it.
func (c *Composition) RequireLease(leaseID string, at time.Time) error {
	switch {
	case leaseID == "" && c.Lease.HeldAt(at):
		return c.leaseFault(fault.KindLocked, codeLeaseHeld,
			"%s edits this workflow in another window; only the holder of the editor lease may change it")
	case leaseID != "" && leaseID != c.Lease.ID:
		return c.leaseLost()
	}
	return nil
}

// The codes of faults about the lease.
const (
	codeLeaseHeld = "lease-held"
	codeLeaseLost = "lease-lost"
)

func (c *Composition) leaseLost() error {
	if c.Lease.ID == "" {
		return fault.New(fault.KindConflict, codeLeaseLost,
			"this window gave up the right to edit the workflow, or never had it; take the lease first. Nothing was saved")
	}
	return c.leaseFault(fault.KindConflict, codeLeaseLost,
		"this window lost the right to edit the workflow to %s; take over to edit it here. Nothing was saved")
}

// leaseFault is a fault that names the holder, in its message and for programs.
func (c *Composition) leaseFault(kind fault.Kind, code, format string) error {
	return fault.New(kind, code, format, c.Lease.Holder.UserName).
		With("holder", c.Lease.Holder.UserName).With("userId", c.Lease.Holder.UserID).With("windowId", c.Lease.Holder.ID).
		With("expiresAt", c.Lease.ExpiresAt.UTC().Format(time.RFC3339))
}
