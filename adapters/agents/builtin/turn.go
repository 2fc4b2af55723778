package builtin

import (
	"context"
	"fmt"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// sameFailures is how often a call may fail in the same way before the agent asks what to do.
const sameFailures = 3

// turn is the work on one message.
type turn struct {
	*session
	message  string
	used     ports.LLMUsage
	last     int64          // tokens of the last request and its answer
	failures map[string]int // by call and what it gave
}

// run asks the model and makes its calls, until it wants none any more or something ends the turn.
func (t *turn) run(ctx context.Context) ports.TurnOutcome {
	t.remember(ports.LLMMessage{Role: ports.LLMUser, Text: t.message})
	for range t.config.MaxSteps {
		if err := t.compact(ctx); err != nil {
			return t.fail(ctx, err)
		}
		answer, err := t.think(ctx)
		if err != nil {
			return t.fail(ctx, err)
		}
		if len(answer.Message.Calls) == 0 {
			return ports.TurnDone
		}
		results := t.callAll(ctx, answer.Message.Calls)
		t.remember(ports.LLMMessage{Role: ports.LLMUser, Results: results})
		if ctx.Err() != nil {
			return ports.TurnInterrupted
		}
		if loss := t.tools.loss(); loss != "" {
			return t.stop("%s", loss)
		}
		if t.asksForHelp(answer.Message.Calls, results) {
			return ports.TurnDone
		}
		if cost := t.cost(); t.config.BudgetUSD > 0 && cost != nil && *cost >= t.config.BudgetUSD {
			return t.stop("the turn has used its budget of $%.2f; send another message to go on", t.config.BudgetUSD)
		}
	}
	return t.stop("the turn has come to its %d steps; send another message to go on", t.config.MaxSteps)
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
	t.remember(answer.Message)
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

// count tells what an answer used at once, so that nothing of it is lost whatever becomes of the turn.
func (t *turn) count(used ports.LLMUsage) {
	t.used = t.used.Plus(used)
	if used != (ports.LLMUsage{}) {
		t.events <- ports.Usage{
			InputTokens: used.InputTokens, OutputTokens: used.OutputTokens,
			CacheReadTokens: used.CacheReadTokens, CacheWriteTokens: used.CacheWriteTokens, CostUSD: t.costOf(used),
		}
	}
	t.last = used.InputTokens + used.CacheReadTokens + used.CacheWriteTokens + used.OutputTokens
}

// callAll makes all calls of an answer at once; the results stand in the order of the calls.
func (t *turn) callAll(ctx context.Context, calls []ports.LLMCall) []ports.LLMResult {
	type finished struct {
		index  int
		result ports.LLMResult
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
	results := make([]ports.LLMResult, len(calls))
	for range calls {
		f := <-done
		results[f.index] = f.result
		if calls[f.index].Name == askTool {
			continue // people see the question and their answer
		}
		t.events <- ports.ToolFinished{ID: f.result.CallID, Output: f.result.Text, IsError: f.result.IsError}
	}
	return results
}

// asksForHelp asks the user once a call has failed in the same way too often.
func (t *turn) asksForHelp(calls []ports.LLMCall, results []ports.LLMResult) bool {
	for i, result := range results {
		if !result.IsError {
			continue
		}
		call := calls[i]
		key := call.Name + "\x00" + call.Input + "\x00" + result.Text
		if t.failures[key]++; t.failures[key] == sameFailures {
			t.events <- ports.Question{ID: newQuestionID(), Text: fmt.Sprintf(
				"The call of %s failed %d times in the same way, so I stopped: %s\nHow shall I go on?", call.Name, sameFailures, brief(result.Text))}
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
