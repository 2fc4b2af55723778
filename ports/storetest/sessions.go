package storetest

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

var sessionRules = []rule{
	{"a session comes back as it was stored", sessionComesBack},
	{"a session that is not there is not found, and nobody takes it", unknownSession},
	{"taking a session sets the lease and raises the epoch", takingRaisesEpoch},
	{"a session under another's lease is not taken before the lease has passed", leaseHolds},
	{"of owners that take a session at once one gets it", oneTakes},
	{"writes of an older epoch change nothing", olderEpochsAreFenced},
	{"a session gets another engine, and the rest stays", anotherEngine},
	{"renewing pushes the leases of the owner, and only those", renewing},
	{"a released session is free", releasing},
	{"a session that was evicted is free, and its owner's writes change nothing", evicting},
	{"expired sessions are those whose lease passed, the longest first", expired},
	{"the sessions of a template are those that are made of it", sessionsOfTemplate},
	{"what a session was shown last is known by type and name", shownItems},
}

func (b *bundle) sessionByID(id string) composition.Session {
	b.Helper()
	return stored(b, func(ctx context.Context, tx ports.Tx) (composition.Session, error) { return tx.SessionByID(ctx, id) })
}

// take takes a session at noon plus the given time, with a lease of a minute.
func (b *bundle) take(id, owner string, at time.Duration) bool {
	b.Helper()
	return changed(b, func(ctx context.Context, tx ports.Tx) (bool, error) {
		return tx.TakeSession(ctx, id, owner, after(at), after(at+time.Minute))
	})
}

func sessionComesBack(b *bundle) {
	s := b.session()
	equal(b, "session", b.sessionByID(s.ID), s)
	until := after(time.Hour)
	full := composition.Session{
		ID: newID(), TemplateID: "t", Engine: "e", Model: "m", Status: composition.SessionError, Error: "it broke", TokenHash: "abc",
		ResumeID: "r", Owner: "one", OwnerEpoch: 5, LeaseUntil: &until, CreatedAt: noon,
	}
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.InsertSession(ctx, full) })
	equal(b, "session of no composition", b.sessionByID(full.ID), full)
	b.taken(func(ctx context.Context, tx ports.Tx) error { return tx.InsertSession(ctx, full) })
}

func unknownSession(b *bundle) {
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.SessionByID(ctx, newID()); return err })
	equal(b, "taken", b.take(newID(), "one", 0), false)
}

func anotherEngine(b *bundle) {
	s := b.session()
	b.write(func(ctx context.Context, tx ports.Tx) error {
		return tx.SetSessionEngine(ctx, s.ID, "other", "big", "where-it-was")
	})
	s.Engine, s.Model, s.ResumeID = "other", "big", "where-it-was"
	equal(b, "session", b.sessionByID(s.ID), s)
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		return tx.SetSessionEngine(ctx, newID(), "other", "", "")
	})
}

func sessionsOfTemplate(b *bundle) {
	inComposition, templateID := b.session(), newID()
	composed, alone, other := inComposition, inComposition, inComposition
	composed.ID, composed.TemplateID = newID(), templateID
	alone.ID, alone.TemplateID, alone.CompositionID, alone.Name = newID(), templateID, "", "Help"
	other.ID, other.TemplateID = newID(), newID()
	for _, s := range []composition.Session{composed, alone, other} {
		b.write(func(ctx context.Context, tx ports.Tx) error { return tx.InsertSession(ctx, s) })
	}
	c := stored(b, func(ctx context.Context, tx ports.Tx) (composition.Composition, error) {
		return tx.CompositionByID(ctx, inComposition.CompositionID)
	})
	uses := func(id string) []catalog.SessionUse {
		return stored(b, func(ctx context.Context, tx ports.Tx) ([]catalog.SessionUse, error) {
			return tx.ListSessionsOfTemplate(ctx, id)
		})
	}
	equal(b, "uses", uses(templateID), []catalog.SessionUse{{SessionID: composed.ID, Composition: c.Name}, {SessionID: alone.ID, Name: "Help"}})
	equal(b, "uses of another", len(uses(newID())), 0)
}

func takingRaisesEpoch(b *bundle) {
	s := b.session()
	equal(b, "taken", b.take(s.ID, "one", 0), true)
	until := after(time.Minute)
	s.Owner, s.OwnerEpoch, s.LeaseUntil = "one", 1, &until
	equal(b, "session", b.sessionByID(s.ID), s)
	equal(b, "taken again by its owner", b.take(s.ID, "one", time.Second), true)
	equal(b, "epoch", b.sessionByID(s.ID).OwnerEpoch, 2)
}

func leaseHolds(b *bundle) {
	s := b.session()
	b.take(s.ID, "one", 0)
	equal(b, "taken at the lease's last moment", b.take(s.ID, "two", time.Minute), false)
	equal(b, "owner", b.sessionByID(s.ID).Owner, "one")
	equal(b, "taken a microsecond later", b.take(s.ID, "two", time.Minute+time.Microsecond), true)
	equal(b, "owner", b.sessionByID(s.ID).Owner, "two")
}

func oneTakes(b *bundle) {
	s := b.session()
	var winners atomic.Int64
	var wait sync.WaitGroup
	for range 10 {
		wait.Go(func() {
			var won bool
			err := b.Store.InTx(b.Context(), func(ctx context.Context, tx ports.Tx) (err error) {
				won, err = tx.TakeSession(ctx, s.ID, newID(), noon, after(time.Minute))
				return err
			})
			if err != nil {
				b.Error(err)
			} else if won {
				winners.Add(1)
			}
		})
	}
	wait.Wait()
	equal(b, "winners", winners.Load(), 1)
}

