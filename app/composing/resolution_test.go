package composing_test

import (
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
)

// resolve tells what became of a turn's set, which has to be taken.
func (b *bench) resolve(c composition.Composition, turn composition.Turn, outcome composing.ResolutionOutcome) composition.Composition {
	b.Helper()
	resolved, err := b.Composing.ResolveChangeSet(b.Context(), b.Owner, c.ID, composing.Resolution{TurnID: turn.ID, Outcome: outcome})
	if err != nil {
		b.Fatal(err)
	}
	return resolved
}

// wantState fails the test unless the composition is in the state, and the turn's set waits or does not.
func (b *bench) wantState(what string, c composition.Composition, state composition.TurnState, turn composition.Turn, pending bool) {
	b.Helper()
	now := b.Reload(c)
	if now.TurnState != state || now.IsPending(turn.ID) != pending || (state == composition.Idle) != (now.CurrentTurnID == "") {
		b.Errorf("%s it is %s in turn %q with %+v pending", what, now.TurnState, now.CurrentTurnID, now.Pending)
	}
}

// wantNotice fails the test unless the turn's receipt and the conversation tell of it.
func (b *bench) wantNotice(c composition.Composition, turn composition.Turn, notice string) {
	b.Helper()
	if receipt := b.turn(c, turn).Receipt; receipt == nil || !strings.Contains(receipt.Notice, notice) {
		b.Errorf("the receipt is %+v, want a notice of %q", receipt, notice)
	}
	if said := b.notices(c); !strings.Contains(strings.Join(said, "\n"), notice) {
		b.Errorf("the conversation has the notices %q, want %q", said, notice)
	}
}

// edited opens an editor, makes a turn with a set that is sent to it, and answers both.
func (b *bench) edited() (composition.Composition, composition.Lease, composition.Turn) {
	b.Helper()
	c := b.Compose("", apptest.Task)
	lease := b.lease(c, "one", composing.TakeLease)
	return c, lease, b.proposal(c, "n1")
}

// collide makes a person add a node under the id, with which the set of a turn that adds it conflicts.
func (b *bench) collide(c composition.Composition, lease composition.Lease, id string) {
	b.Helper()
	theirs := strings.Replace(apptest.Task, `],"edges"`, `,{"id":"`+id+`","type":"wait","name":"Mine","config":{"duration":"PT1M"}}],"edges"`, 1)
	if err := b.saveUnder(c, lease.ID, theirs); err != nil {
		b.Fatal(err)
	}
}

func TestAnOpenEditorIsSentTheSetAndItsSaveResolvesIt(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		lease := b.lease(c, "one", composing.TakeLease)
		turn, proposed := b.proposedText(c)
		b.wantState("after the turn", c, composition.Resolving, turn, true)
		if told := b.told("composition-changeset", 1); !strings.Contains(told[0], `"windowId":"one"`) || !strings.Contains(told[0], `"epoch":1`) {
			b.Errorf("told: %v", told)
		}
		_, err := b.Composing.SendMessage(b.Context(), b.Owner, c.ID, composing.Message{Text: "more"}, idempotency.Key{})
		b.wantFault("a message meanwhile", err, fault.KindConflict, "turn-resolving")
		workflow := b.Workflow(c)
		saved, err := b.Composing.SaveItem(b.Context(), b.Owner, c.ID, workflow.ID, composing.Save{
			Content: []byte(proposed), BaseRevision: workflow.ContentRevision, TurnID: turn.ID, LeaseID: lease.ID,
		})
		if err != nil || saved.LastTurnID != turn.ID {
			b.Fatalf("%+v, %v", saved.Item, err)
		}
		b.wantState("after the save", c, composition.Idle, turn, false)
		b.resolve(c, turn, composing.Applied)
		b.wantState("after the word of it", c, composition.Idle, turn, false)
		states := b.told("composition-turn", 3)
		if last := states[len(states)-1]; !strings.Contains(last, `"state":"idle"`) {
			b.Errorf("told: %v", states)
		}
	})
}

func TestWhatTheTurnTouchedIsFreeWhileItsSetIsApplied(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		b.lease(c, "one", composing.TakeLease)
		turn := b.Say(c, "build")
		agent := b.Agent(c, turn)
		b.upsert(agent, composition.ActionTypeItem, apptest.CheckAmount)
		b.propose(agent, "n1")
		b.end(c, turn, composition.Completed)
		b.wantState("after the turn", c, composition.Resolving, turn, true)
		b.Save(c, b.Items(c)[1], strings.Replace(apptest.CheckAmount, `"label":"Check"`, `"label":"Mine"`, 1))
		_, err := b.Composing.SaveForAgent(b.Context(), agent, composition.ActionTypeItem, []byte(apptest.CheckAmount))
		b.wantFault("the agent's late call", err, fault.KindConflict, "no-turn")
	})
}

func TestAnEditorThatIsSilentIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.WorkOn(b.stopWaiting())
		c, _, turn := b.edited()
		apptest.Pass(composition.ResolveWithin - time.Second)
		b.wantState("in time", c, composition.Resolving, turn, true)
		apptest.Until(b, "it is idle", func() bool { return b.Reload(c).TurnState == composition.Idle })
		b.wantState("too late", c, composition.Idle, turn, true)
		b.wantNotice(c, turn, "did not answer")
	})
}

func TestWhatEndsTheWaitForTheEditorKeepsTheSet(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(b *bench, c composition.Composition, turn composition.Turn){
		"an interrupt": func(b *bench, c composition.Composition, _ composition.Turn) {
			if err := b.Composing.Interrupt(b.Context(), b.Owner, c.ID); err != nil {
				b.Fatal(err)
			}
		},
		"a lost agent": func(b *bench, c composition.Composition, turn composition.Turn) {
			b.end(c, turn, composition.Abandoned)
		},
		"an editor that can't": func(b *bench, c composition.Composition, turn composition.Turn) {
			b.resolve(c, turn, composing.Unusable)
			b.wantNotice(c, turn, "could not apply")
		},
		"an editor that closes": func(b *bench, c composition.Composition, _ composition.Turn) {
			b.lease(c, "one", composing.ReleaseLease)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBenches(t, func(b *bench) {
				c, _, turn := b.edited()
				end(b, c, turn)
				b.wantState("then", c, composition.Idle, turn, true)
				if outcome := b.turn(c, turn).Outcome; outcome != composition.Completed {
					b.Errorf("the turn %s", outcome)
				}
			})
		})
	}
}

func TestAnEditorThatOpensIsSentWhatWaits(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		turn := b.proposal(c, "n1")
		b.Save(c, b.Workflow(c), renamed("Theirs"))
		b.lease(c, "one", composing.TakeLease)
		b.wantState("opened", c, composition.Resolving, turn, true)
		told := b.told("composition-changeset", 2)
		if sent := told[len(told)-1]; !strings.Contains(sent, `"windowId":"one"`) || !strings.Contains(sent, string(b.Workflow(c).ContentRevision)) {
			b.Errorf("sent: %s", sent)
		}
		b.lease(c, "two", composing.TakeOverLease)
		told = b.told("composition-changeset", 3)
		if sent := told[len(told)-1]; !strings.Contains(sent, `"windowId":"two"`) {
			b.Errorf("sent: %s", sent)
		}
		b.resolve(c, turn, composing.Rejected)
		b.wantState("rejected", c, composition.Idle, turn, false)
		b.wantNotice(c, turn, "were rejected")
	})
}

func TestAnEditorThatOpensIsNotSentWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		turn := b.proposal(c, "n1")
		b.collide(c, composition.Lease{}, "n1")
		b.lease(c, "one", composing.TakeLease)
		b.wantState("opened", c, composition.Idle, turn, false)
		b.wantNotice(c, turn, "no longer fit")
		if b.turn(c, turn).ChangeSet == "" {
			b.Error("what was proposed can't be read any more")
		}
	})
}

func TestInReviewModeNothingIsSent(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.review(b.Compose("", apptest.Task))
		b.lease(c, "one", composing.TakeLease)
		turn := b.proposal(c, "n1")
		b.wantState("after the turn", c, composition.Idle, turn, true)
		b.lease(c, "one", composing.TakeLease)
		b.wantState("opened again", c, composition.Idle, turn, true)
	})
}

func TestTheWordOfAWindowThatLostTheLeaseDoesNotCount(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c, lease, turn := b.edited()
		b.lease(c, "two", composing.TakeOverLease)
		_, err := b.Composing.ResolveChangeSet(b.Context(), b.Owner, c.ID, composing.Resolution{
			TurnID: turn.ID, Outcome: composing.Rejected, LeaseID: lease.ID,
		})
		b.wantFault("reject", err, fault.KindConflict, "lease-lost")
		b.wantState("then", c, composition.Resolving, turn, true)
	})
}
