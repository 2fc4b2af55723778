package assisting_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/assisting"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/sessiontemplate"
	"heddle.dev/heddle/ports"
)

func TestASessionIsMadeOfItsTemplate(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		chat := b.Session("", "")
		if chat.TemplateID != "general" || chat.Name != "Chat" || len(chat.Capabilities) != 0 || chat.TurnState() != composition.Idle {
			b.Errorf("%+v", chat)
		}
		_, err := b.Assisting.CreateSession(b.Context(), b.Owner, assisting.NewSession{Template: "workbench"}, noKey)
		b.wantFault("a template of compositions", err, fault.KindInvalid, "needs-composition")
		_, err = b.Assisting.CreateSession(b.Context(), b.Owner, assisting.NewSession{Template: "not-there"}, noKey)
		b.wantFault("no template", err, fault.KindInvalid, "unknown-template")
		_, err = b.Assisting.CreateSession(b.Context(), b.Owner, assisting.NewSession{Engine: "steam"}, noKey)
		b.wantFault("no engine", err, fault.KindInvalid, "unknown-engine")
		_, err = b.Assisting.CreateSession(b.Context(), b.Member, assisting.NewSession{}, noKey)
		b.wantFault("a member, globally", err, fault.KindForbidden, "forbidden")
		own, err := b.Cataloguing.CreateObject(b.Context(), b.Owner, catalog.SessionTemplate, b.Team.ID, `{"name":"mine","label":"My own","capabilities":["config-items"]}`)
		if err != nil {
			b.Fatal(err)
		}
		made, err := b.Assisting.CreateSession(b.Context(), b.Owner, assisting.NewSession{Template: own.ID, TeamID: b.Team.ID}, noKey)
		if err != nil || made.Name != "My own" || len(made.Capabilities) != 1 || made.Capabilities[0] != sessiontemplate.ConfigItems {
			b.Errorf("%+v, %v", made, err)
		}
		_, err = b.Assisting.CreateSession(b.Context(), b.Owner, assisting.NewSession{Template: own.ID, TeamID: b.Other.ID}, noKey)
		b.wantFault("another team's template", err, fault.KindInvalid, "unknown-template")
	})
}

func TestARepeatedCallMakesOneSessionAndOneTurn(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		key := idempotency.NewKey(b.Owner, "create", "k", nil)
		first, err := b.Assisting.CreateSession(b.Context(), b.Owner, assisting.NewSession{}, key)
		again, err2 := b.Assisting.CreateSession(b.Context(), b.Owner, assisting.NewSession{}, key)
		if err != nil || err2 != nil || first.ID != again.ID {
			b.Fatalf("%s and %s: %v, %v", first.ID, again.ID, err, err2)
		}
		key = idempotency.NewKey(b.Owner, "send", "k", nil)
		turn, err := b.Assisting.SendMessage(b.Context(), b.Owner, first.ID, "hello", key)
		repeated, err2 := b.Assisting.SendMessage(b.Context(), b.Owner, first.ID, "hello", key)
		if err != nil || err2 != nil || turn != repeated {
			b.Errorf("%+v and %+v: %v, %v", turn, repeated, err, err2)
		}
		_, err = b.Assisting.SendMessage(b.Context(), b.Owner, first.ID, "again", noKey)
		b.wantFault("while it runs", err, fault.KindConflict, "turn-running")
		_, err = b.Assisting.SendMessage(b.Context(), b.Owner, first.ID, " ", noKey)
		b.wantFault("nothing", err, fault.KindInvalid, "empty-message")
	})
}

func TestATurnIsInTheConversation(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		session, turn, _ := b.at("general")
		b.end(turn, composition.Completed)
		b.end(turn, composition.Abandoned) // comes second
		second := b.Ask(session, "again")
		if err := b.Assisting.Interrupt(b.Context(), b.Owner, session.ID); err != nil {
			b.Fatal(err)
		}
		b.wantFault("twice", b.Assisting.Interrupt(b.Context(), b.Owner, session.ID), fault.KindConflict, "no-turn")
		third := b.Ask(session, "and again")
		if _, err := b.Assisting.RestartSession(b.Context(), b.Owner, session.ID); err != nil {
			b.Fatal(err)
		}
		want := []string{
			`user-message {"text":"hello","userId":"` + b.Owner.ID() + `"}`, `turn-ended {"outcome":"completed"}`,
			`user-message {"text":"again","userId":"` + b.Owner.ID() + `"}`, `turn-ended {"outcome":"interrupted","notice":"A person interrupted the turn."}`,
			`user-message {"text":"and again","userId":"` + b.Owner.ID() + `"}`, `turn-ended {"outcome":"interrupted","notice":"A person restarted the agent."}`,
		}
		if got := b.conversation(session); got != strings.Join(want, "\n") {
			b.Errorf("%s\nwant:\n%s", got, strings.Join(want, "\n"))
		}
		if turn.ID == second.ID || second.ID == third.ID {
			b.Error("turns share an id")
		}
	})
}