func olderEpochsAreFenced(b *bundle) {
	s := b.session()
	b.take(s.ID, "one", 0)
	b.take(s.ID, "two", time.Hour)
	writes := func(epoch int64) []bool {
		return changed(b, func(ctx context.Context, tx ports.Tx) (told []bool, err error) {
			updated, err1 := tx.UpdateSession(ctx, s.ID, epoch, composition.SessionRunning, "message", "resume")
			token, err2 := tx.SetSessionToken(ctx, s.ID, epoch, "hash")
			turn, err3 := tx.SetSessionTurn(ctx, s.ID, epoch, "turn")
			released, err4 := tx.ReleaseSession(ctx, s.ID, epoch)
			return []bool{updated, token, turn, released}, all(err1, err2, err3, err4)
		})
	}
	before := b.sessionByID(s.ID)
	equal(b, "told to the older epoch", writes(1), []bool{false, false, false, false})
	equal(b, "session", b.sessionByID(s.ID), before)
	equal(b, "told to the current epoch", writes(2), []bool{true, true, true, true})
	s.Status, s.Error, s.ResumeID, s.TokenHash, s.TurnID, s.OwnerEpoch = composition.SessionRunning, "message", "resume", "hash", "turn", 2
	equal(b, "session", b.sessionByID(s.ID), s)
}

func renewing(b *bundle) {
	mine, theirs, free := b.session(), b.session(), b.session()
	b.take(mine.ID, "one", 0)
	b.take(theirs.ID, "two", 0)
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.RenewSessions(ctx, "one", after(time.Hour)) })
	equal(b, "mine", *b.sessionByID(mine.ID).LeaseUntil, after(time.Hour))
	equal(b, "theirs", *b.sessionByID(theirs.ID).LeaseUntil, after(time.Minute))
	equal(b, "free", b.sessionByID(free.ID).LeaseUntil, nil)
}

func releasing(b *bundle) {
	s := b.session()
	b.take(s.ID, "one", 0)
	changed(b, func(ctx context.Context, tx ports.Tx) (bool, error) { return tx.ReleaseSession(ctx, s.ID, 1) })
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.RenewSessions(ctx, "", after(time.Hour)) })
	equal(b, "lease", b.sessionByID(s.ID).LeaseUntil, nil)
	equal(b, "taken by another", b.take(s.ID, "two", time.Second), true)
}

func evicting(b *bundle) {
	s := b.session()
	b.take(s.ID, "one", 0)
	held := b.sessionByID(s.ID)
	b.write(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.SetSessionTurn(ctx, s.ID, held.OwnerEpoch, newID())
		return err
	})
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.EvictSession(ctx, s.ID) })
	want := held
	want.Owner, want.OwnerEpoch, want.LeaseUntil, want.TokenHash, want.Status, want.Error = "", held.OwnerEpoch+1, nil, "", composition.SessionStopped, ""
	equal(b, "evicted", b.sessionByID(s.ID), want)
	wrote := changed(b, func(ctx context.Context, tx ports.Tx) (bool, error) {
		return tx.UpdateSession(ctx, s.ID, held.OwnerEpoch, composition.SessionRunning, "", "")
	})
	equal(b, "the owner wrote", wrote, false)
	equal(b, "another took it", b.take(s.ID, "two", time.Second), true)
	b.missing(func(ctx context.Context, tx ports.Tx) error { return tx.EvictSession(ctx, newID()) })
}

func expired(b *bundle) {
	early, late, held, free := b.session(), b.session(), b.session(), b.session()
	b.take(late.ID, "one", time.Second)
	b.take(early.ID, "two", 0)
	b.take(held.ID, "three", time.Minute)
	found := stored(b, func(ctx context.Context, tx ports.Tx) ([]composition.Session, error) {
		return tx.ListExpiredSessions(ctx, after(2*time.Minute))
	})
	equal(b, "expired", each(found, func(s composition.Session) string { return s.ID }), []string{early.ID, late.ID})
	equal(b, "a session that nobody took", b.sessionByID(free.ID).Owner, "")
}

func shownItems(b *bundle) {
	one, other := b.session(), b.session()
	look := func(s composition.Session, itemType composition.ItemType, name string) revision.Revision {
		return stored(b, func(ctx context.Context, tx ports.Tx) (revision.Revision, error) {
			return tx.ShownItem(ctx, s.ID, itemType, name)
		})
	}
	for _, shown := range []revision.Revision{"sha256:1", "sha256:2"} {
		b.write(func(ctx context.Context, tx ports.Tx) error {
			return tx.SetShownItem(ctx, one.ID, composition.ToolItem, "search", shown)
		})
		equal(b, "shown", look(one, composition.ToolItem, "search"), shown)
	}
	equal(b, "another type", look(one, composition.ActionTypeItem, "search"), "")
	equal(b, "another name", look(one, composition.ToolItem, "find"), "")
	equal(b, "another session", look(other, composition.ToolItem, "search"), "")
	b.write(func(ctx context.Context, tx ports.Tx) error {
		return all(tx.SetShownItem(ctx, other.ID, composition.ToolItem, "search", "sha256:3"), tx.ForgetShownItems(ctx, one.ID))
	})
	equal(b, "forgotten", look(one, composition.ToolItem, "search"), "")
	equal(b, "another's, which is not", look(other, composition.ToolItem, "search"), "sha256:3")
	b.refuse(fault.KindConflict, "in-use", func(ctx context.Context, tx ports.Tx) error {
		return tx.SetShownItem(ctx, newID(), composition.ToolItem, "search", "sha256:1")
	})
}
