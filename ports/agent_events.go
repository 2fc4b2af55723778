package ports

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/fault"
)

// AgentEvent is what every engine's output becomes. The types of this file are all
// there are.
type AgentEvent interface {
	Kind() AgentEventKind
}

// AgentEventKind names the type of an event; it is the member "type" of its JSON form.
type AgentEventKind string

// The kinds. Every event but TextDelta is stored before it is shown.
const (
	SessionStartedEvent AgentEventKind = "session-started"
	TurnStartedEvent    AgentEventKind = "turn-started"
	TextDeltaEvent      AgentEventKind = "text-delta"
	TextEvent           AgentEventKind = "text"
	ThinkingEvent       AgentEventKind = "thinking"
	ToolStartedEvent    AgentEventKind = "tool-started"
	ToolFinishedEvent   AgentEventKind = "tool-finished"
	QuestionEvent       AgentEventKind = "question"
	UsageEvent          AgentEventKind = "usage"
	TurnCompleteEvent   AgentEventKind = "turn-complete"
	ErrorEvent          AgentEventKind = "error"
	ExitEvent           AgentEventKind = "exit"
)

// The events.
type (
	// SessionStarted is the first event of a session.
	SessionStarted struct {
		// ResumeID is what SessionSpec.ResumeID takes later; empty if the engine can't resume. Where it is what the spec had,
		// the agent knows the conversation; else it begins anew.
		ResumeID string `json:"resumeId,omitzero"`
		Model    string `json:"model,omitzero"`
	}
	// TurnStarted is the first event of the answer to a message.
	TurnStarted struct{}
	// TextDelta is a piece of text as it is written; a Text with all of it follows. If the agent is interrupted, that is
	// what it has written until then.
	TextDelta struct {
		Text string `json:"text"`
	}
	// Text is something the agent said.
	Text struct {
		Text    string `json:"text"`
		Partial bool   `json:"partial,omitzero"` // the turn ended while it was being written; the server says so of what it heard in pieces only
	}
	// Thinking is something the agent thought.
	Thinking struct {
		Text string `json:"text"`
	}
	// ToolStarted is a call of a tool.
	ToolStarted struct {
		ID    string         `json:"id"`
		Name  string         `json:"name"`
		Input jsontext.Value `json:"input"` // the arguments, a JSON object
	}
	// ToolFinished is the result of the call with the same id.
	ToolFinished struct {
		ID      string `json:"id"`
		Output  string `json:"output"`
		IsError bool   `json:"isError"`
	}
	// Question asks the user. While its turn runs, the agent waits for the answer (AgentSession.Answer). A turn that
	// completes without one has the question as its last word: the answer is the next message.
	Question struct {
		ID      string   `json:"id"` // no other question of the session has it, also after a resume
		Text    string   `json:"text"`
		Options []string `json:"options,omitzero"` // answers to choose from; any other text is one too
	}
	// Usage is what was used since the last Usage event, or since the turn's start. Drivers whose engines count up tell
	// the differences, also across an interrupt, a restart and a resume, so that the sum over all events is right. No
	// token is counted twice among the members.
	Usage struct {
		InputTokens      int64    `json:"inputTokens"` // that the model read anew
		OutputTokens     int64    `json:"outputTokens"`
		CacheReadTokens  int64    `json:"cacheReadTokens,omitzero"`
		CacheWriteTokens int64    `json:"cacheWriteTokens,omitzero"`
		CostUSD          *float64 `json:"costUSD,omitzero"` // nil if the engine does not tell
	}
	// TurnComplete ends the answer to a message.
	TurnComplete struct {
		Outcome TurnOutcome `json:"outcome"`
	}
	// AgentError is something that went wrong.
	AgentError struct {
		Message string `json:"message"`
		Warning bool   `json:"warning,omitzero"` // the agent goes on
	}
	// Exit is the last event of a session.
	Exit struct {
		Code    int    `json:"code"`             // of the process; 128 + the signal's number when a signal ended it
		Message string `json:"message,omitzero"` // the end of what the process wrote to stderr, if it failed
	}
)

