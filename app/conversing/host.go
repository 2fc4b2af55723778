package conversing

import (
	"context"

	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

// Host is whom agent sessions belong to. It has their turns and their conversations, as this package has their
// processes. Of the sessions that it is given only the ids count: the rest may have changed meanwhile.
//
// Every call is part of the transaction that it is given. Where the session, or what it belongs to, was deleted, the
// answer is a not-found fault.
type Host interface {
	// TeamOf is the team that the session's agent works for; empty for none.
	TeamOf(ctx context.Context, tx ports.Tx, s composition.Session) (string, error)
	// LockTurns keeps others from changing the session's turns until the transaction ends. It comes before every other
	// call that changes turns, and before changes of the session itself.
	LockTurns(ctx context.Context, tx ports.Tx, s composition.Session) error
	// Awaits tells whether the agent is still to be given the message: its turn runs, and was not taken up again since.
	Awaits(ctx context.Context, tx ports.Tx, message composing.DeliverMessage) (bool, error)
	// Recap is what a new process is told before the message, of a conversation that it did not take part in; empty where
	// nothing was said before.
	Recap(ctx context.Context, tx ports.Tx, message composing.DeliverMessage) (string, error)
	// EndTurn ends the turn as the agent's process saw it end. A turn that has ended before is left alone.
	EndTurn(ctx context.Context, tx ports.Tx, s composition.Session, turnID string, outcome composition.Outcome, notice string) error
	// EndResolving ends the wait for whoever takes over what the turn, which has ended, proposed. Any other turn is left
	// alone.
	EndResolving(ctx context.Context, tx ports.Tx, s composition.Session, turnID string, outcome composition.Outcome, notice string) error
	// StoreEvent appends to the conversation, and shows it.
	StoreEvent(ctx context.Context, tx ports.Tx, s composition.Session, event composition.SessionEvent) error
	// Notify tells people something outside of turns, in the conversation.
	Notify(ctx context.Context, tx ports.Tx, s composition.Session, notice string) error
	// TellText shows a part of a text while its turn goes on. It is no part of the conversation.
	TellText(ctx context.Context, tx ports.Tx, s composition.Session, part composing.TextPart) error
	// Runs tells whether the agent is at work on the turn.
	Runs(ctx context.Context, tx ports.Tx, s composition.Session, turnID string) (bool, error)
	// TakeAnswer does what can be done with an answer whose agent is gone; its turn has ended.
	TakeAnswer(ctx context.Context, tx ports.Tx, answer composing.DeliverAnswer) error
	// CountUsage counts what the agent used towards the turn, and records it (metering.Write) with the session's engine and
	// model, which are true here.
	CountUsage(ctx context.Context, tx ports.Tx, s composition.Session, turnID string, used ports.Usage) error
}

// Hosts are the hosts that there are.
type Hosts struct {
	Compositions Host // of the sessions of compositions
	Own          Host // of those that belong to no composition
}

// of is whom the session belongs to.
func (h Hosts) of(s composition.Session) Host {
	if s.IsOwn() {
		return h.Own
	}
	return h.Compositions
}

// sessionOf is the session that a message is for.
func sessionOf(message composing.DeliverMessage) composition.Session {
	return composition.Session{ID: message.SessionID, CompositionID: message.CompositionID}
}
