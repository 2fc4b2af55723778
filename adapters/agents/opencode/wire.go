package opencode

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// event is what the CLI tells.
type event struct {
	Type       string
	Properties properties
}

// decodeEvent reads an event of a type that matters; of the others it knows nothing, and they may look as they like.
func decodeEvent(text []byte) (event, bool) {
	lenient := json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	var raw struct {
		Type       string         `json:"type"`
		Properties jsontext.Value `json:"properties"`
	}
	if json.Unmarshal(text, &raw, lenient) != nil || !matters[raw.Type] {
		return event{}, false
	}
	e := event{Type: raw.Type}
	return e, json.Unmarshal(raw.Properties, &e.Properties, lenient) == nil
}

// The types of events that matter.
const (
	connectedEvent   = "server.connected"
	statusEvent      = "session.status"
	idleEvent        = "session.idle"
	errorEvent       = "session.error"
	messageEvent     = "message.updated"
	partEvent        = "message.part.updated"
	partRemovedEvent = "message.part.removed"
	deltaEvent       = "message.part.delta"
	toolsEvent       = "mcp.tools.changed"
	permissionEvent  = "permission.asked"
	questionEvent    = "question.asked"
)

var matters = map[string]bool{
	connectedEvent: true, statusEvent: true, idleEvent: true, errorEvent: true, messageEvent: true, partEvent: true,
	partRemovedEvent: true, deltaEvent: true, toolsEvent: true, permissionEvent: true, questionEvent: true,
}

// properties has the members of all these types.
type properties struct {
	SessionID string `json:"sessionID"`

	Status     status         `json:"status"`     // session.status
	Error      *agentFault    `json:"error"`      // session.error
	Info       message        `json:"info"`       // message.updated
	Part       part           `json:"part"`       // message.part.updated
	PartID     string         `json:"partID"`     // message.part.delta and .removed
	Field      string         `json:"field"`      // message.part.delta
	Delta      string         `json:"delta"`      // message.part.delta
	ID         string         `json:"id"`         // permission.asked, question.asked
	Permission string         `json:"permission"` // permission.asked: what for
	Patterns   jsontext.Value `json:"patterns"`   // permission.asked: on what
	Questions  []asked        `json:"questions"`  // question.asked
}

// asked is one question of the model's.
type asked struct {
	Question string `json:"question"`
	Options  []struct {
		Label       string `json:"label"`
		Description string `json:"description"`
	} `json:"options"`
}

type status struct {
	Type    string `json:"type"` // busy, retry, idle
	Attempt int    `json:"attempt"`
	Next    int64  `json:"next"` // milliseconds since 1970, when it tries again
	Message string `json:"message"`
}

type agentFault struct {
	Name string `json:"name"`
	Data struct {
		Message    string `json:"message"`
		StatusCode int    `json:"statusCode"`
	} `json:"data"`
}

type message struct {
	ID      string         `json:"id"`
	Role    string         `json:"role"`
	Summary jsontext.Value `json:"summary"` // true in what shortens a long conversation; the user's messages have an object
}

func (m message) isSummary() bool { return m.Summary.Kind() == 't' }

type part struct {
	ID        string `json:"id"`
	MessageID string `json:"messageID"`
	Type      string `json:"type"` // text, reasoning, tool, step-finish, …
	Text      string `json:"text"`
	Time      struct {
		End int64 `json:"end"` // milliseconds since 1970; 0 while it goes on
	} `json:"time"`

	Tool   string    `json:"tool"`
	CallID string    `json:"callID"`
	State  toolState `json:"state"`

	Reason string  `json:"reason"` // step-finish: stop, tool-calls, length, …
	Tokens tokens  `json:"tokens"` // step-finish
	Cost   float64 `json:"cost"`   // step-finish, in US dollars; 0 if it knows no price
}

type toolState struct {
	Status string         `json:"status"` // pending, running, completed, error
	Input  jsontext.Value `json:"input"`
	Output string         `json:"output"`
	Error  string         `json:"error"`
}

type tokens struct {
	Input     int64 `json:"input"` // without what came from a cache
	Output    int64 `json:"output"`
	Reasoning int64 `json:"reasoning"` // beside Output
	Cache     struct {
		Read  int64 `json:"read"`
		Write int64 `json:"write"`
	} `json:"cache"`
}
