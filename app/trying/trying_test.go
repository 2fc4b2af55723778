package trying_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/trying"
	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

const look = `{"name":"look","description":"Looks.","language":"bash","source":"true","parameters":{"type":"object","required":["id"],"properties":{"id":{"type":"string"}},"additionalProperties":false}}`

func onStores(t *testing.T, test func(h *apptest.Heddle)) {
	t.Helper()
	apptest.Stores(t, func(t *testing.T, store apptest.Store) { test(apptest.New(t, store, nil)) })
}

func person(h *apptest.Heddle, c composition.Composition) composing.Tester {
	return composing.ByPerson(h.Owner, c.ID)
}

func inputs(name, text string) trying.Request {
	return trying.Request{Name: name, Inputs: []byte(text)}
}

func TestADraftRunsWithItsInputsAndItsOutputsAreChecked(t *testing.T) {
	t.Parallel()
	onStores(t, func(h *apptest.Heddle) {
		c := h.Compose("", "", apptest.CheckAmount)
		h.Scripts.Answer(func(_ context.Context, _ ports.ScriptRun) (ports.ScriptResult, error) {
			return ports.ScriptResult{Outputs: []byte(`{"fits":true,"z":1.50}`), Stdout: "out", Stderr: "err", Duration: 1500 * time.Millisecond}, nil
		})
		result, err := h.Trying.TestActionType(h.Context(), person(h, c), inputs("check-amount", `{"amount":12.50}`))
		if err != nil || !result.OK || string(result.Outputs) != `{"fits":true,"z":1.50}` || result.Stdout != "out" || result.Stderr != "err" || result.DurationMs != 1500 {
			h.Fatalf("%+v, %v", result, err)
		}
		run := h.Scripts.Runs()[0]
		if string(run.Inputs) != `{"amount":12.50}` || run.Language != action.Bash || run.Timeout != time.Minute || !run.OutputExpected || run.ActivationID != "test/"+result.ID {
			h.Errorf("ran %+v", run)
		}
		stored := apptest.View(h, h.Store, func(ctx context.Context, tx ports.Tx) (composition.TestRun, error) {
			return tx.TestRunByID(ctx, c.ID, result.ID)
		})
		if !stored.OK || stored.EndedAt == nil || stored.StartedBy != h.Owner.ID() || stored.TurnID != "" || !strings.Contains(stored.Result, `"fits":true,"z":1.50`) {
			h.Errorf("stored %+v", stored)
		}
		h.Scripts.AnswerOutputs(`{"fits":"yes"}`)
		result, err = h.Trying.TestActionType(h.Context(), person(h, c), inputs("check-amount", `{"amount":1}`))
		if err != nil || result.OK || len(result.Problems) != 1 || result.Problems[0].Field != "fits" || !strings.Contains(result.Summary, "do not fit") {
			h.Errorf("%+v, %v", result, err)
		}
		h.Scripts.Answer(func(context.Context, ports.ScriptRun) (ports.ScriptResult, error) {
			return ports.ScriptResult{ExitCode: 3, Failure: &ports.ScriptFailure{Code: ports.ScriptExited, Message: "it ended with 3"}}, nil
		})
		result, err = h.Trying.TestActionType(h.Context(), person(h, c), inputs("check-amount", `{"amount":1}`))
		if err != nil || result.OK || result.ExitCode != 3 || result.FailureCode != "SCRIPT_EXIT" || result.Summary != "it ended with 3" {
			h.Errorf("%+v, %v", result, err)
		}
	})
}

