package builtin

import (
	"context"
	"slices"
	"strings"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

const summaryPrompt = `The conversation has become too long to go on with. Sum up what somebody has to know who takes over now and sees nothing of it: what the user wants, with every condition they set; what was done and found out, with names, ids and revisions; what failed and why; what is left to do. Call no tool. Write the summary only.`

// compact puts a summary by the model in the place of a conversation that has become too long. The message that is being
// worked on stays as it was.
func (t *turn) compact(ctx context.Context) error {
	if limit := t.model.compactAt(t.config.CompactAt); limit == 0 || t.last < limit {
		return nil
	}
	answer, err := t.model.Answer(ctx, ports.LLMRequest{
		Model: t.model.Name, System: t.system, Tools: t.tools.offered,
		Messages: append(slices.Clone(t.conversation.Messages), ports.LLMMessage{Role: ports.LLMUser, Text: summaryPrompt}),
	}, nil)
	if err != nil {
		return err
	}
	t.count(answer.Usage)
	t.last = 0
	summary := strings.TrimSpace(answer.Message.Text)
	if summary == "" {
		return fault.New(fault.KindUnavailable, "no-summary",
			"the conversation has become too long, and the model did not sum it up; restart the session to go on")
	}
	t.conversation.Messages = nil
	t.remember(ports.LLMMessage{Role: ports.LLMUser, Text: "What happened before, summed up:\n\n" + summary +
		"\n\nThe user's last message, which you are working on:\n\n" + t.message})
	t.events <- ports.AgentError{Message: "the conversation had become long; the agent goes on with a summary of it", Warning: true}
	return nil
}
