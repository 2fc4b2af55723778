package composing_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
)

func TestAStaleSetIsCarriedOverAndSentAgain(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c, lease, turn := b.edited()
		if err := b.saveUnder(c, lease.ID, renamed("Theirs")); err != nil {
			b.Fatal(err)
		}
		b.resolve(c, turn, composing.Stale)
		b.wantState("then", c, composition.Resolving, turn, true)
		if set, err := changeset.Parse([]byte(b.Reload(c).Pending.ChangeSet)); err != nil || set.BaseRevision != b.Workflow(c).ContentRevision {
			b.Errorf("pending: %+v, %v", set, err)
		}
	})
}

// handedBack makes a turn whose set conflicts with what a person made, and has the agent asked once more.
func (b *bench) handedBack(mode composition.ApplyMode) (composition.Composition, composition.Lease, composition.Turn) {
	b.Helper()
	c := b.Compose("", apptest.Task)
	if mode == composition.Review {
		c = b.review(c)
	}
	lease := b.lease(c, "one", composing.TakeLease)
	turn := b.proposal(c, "n1")
	b.collide(c, lease, "n1")
	b.resolve(c, turn, composing.Stale)
	return c, lease, b.turn(c, turn)
}

func inBothModes(t *testing.T, test func(b *bench, mode composition.ApplyMode)) {
	t.Helper()
	for _, mode := range []composition.ApplyMode{composition.Live, composition.Review} {
		t.Run(string(mode), func(t *testing.T) {
			t.Parallel()
			onBenches(t, func(b *bench) { test(b, mode) })
		})
	}
}

func TestAStaleSetThatConflictsIsHandedBackToTheAgent(t *testing.T) {
	t.Parallel()
	inBothModes(t, func(b *bench, mode composition.ApplyMode) {
		c, _, turn := b.handedBack(mode)
		b.wantState("handed back", c, composition.AIWorking, turn, true)
		b.wantNotice(c, turn, "asked to look again")
		if !turn.Reprompted || turn.Outcome != "" || turn.EndedAt != nil {
			b.Errorf("%+v", turn)
		}
		b.wantMessage("conflicts", "node n1", string(b.Workflow(c).ContentRevision), "adds the step “mine”")
		_, err := b.Composing.ResolveChangeSet(b.Context(), b.Owner, c.ID, composing.Resolution{TurnID: turn.ID, Outcome: composing.Stale})
		b.wantFault("stale while the agent works", err, fault.KindConflict, "turn-running")
	})
}

func TestTheSecondTrysSetReplacesTheFirstAndIsGivenUpWhenStale(t *testing.T) {
	t.Parallel()
	inBothModes(t, func(b *bench, mode composition.ApplyMode) {
		c, lease, turn := b.handedBack(mode)
		b.propose(b.Agent(c, turn), "n2")
		ended := b.end(c, turn, composition.Completed)
		if set := b.Reload(c).Pending.ChangeSet; strings.Contains(set, `"id":"n1"`) || !strings.Contains(set, `"id":"n2"`) {
			b.Errorf("pending: %s", set)
		}
		if ended.Receipt.OpsApplied != 1 || !strings.Contains(ended.Receipt.Notice, "asked to look again") {
			b.Errorf("%+v", ended.Receipt)
		}
		b.collide(c, lease, "n2")
		b.resolve(c, turn, composing.Stale)
		b.wantState("stale again", c, composition.Idle, turn, false)
		b.wantNotice(c, turn, "no longer fit")
		if !strings.Contains(b.turn(c, turn).ChangeSet, "n2") {
			b.Error("what was proposed can't be read any more")
		}
	})
}

func TestAnAgentThatIsAskedAgainStartsFromTheWorkflowAsItIs(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c, _, turn := b.handedBack(composition.Live)
		view, err := b.Composing.ViewForAgent(b.Context(), b.Agent(c, turn))
		if err != nil || view.Workflow.ContentRevision != b.Workflow(c).ContentRevision {
			b.Errorf("the agent sees %s, %v", view.Workflow.Content, err)
		}
	})
}