func TestASessionIsSeenByItsMakerAndItsTeam(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		team, private := b.Session("general", b.Team.ID), b.Session("general", "")
		other := "Other"
		for name, c := range map[string]struct {
			actor         access.Actor
			team, private bool
		}{
			"the owner":          {b.Owner, true, true},
			"a member":           {b.Member, true, false},
			"somebody elsewhere": {b.Stranger, false, false},
			"nobody":             {access.Actor{}, false, false},
		} {
			for id, sees := range map[string]bool{team.ID: c.team, private.ID: c.private} {
				if _, err := b.Composing.GetSession(b.Context(), c.actor, id); (err == nil) != sees || err != nil && fault.CodeOf(err) != "not-found" {
					b.Errorf("%s reads: %v", name, err)
				}
			}
			if _, err := b.Assisting.UpdateSession(b.Context(), c.actor, team.ID, assisting.SessionChanges{Name: &other}); (err == nil) != c.team {
				b.Errorf("%s renames: %v", name, err)
			}
		}
		if listed, err := b.Assisting.ListSessions(b.Context(), b.Owner, ports.Page{Limit: 9}); err != nil || len(listed) != 2 || listed[0].ID != private.ID {
			b.Errorf("%+v, %v", listed, err)
		}
	})
}

func TestTheAgentOfASessionIsChosenAnewBetweenTurns(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		session := b.Session("general", "")
		choose := func(engine, model string) (assisting.Session, error) {
			return b.Assisting.UpdateSession(b.Context(), b.Owner, session.ID, assisting.SessionChanges{Engine: &engine, Model: &model})
		}
		for choice, code := range map[[2]string]string{{"warp", ""}: "unknown-engine", {apptest.Engine, "big"}: "unknown-model"} {
			if _, err := choose(choice[0], choice[1]); fault.CodeOf(err) != code {
				b.Errorf("%q: %v", choice, err)
			}
		}
		if changed, err := choose(apptest.OtherEngine, "big"); err != nil || changed.Engine != apptest.OtherEngine || changed.Model != "big" {
			b.Errorf("%+v, %v", changed, err)
		}
		if _, err := b.Assisting.SendMessage(b.Context(), b.Owner, session.ID, "hello", idempotency.Key{}); err != nil {
			b.Fatal(err)
		}
		if _, err := choose(apptest.Engine, ""); fault.CodeOf(err) != "turn-running" {
			b.Errorf("in a turn: %v", err)
		}
	})
}

func TestADeletedSessionIsGone(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		session := b.Session("general", b.Team.ID)
		b.wantFault("a stranger", b.Assisting.DeleteSession(b.Context(), b.Stranger, session.ID), fault.KindNotFound, "not-found")
		if err := b.Assisting.DeleteSession(b.Context(), b.Owner, session.ID); err != nil {
			b.Error(err)
		}
		_, err := b.Composing.GetSession(b.Context(), b.Owner, session.ID)
		b.wantFault("read", err, fault.KindNotFound, "not-found")
	})
}

func TestTheSessionOfACompositionIsNoSessionOfItsOwn(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", "")
		_, err := b.Assisting.SendMessage(b.Context(), b.Owner, c.SessionID, "hello", noKey)
		b.wantFault("message", err, fault.KindConflict, "of-composition")
		b.wantFault("delete", b.Assisting.DeleteSession(b.Context(), b.Owner, c.SessionID), fault.KindConflict, "of-composition")
		_, err = b.Assisting.AuthenticateAgent(b.Context(), c.SessionID, b.SessionToken(c, b.Say(c, "hello")))
		b.wantFault("token", err, fault.KindUnauthenticated, "session-token")
		described, err := b.Assisting.Describe(b.Context(), apptest.View(b, b.Store, sessionByID(c.SessionID)))
		if err != nil || len(described.Capabilities) != 1 || described.Capabilities[0] != sessiontemplate.Composition {
			b.Errorf("%+v, %v", described, err)
		}
	})
}
