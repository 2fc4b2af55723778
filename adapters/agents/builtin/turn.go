package builtin

import (
	"context"
	"fmt"
	"strings"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// sameFailures is how often a call may fail in the same way before the agent asks what to do.
const sameFailures = 3

// turn is the work on one message.
type turn struct {
	*session
	message   string
	used      ports.LLMUsage
	summed    bool           // the conversation was summed up, and the model was asked once since
	compacted bool           // since the conversation was refused as too long
	acted     bool           // the model has said something, or made a call
	failures  map[string]int // by call and what was wrong with it
}

// run asks the model and makes its calls, until it wants none any more or something ends the turn.
func (t *turn) run(ctx context.Context) ports.TurnOutcome {
	t.remember(ports.LLMMessage{Role: ports.LLMUser, Text: t.message})
	for range t.config.MaxSteps {
		if err := t.compact(ctx); err != nil {
			return t.fail(ctx, err)
		}
		answer, err := t.thinkInRoom(ctx)
		if err != nil {
			return t.fail(ctx, err)
		}
		if len(answer.Message.Calls) == 0 {
			return t.conclude(answer.Message)
		}
		outcomes := t.callAll(ctx, answer.Message.Calls)
		t.remember(ports.LLMMessage{Role: ports.LLMUser, Results: resultsOf(outcomes)})
		if ctx.Err() != nil {
			return ports.TurnInterrupted
		}
		if loss := t.tools.loss(); loss != "" {
			return t.stop("%s", loss)
		}
		if t.asksForHelp(answer.Message.Calls, outcomes) {
			return ports.TurnDone
		}
		if cost := t.cost(); t.config.BudgetUSD > 0 && cost != nil && *cost >= t.config.BudgetUSD {
			return t.stop("the turn has used its budget of $%.2f; send another message to go on", t.config.BudgetUSD)
		}
	}
	return t.stop("the turn has come to its %d steps; send another message to go on", t.config.MaxSteps)
}

// conclude ends the turn with the answer of a model that wants no more calls. A turn in which it did nothing at all has
// failed; after calls, some models have nothing to add.
func (t *turn) conclude(answer ports.LLMMessage) ports.TurnOutcome {
	if strings.TrimSpace(answer.Text) == "" && !t.acted {
		return t.stop("The model %s said nothing. Send the message again, or choose another model.", t.model.Name)
	}
	return ports.TurnDone
}

func (t *turn) stop(format string, args ...any) ports.TurnOutcome {
	t.events <- ports.AgentError{Message: fmt.Sprintf(format, args...)}
	return ports.TurnFailed
}

// fail ends the turn for an error of the model's provider, or an interrupt.
func (t *turn) fail(ctx context.Context, err error) ports.TurnOutcome {
	if ctx.Err() != nil {
		return ports.TurnInterrupted
	}
	if f := fault.As(err); f != nil {
		return t.stop("%s", f.Message)
	}
	return t.stop("the model could not be asked: %v", err)
}

// thinkInRoom is think, which sums the conversation up and tries again, once in a turn, where the model has no room for it.
func (t *turn) thinkInRoom(ctx context.Context) (ports.LLMAnswer, error) {
	answer, err := t.think(ctx)
	if t.compacted || fault.CodeOf(err) != ports.LLMTooLong {
		return answer, err
	}
	t.compacted = true
	if err := t.compactRefused(ctx, err); err != nil {
		return answer, err
	}
	return t.think(ctx)
}

// think has the model go on, and tells what it says.
func (t *turn) think(ctx context.Context) (ports.LLMAnswer, error) {
	answer, err := t.model.Answer(ctx, ports.LLMRequest{
		Model: t.model.Name, System: t.system, Messages: t.conversation.Messages, Tools: t.tools.offered,
	}, func(piece ports.LLMDelta) {
		if piece.Text != "" {
			t.events <- ports.TextDelta{Text: piece.Text}
		}
	})
	if err != nil {
		return answer, err
	}
	t.count(answer.Usage)
	if says(answer.Message) {
		t.acted = true
		t.remember(answer.Message)
	}
	for _, thought := range answer.Message.Thoughts {
		if thought.Text != "" {
			t.events <- ports.Thinking{Text: thought.Text}
		}
	}
	if answer.Message.Text != "" {
		t.events <- ports.Text{Text: answer.Message.Text}
	}
	if answer.Cutoff {
		t.events <- ports.AgentError{Message: "the model's answer was cut, since it was as long as an answer may be", Warning: true}
	}
	return answer, nil
}

// says tells whether an answer has anything in it but thoughts. One that hasn't would be refused as a part of a later request.
func says(answer ports.LLMMessage) bool {
	return strings.TrimSpace(answer.Text) != "" || len(answer.Calls) > 0
}

// count tells what an answer used at once, so that nothing of it is lost whatever becomes of the turn.
func (t *turn) count(used ports.LLMUsage) {
	t.used = t.used.Plus(used)
	if used != (ports.LLMUsage{}) {
		t.events <- ports.Usage{
			InputTokens: used.InputTokens, OutputTokens: used.OutputTokens,
			CacheReadTokens: used.CacheReadTokens, CacheWriteTokens: used.CacheWriteTokens, CostUSD: t.costOf(used),
		}
	}
	t.conversation.Size = used.InputTokens + used.CacheReadTokens + used.CacheWriteTokens + used.OutputTokens
}

// outcome is what a call gave.
type outcome struct {
	ports.LLMResult

	problem string // of one that failed: what was wrong, without advice to the model
}

func resultsOf(outcomes []outcome) []ports.LLMResult {
	results := make([]ports.LLMResult, len(outcomes))
	for i, o := range outcomes {
		results[i] = o.LLMResult
	}
	return results
}

// callAll makes all calls of an answer at once; the outcomes stand in the order of the calls.
func (t *turn) callAll(ctx context.Context, calls []ports.LLMCall) []outcome {
	type finished struct {
		index   int
		outcome outcome
	}
	done := make(chan finished)
	for i, call := range calls {
		if call.Name == askTool {
			go func() { done <- finished{i, t.ask(ctx, call)} }()
			continue
		}
		t.events <- ports.ToolStarted{ID: call.ID, Name: call.Name, Input: call.Object()}
		go func() { done <- finished{i, t.tools.call(ctx, call)} }()
	}
	outcomes := make([]outcome, len(calls))
	for range calls {
		f := <-done
		outcomes[f.index] = f.outcome
		if calls[f.index].Name == askTool {
			continue // people see the question and their answer
		}
		t.events <- ports.ToolFinished{ID: f.outcome.CallID, Output: f.outcome.Text, IsError: f.outcome.IsError}
	}
	return outcomes
}

// asksForHelp asks the user once a call has failed in the same way too often.
func (t *turn) asksForHelp(calls []ports.LLMCall, outcomes []outcome) bool {
	for i, o := range outcomes {
		if !o.IsError {
			continue
		}
		call := calls[i]
		key := call.Name + "\x00" + call.Input + "\x00" + o.problem
		if t.failures[key]++; t.failures[key] == sameFailures {
			t.events <- ports.Question{ID: newQuestionID(), Text: fmt.Sprintf(
				"The call of %s failed %d times in the same way, so I stopped: %s\nHow shall I go on?", call.Name, sameFailures, brief(o.problem))}
			return true
		}
	}
	return false
}

// brief is as much of a failure as a question has room for.
func brief(text string) string {
	const most = 500
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// cost is what the turn cost so far; nil where the prices are not known.
func (t *turn) cost() *float64 { return t.costOf(t.used) }

func (t *turn) costOf(used ports.LLMUsage) *float64 {
	return t.model.Prices.Cost(used.InputTokens, used.CacheReadTokens, used.CacheWriteTokens, used.OutputTokens)
}
