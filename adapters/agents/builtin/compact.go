package builtin

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

const summaryPrompt = `The conversation has become too long to go on with. Sum up what somebody has to know who takes over now and sees nothing of it: what the user wants, with every condition they set; what was done and found out, with names, ids and revisions; what failed and why; what is left to do. Call no tool. Write the summary only.`

// compact sums a conversation up that has become too long to go on with.
func (t *turn) compact(ctx context.Context) error {
	limit := t.model.compactAt(t.config.CompactAt)
	if limit == 0 || t.conversation.Size < limit {
		t.summed = false
		return nil
	}
	if t.summed { // and yet it is too long: so are the prompt, the tools and the message by themselves
		return fault.New(fault.KindInvalid, "context-too-small", "the model %s is to be asked with %d tokens at most, and what the "+
			"agent has to be told takes %d already; choose a model that has more room, or correct its context", t.model.Name, limit, t.conversation.Size)
	}
	t.summed = true
	err := t.sumUp(ctx, ports.LLMRequest{
		Model: t.model.Name, System: t.system, Tools: t.tools.offered,
		Messages: append(slices.Clone(t.conversation.Messages), ports.LLMMessage{Role: ports.LLMUser, Text: summaryPrompt}),
	})
	if fault.CodeOf(err) == ports.LLMTooLong {
		return t.compactRefused(ctx, err)
	}
	return err
}

// compactRefused sums a conversation up that the model's server has refused as too long. It is shown to the model in
// parts only, and in fewer ones until they are few enough, since nobody knows how much the model takes.
func (t *turn) compactRefused(ctx context.Context, refusal error) error {
	if len(t.conversation.Messages) < 2 { //nolint:mnd // the message alone is what is too long
		return refusal
	}
	text := transcript(t.conversation.Messages)
	for _, share := range []int{2, 8, 32} {
		err := t.sumUp(ctx, ports.LLMRequest{Model: t.model.Name, Messages: []ports.LLMMessage{
			{Role: ports.LLMUser, Text: shorten(text, len(text)/share) + "\n\n" + summaryPrompt},
		}})
		if fault.CodeOf(err) != ports.LLMTooLong {
			return err
		}
		refusal = err
	}
	return refusal
}

// transcript is a conversation as a text, without most of what is long in it.
func transcript(messages []ports.LLMMessage) string {
	const most = 4 << 10 // bytes of a part
	var text strings.Builder
	for _, m := range messages {
		if m.Text != "" {
			fmt.Fprintf(&text, "%s: %s\n\n", m.Role, shorten(m.Text, most))
		}
		for _, call := range m.Calls {
			fmt.Fprintf(&text, "call of %s: %s\n\n", call.Name, shorten(call.Input, most))
		}
		for _, result := range m.Results {
			fmt.Fprintf(&text, "result: %s\n\n", shorten(result.Text, most))
		}
	}
	return text.String()
}

// sumUp puts a summary by the model in the place of the conversation. The message that is being worked on stays as it was.
func (t *turn) sumUp(ctx context.Context, request ports.LLMRequest) error {
	answer, err := t.model.Answer(ctx, request, nil)
	if err != nil {
		return err
	}
	t.count(answer.Usage)
	t.conversation.Size = 0
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