func TestAnInterruptedSecondTryKeepsTheFirstSet(t *testing.T) {
	t.Parallel()
	for _, outcome := range []composition.Outcome{composition.Interrupted, composition.Completed} {
		t.Run(string(outcome), func(t *testing.T) {
			t.Parallel()
			onBenches(t, func(b *bench) {
				c, _, turn := b.handedBack(composition.Live)
				ended := b.end(c, turn, outcome)
				b.wantState("then", c, composition.Idle, turn, true)
				if !strings.Contains(ended.ChangeSet, "n1") {
					b.Errorf("the turn forgot what it proposed: %q", ended.ChangeSet)
				}
			})
		})
	}
}

func TestWhatABrokenTurnProposedIsOfferedAgain(t *testing.T) {
	t.Parallel()
	for _, outcome := range []composition.Outcome{composition.Failed, composition.Interrupted, composition.Abandoned} {
		t.Run(string(outcome), func(t *testing.T) {
			t.Parallel()
			onBenches(t, func(b *bench) {
				c := b.Compose("", apptest.Task)
				turn := b.Say(c, "add")
				b.propose(b.Agent(c, turn), "n1")
				b.end(c, turn, outcome)
				b.Save(c, b.Workflow(c), renamed("Theirs"))
				if _, err := b.Composing.OfferChangeSet(b.Context(), b.Owner, c.ID, turn.ID); err != nil {
					b.Fatal(err)
				}
				b.wantState("offered", c, composition.Idle, turn, true)
				_, err := b.Composing.OfferChangeSet(b.Context(), b.Owner, c.ID, turn.ID)
				b.wantFault("twice", err, fault.KindConflict, "already-pending")
				b.apply(c)
				_, err = b.Composing.OfferChangeSet(b.Context(), b.Owner, c.ID, turn.ID)
				b.wantFault("when it is applied", err, fault.KindConflict, "nothing-left")
			})
		})
	}
}

func TestAnOfferInLiveModeGoesToTheOpenEditor(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		b.lease(c, "one", composing.TakeLease)
		turn := b.Say(c, "add")
		b.propose(b.Agent(c, turn), "n1")
		_, err := b.Composing.OfferChangeSet(b.Context(), b.Owner, c.ID, turn.ID)
		b.wantFault("while it runs", err, fault.KindConflict, "turn-running")
		b.end(c, turn, composition.Interrupted)
		if _, err := b.Composing.OfferChangeSet(b.Context(), b.Owner, c.ID, turn.ID); err != nil {
			b.Fatal(err)
		}
		b.wantState("offered", c, composition.Resolving, turn, true)
		_, err = b.Composing.OfferChangeSet(b.Context(), b.Owner, c.ID, turn.ID)
		b.wantFault("while it is applied", err, fault.KindConflict, "turn-resolving")
	})
}

func TestWhatCanNotBeOffered(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		offer := func(turn composition.Turn) error {
			_, err := b.Composing.OfferChangeSet(b.Context(), b.Owner, c.ID, turn.ID)
			return err
		}
		idle := b.Say(c, "hello")
		b.end(c, idle, composition.Interrupted)
		b.wantFault("a turn without proposals", offer(idle), fault.KindConflict, "nothing-proposed")
		completed := b.proposal(c, "n0")
		b.resolve(c, completed, composing.Rejected)
		b.wantFault("a turn that completed", offer(completed), fault.KindConflict, "not-broken-off")
		broken := b.Say(c, "add")
		b.propose(b.Agent(c, broken), "n1")
		b.end(c, broken, composition.Failed)
		b.collide(c, composition.Lease{}, "n1")
		err := offer(broken)
		b.wantFault("what conflicts", err, fault.KindConflict, "change-set-conflicts")
		if f := fault.As(err); f == nil || len(f.Problems) == 0 {
			b.Errorf("the conflicts are not named: %v", err)
		}
		b.wantFault("no turn", offer(composition.Turn{ID: c.ID}), fault.KindNotFound, "not-found")
	})
}