func TestWhatCanNotRunIsRefusedBeforeItDoes(t *testing.T) {
	t.Parallel()
	onStores(t, func(h *apptest.Heddle) {
		c := h.Compose("", "", apptest.CheckAmount)
		h.AddDraft(c, composition.ToolItem, look)
		for _, text := range []string{
			`{"name":"call","mode":"http"}`, `{"name":"think","mode":"agent"}`, `{"name":"broken","mode":"script"}`,
		} {
			h.AddDraft(c, composition.ActionTypeItem, text)
		}
		for _, row := range []struct {
			test    func(ctx context.Context, by composing.Tester, r trying.Request) (trying.Result, error)
			request trying.Request
			code    string
			says    string
		}{
			{h.Trying.TestActionType, inputs("check-amount", `{}`), "inputs-do-not-fit", `"amount" is required`},
			{h.Trying.TestActionType, inputs("check-amount", `{"amount":"1"}`), "inputs-do-not-fit", `"amount" must be a number`},
			{h.Trying.TestActionType, inputs("check-amount", `{"amount":1,"amont":1}`), "inputs-do-not-fit", `there is no input "amont"; did you mean "amount"?`},
			{h.Trying.TestActionType, inputs("call", `{}`), "mode-not-testable", "mode http"},
			{h.Trying.TestActionType, inputs("think", `{}`), "mode-not-testable", "mode agent"},
			{h.Trying.TestActionType, inputs("broken", `{}`), "draft-not-usable", "script"},
			{h.Trying.TestActionType, inputs("nothing", `{}`), "not-found", `"check-amount"`},
			{h.Trying.TestActionType, trying.Request{Name: "check-amount", SubjectID: "i"}, "workspaces-unavailable", "subjectId"},
			{h.Trying.TestTool, inputs("look", `{"idd":"x"}`), "inputs-do-not-fit", `"id" is required`},
			{h.Trying.TestTool, inputs("check-amount", `{}`), "not-found", "look"},
		} {
			_, err := row.test(h.Context(), person(h, c), row.request)
			if fault.CodeOf(err) != row.code || !strings.Contains(err.Error(), row.says) {
				h.Errorf("%s %s: %v, want %s with %s", row.request.Name, row.request.Inputs, err, row.code, row.says)
			}
		}
		if runs := h.Scripts.Runs(); len(runs) > 0 {
			h.Errorf("ran %+v", runs)
		}
		_, err := h.Trying.TestTool(h.Context(), composing.ByPerson(h.Stranger, h.Compose(h.Team.ID, "").ID), inputs("look", `{}`))
		if fault.KindOf(err) != fault.KindForbidden {
			h.Errorf("a stranger: %v", err)
		}
	})
}

func TestWhatIsPublishedRunsWhereThereIsNoDraft(t *testing.T) {
	t.Parallel()
	onStores(t, func(h *apptest.Heddle) {
		h.Publish(h.Compose("", apptest.Refund, apptest.CheckAmount))
		h.Scripts.AnswerOutputs(`{"fits":true}`)
		result, err := h.Trying.TestActionType(h.Context(), person(h, h.Compose("", "")), inputs("check-amount", `{"amount":1}`))
		if err != nil || !result.OK || !result.FromCatalog {
			h.Errorf("%+v, %v", result, err)
		}
	})
}

func TestTheReceiptTellsWhichTestsATurnRan(t *testing.T) {
	t.Parallel()
	onStores(t, func(h *apptest.Heddle) {
		c := h.Compose("", "", apptest.CheckAmount)
		h.AddDraft(c, composition.ToolItem, look)
		turn := h.Say(c, "test it")
		agent := composing.ByAgent(h.Agent(c, turn))
		h.Scripts.AnswerOutputs(`{"fits":` + strings.Repeat(" ", 10) + `true,"long":"` + strings.Repeat("x", 5000) + `"}`)
		result, err := h.Trying.TestActionType(h.Context(), agent, inputs("check-amount", `{"amount":1}`))
		if err != nil || !result.OK || len(result.Cut) != 1 || len(result.Outputs) > 2000 {
			h.Fatalf("%+v, %v", result, err)
		}
		h.Scripts.Answer(func(context.Context, ports.ScriptRun) (ports.ScriptResult, error) {
			return ports.ScriptResult{Failure: &ports.ScriptFailure{Code: ports.ScriptExited, Message: "no"}}, nil
		})
		if _, err := h.Trying.TestTool(h.Context(), agent, inputs("look", `{"id":"x"}`)); err != nil {
			h.Fatal(err)
		}
		if err := h.Composing.EndTurn(h.Context(), c.ID, turn.ID, composition.Completed, ""); err != nil {
			h.Fatal(err)
		}
		ended, err := h.Composing.GetTurn(h.Context(), h.Owner, c.ID, turn.ID)
		if err != nil {
			h.Fatal(err)
		}
		tests := ended.Receipt.TestsRun
		want := []composition.TestOutcome{{Name: "action-type/check-amount", OK: true, Summary: "it works"}, {Name: "tool/look", Summary: "no"}}
		if len(tests) != 2 || tests[0] != want[0] || tests[1] != want[1] {
			h.Errorf("the receipt lists %+v", tests)
		}
		if _, err := h.Trying.TestTool(h.Context(), agent, inputs("look", `{"id":"x"}`)); fault.CodeOf(err) != "no-turn" {
			h.Errorf("after the turn: %v", err)
		}
	})
}

