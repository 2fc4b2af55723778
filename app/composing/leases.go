package composing

import (
	"context"
	"time"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// LeaseAction is what a window does about the editor lease.
type LeaseAction string

// The lease actions.
const (
	TakeLease     LeaseAction = "take"      // if nobody else holds it
	RenewLease    LeaseAction = "renew"     // the heartbeat, every 30 s
	ReleaseLease  LeaseAction = "release"   // the window closes
	TakeOverLease LeaseAction = "take-over" // whoever holds it
)

// ChangeLease does what a window wants about the right to edit the composition's workflow, and answers the lease as it
// is then. A window that takes the lease is sent the change set that waits, in live mode.
func (s *Service) ChangeLease(
	ctx context.Context, actor access.Actor, compositionID, windowID string, action LeaseAction,
) (lease composition.Lease, err error) {
	err = s.change(ctx, actor, access.CompositionEdit, compositionID, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		window := composition.Window{ID: windowID, UserID: actor.ID(), UserName: actor.User.Name}
		before, state := c.Lease.Epoch, c.TurnState
		changed, err := s.changeLease(c, window, action)
		if err != nil {
			return err
		}
		if action == TakeLease || action == TakeOverLease {
			if err := s.sendPending(ctx, tx, c, c.Lease.Epoch != before); err != nil {
				return err
			}
		} else if c.TurnState != state {
			if err := s.tellTurnByID(ctx, tx, c, c.Pending.TurnID); err != nil {
				return err
			}
		}
		lease = c.Lease
		if err := tx.UpdateComposition(ctx, *c); err != nil || !changed {
			return err
		}
		return s.tell(ctx, tx, c, eventLease, leaseChangedOf(c))
	})
	return lease, err
}

// changeLease answers whether the lease has another holder now.
func (s *Service) changeLease(c *composition.Composition, window composition.Window, action LeaseAction) (changed bool, err error) {
	now := s.clock.Now()
	switch action {
	case TakeLease:
		return c.TakeLease(s.newID(), window, now)
	case TakeOverLease:
		c.TakeOverLease(s.newID(), window, now)
		return true, nil
	case RenewLease:
		return false, c.RenewLease(window, now)
	case ReleaseLease:
		return c.ReleaseLease(window, now)
	default:
		return false, fault.New(fault.KindInvalid, "unknown-action", "%q is nothing to do about a lease; take, renew, release and take-over are", action)
	}
}

// leaseChanged tells browsers who edits the workflow. The lease's id is its holder's only.
type leaseChanged struct {
	CompositionID string `json:"compositionId"`
	Epoch         int64  `json:"epoch"`
	WindowID      string `json:"windowId,omitzero"`
	UserID        string `json:"userId,omitzero"`
	UserName      string `json:"userName,omitzero"`
	ExpiresAt     string `json:"expiresAt,omitzero"`
}

func leaseChangedOf(c *composition.Composition) leaseChanged {
	told := leaseChanged{CompositionID: c.ID, Epoch: c.Lease.Epoch}
	if c.Lease.ID != "" {
		told.WindowID, told.UserID, told.UserName = c.Lease.Holder.ID, c.Lease.Holder.UserID, c.Lease.Holder.UserName
		told.ExpiresAt = c.Lease.ExpiresAt.UTC().Format(time.RFC3339)
	}
	return told
}