// TurnOutcome says how a turn ended.
type TurnOutcome string

// The outcomes that an agent can tell.
const (
	TurnDone        TurnOutcome = "completed"
	TurnFailed      TurnOutcome = "failed"
	TurnInterrupted TurnOutcome = "interrupted"
)

// Kind implements AgentEvent.
func (SessionStarted) Kind() AgentEventKind { return SessionStartedEvent }

// Kind implements AgentEvent.
func (TurnStarted) Kind() AgentEventKind { return TurnStartedEvent }

// Kind implements AgentEvent.
func (TextDelta) Kind() AgentEventKind { return TextDeltaEvent }

// Kind implements AgentEvent.
func (Text) Kind() AgentEventKind { return TextEvent }

// Kind implements AgentEvent.
func (Thinking) Kind() AgentEventKind { return ThinkingEvent }

// Kind implements AgentEvent.
func (ToolStarted) Kind() AgentEventKind { return ToolStartedEvent }

// Kind implements AgentEvent.
func (ToolFinished) Kind() AgentEventKind { return ToolFinishedEvent }

// Kind implements AgentEvent.
func (Question) Kind() AgentEventKind { return QuestionEvent }

// Kind implements AgentEvent.
func (Usage) Kind() AgentEventKind { return UsageEvent }

// Kind implements AgentEvent.
func (TurnComplete) Kind() AgentEventKind { return TurnCompleteEvent }

// Kind implements AgentEvent.
func (AgentError) Kind() AgentEventKind { return ErrorEvent }

// Kind implements AgentEvent.
func (Exit) Kind() AgentEventKind { return ExitEvent }

// EncodeAgentEvent gives the JSON form of an event: one object on one line, whose
// first member is "type".
func EncodeAgentEvent(e AgentEvent) (jsontext.Value, error) {
	members, err := json.Marshal(e)
	if err != nil {
		return nil, fault.New(fault.KindInvalid, "invalid-agent-event", "an event of kind %s can't be written", e.Kind()).Because(err)
	}
	text := []byte(`{"type":"` + string(e.Kind()) + `"`)
	if rest := members[1:]; len(rest) > 1 {
		text = append(append(text, ','), rest...)
	} else {
		text = append(text, '}')
	}
	return text, nil
}

// DecodeAgentEvent reads the JSON form. Members it does not know are ignored; an
// unknown type or anything else is an invalid fault.
func DecodeAgentEvent(text []byte) (AgentEvent, error) {
	var head struct {
		Type AgentEventKind `json:"type"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, fault.New(fault.KindInvalid, "invalid-agent-event", "an event is a JSON object with a type").Because(err)
	}
	decode, ok := decoders[head.Type]
	if !ok {
		return nil, fault.New(fault.KindInvalid, "invalid-agent-event", "there is no agent event of type %q", head.Type)
	}
	return decode(text)
}

var decoders = map[AgentEventKind]func([]byte) (AgentEvent, error){
	SessionStartedEvent: decoder[SessionStarted],
	TurnStartedEvent:    decoder[TurnStarted],
	TextDeltaEvent:      decoder[TextDelta],
	TextEvent:           decoder[Text],
	ThinkingEvent:       decoder[Thinking],
	ToolStartedEvent:    decoder[ToolStarted],
	ToolFinishedEvent:   decoder[ToolFinished],
	QuestionEvent:       decoder[Question],
	UsageEvent:          decoder[Usage],
	TurnCompleteEvent:   decoder[TurnComplete],
	ErrorEvent:          decoder[AgentError],
	ExitEvent:           decoder[Exit],
}

func decoder[E AgentEvent](text []byte) (AgentEvent, error) {
	var e E
	if err := json.Unmarshal(text, &e); err != nil {
		return nil, fault.New(fault.KindInvalid, "invalid-agent-event", "an event of type %s is not as it should be", e.Kind()).Because(err)
	}
	return e, nil
}