func TestATestShowsAnAgentNothing(t *testing.T) {
	t.Parallel()
	onStores(t, func(h *apptest.Heddle) {
		c := h.Compose("", "", apptest.CheckAmount)
		agent := h.Agent(c, h.Say(c, "test it"))
		h.Scripts.AnswerOutputs(`{"fits":true}`)
		if _, err := h.Trying.TestActionType(h.Context(), composing.ByAgent(agent), inputs("check-amount", `{"amount":1}`)); err != nil {
			h.Fatal(err)
		}
		changed := strings.Replace(apptest.CheckAmount, `"label":"Check"`, `"label":"Checked"`, 1)
		if _, err := h.Composing.SaveForAgent(h.Context(), agent, composition.ActionTypeItem, []byte(changed)); fault.CodeOf(err) != "stale" {
			h.Errorf("content that the agent has not seen was overwritten: %v", err)
		}
	})
}

// hanging makes scripts run until they are cancelled, and tells when one has begun.
func hanging(h *apptest.Heddle) <-chan struct{} {
	begun := make(chan struct{}, 1)
	h.Scripts.Answer(func(ctx context.Context, run ports.ScriptRun) (ports.ScriptResult, error) {
		run.Output(ports.Stdout, []byte("begun gr\xc3"))
		begun <- struct{}{}
		<-ctx.Done()
		run.Output(ports.Stdout, []byte("\xbcn"))
		return ports.ScriptResult{}, context.Cause(ctx)
	})
	return begun
}

func TestATestEndsWithItsTurn(t *testing.T) {
	t.Parallel()
	onStores(t, func(h *apptest.Heddle) {
		c := h.Compose("", "", apptest.CheckAmount)
		turn := h.Say(c, "test it")
		agent := composing.ByAgent(h.Agent(c, turn))
		begun := hanging(h)
		failed := make(chan error)
		go func() {
			_, err := h.Trying.TestActionType(context.Background(), agent, inputs("check-amount", `{"amount":1}`))
			failed <- err
		}()
		<-begun
		if err := h.Composing.Interrupt(h.Context(), h.Owner, c.ID); err != nil {
			h.Fatal(err)
		}
		if err := <-failed; fault.CodeOf(err) != "test-interrupted" {
			h.Errorf("the test ended with %v", err)
		}
		ended, err := h.Composing.GetTurn(h.Context(), h.Owner, c.ID, turn.ID)
		if err != nil || len(ended.Receipt.TestsRun) != 1 || ended.Receipt.TestsRun[0].Summary != "did not come to its end" {
			h.Errorf("%+v, %v", ended.Receipt, err)
		}
		runs := apptest.View(h, h.Store, func(ctx context.Context, tx ports.Tx) ([]composition.TestRun, error) {
			return tx.ListTestRunsOfTurn(ctx, turn.ID)
		})
		if len(runs) != 1 || runs[0].OK || !strings.Contains(runs[0].Summary, "interrupted") {
			h.Errorf("stored %+v", runs)
		}
	})
}

func TestWhatAScriptWritesIsShownWhileItRuns(t *testing.T) {
	t.Parallel()
	onStores(t, func(h *apptest.Heddle) {
		c := h.Compose("", "", apptest.CheckAmount)
		begun := hanging(h)
		ctx, cancel := context.WithCancel(h.Context())
		done := make(chan error)
		go func() {
			_, err := h.Trying.TestActionType(ctx, person(h, c), inputs("check-amount", `{"amount":1}`))
			done <- err
		}()
		<-begun
		shown := func(text string) bool {
			events := apptest.View(h, h.Store, func(ctx context.Context, tx ports.Tx) ([]ports.BrowserEvent, error) {
				horizon, err := tx.EventHorizon(ctx)
				if err != nil {
					return nil, err
				}
				return tx.EventsAfter(ctx, ports.Cursor{Epoch: horizon.Epoch}, 1000)
			})
			for _, e := range events {
				if e.Kind == "composition-test-output" && e.CompositionID == c.ID && strings.Contains(e.Data, `"stream":"stdout","text":"`+text+`"`) {
					return true
				}
			}
			return false
		}
		apptest.Until(h, "the output is shown", func() bool { return shown("begun gr") })
		cancel()
		if err := <-done; err == nil {
			h.Error("a test that nobody waits for came to its end")
		}
		apptest.Until(h, "the rest is shown", func() bool { return shown("ün") })
	})
}
