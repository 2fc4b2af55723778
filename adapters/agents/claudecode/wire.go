package claudecode

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The types of lines that matter.
const (
	systemLine    = "system"
	streamLine    = "stream_event"
	assistantLine = "assistant"
	userLine      = "user"
	resultLine    = "result"
	requestLine   = "control_request"
	cancelLine    = "control_cancel_request"
	responseLine  = "control_response"
)

// line is what the CLI tells. It has the members of all types.
type line struct {
	Type    string `json:"type"`
	Subtype string `json:"subtype"`
	Parent  string `json:"parent_tool_use_id"` // of what an agent says that the agent called

	Servers []serverState `json:"mcp_servers"` // system, init: at the begin of each turn

	// system, api_retry
	Attempt     int    `json:"attempt"`
	Delay       int64  `json:"retry_delay_ms"`
	ErrorStatus int    `json:"error_status"` // 0 where there was no answer
	Error       string `json:"error"`        // a word for what went wrong; also of assistant

	Event   streamEvent `json:"event"`   // stream_event
	Message message     `json:"message"` // assistant, user

	IsAPIError bool `json:"is_api_error_message"` // assistant: the text is the CLI's, on a request that failed
	APIStatus  int  `json:"api_error_status"`     // assistant, result: of HTTP

	// result
	IsError bool                  `json:"is_error"`
	Result  string                `json:"result"`
	Errors  []string              `json:"errors"`
	Usage   tokens                `json:"usage"` // of the turn
	Models  map[string]modelUsage `json:"model_usage_since_last_result"`

	RequestID string         `json:"request_id"` // control_request, control_cancel_request
	Request   controlRequest `json:"request"`    // control_request
	Response  response       `json:"response"`   // control_response
}

// decodeLine reads a line of a type that matters; of the others nothing is known, and they may look as they like.
func decodeLine(text []byte) (line, bool) {
	lenient := json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	var head struct {
		Type string `json:"type"`
	}
	if json.Unmarshal(text, &head, lenient) != nil {
		return line{}, false
	}
	switch head.Type {
	case systemLine, streamLine, assistantLine, userLine, resultLine, requestLine, cancelLine, responseLine:
		var l line
		return l, json.Unmarshal(text, &l, lenient) == nil
	default:
		return line{}, false
	}
}

type serverState struct {
	Name   string `json:"name"`
	Status string `json:"status"` // connected, pending, failed, …
	Error  string `json:"error"`
}

// streamEvent is one of Anthropic's streams.
type streamEvent struct {
	Type         string  `json:"type"`
	ContentBlock block   `json:"content_block"`
	Delta        delta   `json:"delta"`
	Message      message `json:"message"` // message_start
	Usage        tokens  `json:"usage"`   // message_delta
}

type delta struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type message struct {
	ID      string         `json:"id"`      // of an answer
	Content jsontext.Value `json:"content"` // a list of blocks, or a text
	Usage   tokens         `json:"usage"`
}

// blocks are the parts of a message.
func (m message) blocks() (all []block) {
	if m.Content.Kind() != '[' {
		return nil
	}
	_ = json.Unmarshal(m.Content, &all, jsontext.AllowInvalidUTF8(true)) // what is no block says nothing
	return all
}

type block struct {
	Type      string         `json:"type"` // text, thinking, tool_use, tool_result
	Text      string         `json:"text"`
	Thinking  string         `json:"thinking"`
	ID        string         `json:"id"`          // tool_use
	Name      string         `json:"name"`        // tool_use
	Input     jsontext.Value `json:"input"`       // tool_use
	ToolUseID string         `json:"tool_use_id"` // tool_result
	Content   jsontext.Value `json:"content"`     // tool_result: a text, or a list of blocks
	IsError   bool           `json:"is_error"`    // tool_result
}

type tokens struct {
	Input      int64 `json:"input_tokens"` // neither from the cache nor into it
	Output     int64 `json:"output_tokens"`
	CacheRead  int64 `json:"cache_read_input_tokens"`
	CacheWrite int64 `json:"cache_creation_input_tokens"`
}

// modelUsage is what was used of one model in a turn. What a session has cost in all is told, too, and no use: it goes on
// from what was before a resume, unless the process before was killed.
type modelUsage struct {
	Cost      float64 `json:"costUSD"`
	CostBasis string  `json:"costBasis"`
}

// unknownCost marks the cost of a model whose prices the CLI does not know.
const unknownCost = "unknown"

type controlRequest struct {
	Subtype  string         `json:"subtype"`
	ToolName string         `json:"tool_name"`
	Input    jsontext.Value `json:"input"`
}

// permissionRequest is the subtype of a request for permission to call a tool.
const permissionRequest = "can_use_tool"

type response struct {
	Subtype   string         `json:"subtype"` // success, error
	RequestID string         `json:"request_id"`
	Error     string         `json:"error"`
	Response  jsontext.Value `json:"response"`
}

// What the CLI is told.
type (
	userMessage struct {
		Type    string      `json:"type"`
		Message userContent `json:"message"`
	}
	userContent struct {
		Role    string      `json:"role"`
		Content []textBlock `json:"content"`
	}
	textBlock struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	ask struct {
		Type      string  `json:"type"`
		RequestID string  `json:"request_id"`
		Request   request `json:"request"`
	}
	request struct {
		Subtype string `json:"subtype"`
	}
	reply struct {
		Type     string    `json:"type"`
		Response replyBody `json:"response"`
	}
	replyBody struct {
		Subtype   string    `json:"subtype"`
		RequestID string    `json:"request_id"`
		Response  *decision `json:"response,omitzero"`
		Error     string    `json:"error,omitzero"`
	}
	decision struct {
		Behavior     string         `json:"behavior"` // allow, deny
		UpdatedInput jsontext.Value `json:"updatedInput,omitzero"`
		Message      string         `json:"message,omitzero"`
	}
)

func said(text string) userMessage {
	return userMessage{Type: userLine, Message: userContent{Role: "user", Content: []textBlock{{Type: "text", Text: text}}}}
}

func asked(id, what string) ask {
	return ask{Type: requestLine, RequestID: id, Request: request{Subtype: what}}
}

func decided(id string, d decision) reply {
	return reply{Type: responseLine, Response: replyBody{Subtype: "success", RequestID: id, Response: &d}}
}

func allow(input jsontext.Value) decision { return decision{Behavior: "allow", UpdatedInput: input} }

func deny(why string) decision { return decision{Behavior: "deny", Message: why} }

func refused(id, why string) reply {
	return reply{Type: responseLine, Response: replyBody{Subtype: "error", RequestID: id, Error: why}}
}
