package claudecode_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// fake is a program that speaks as the CLI does, and does what no model can make the CLI do. The test binary is it, too.
type fake struct {
	in  *bufio.Reader
	out *os.File
}

// scenarioVariable names what the fake does.
const scenarioVariable = "FAKE_SCENARIO"

// asksVersion tells whether the process was started for its version.
func asksVersion() bool { return slices.Equal(os.Args[1:], []string{"--version"}) }

func serveFake(scenario string) {
	f := &fake{in: bufio.NewReader(os.Stdin), out: os.Stdout}
	scenarios[scenario](f)
	f.until("the end")
}

// told is a line of the driver.
type told struct {
	Type      string `json:"type"`
	RequestID string `json:"request_id"`
	Request   struct {
		Subtype string `json:"subtype"`
	} `json:"request"`
	Response json.RawMessage `json:"response"`
}

// read gives the next line; nil at the end.
func (f *fake) read() *told {
	text, err := f.in.ReadString('\n')
	if err != nil {
		return nil
	}
	var line told
	if err := json.Unmarshal([]byte(text), &line); err != nil {
		panic(err)
	}
	return &line
}

// ignore reads to the end and answers nothing.
func (f *fake) ignore() {
	for {
		if f.read() == nil {
			os.Exit(0)
		}
	}
}

// until gives the next line of a type, and answers what is asked before it.
func (f *fake) until(kind string) *told {
	for {
		line := f.read()
		switch {
		case line == nil:
			os.Exit(0)
		case line.Type == kind:
			return line
		case line.Request.Subtype == "initialize":
			f.answer(line, `{}`)
		case line.Request.Subtype == "mcp_status":
			f.answer(line, `{"mcpServers":[{"name":"heddle","status":"connected"}]}`)
		}
	}
}

func (f *fake) answer(asked *told, with string) {
	f.write(fmt.Sprintf(`{"type":"control_response","response":{"subtype":"success","request_id":%q,"response":%s}}`, asked.RequestID, with))
}

func (f *fake) write(lines ...string) {
	for _, line := range lines {
		_, _ = fmt.Fprintln(f.out, strings.ReplaceAll(line, "\n", " ")) // to whoever still listens
	}
}

// begin waits for a message and begins the turn.
func (f *fake) begin() {
	f.until("user")
	f.write(initLine)
}

// The lines of a turn in which something is said.
const (
	initLine = `{"type":"system","subtype":"init","mcp_servers":[{"name":"heddle","status":"connected"}]}`
	doneLine = `{"type":"result","subtype":"success","is_error":false,"result":"Fine.","total_cost_usd":9,"usage":{"input_tokens":3,
		"output_tokens":2,"cache_read_input_tokens":5,"cache_creation_input_tokens":7},
		"model_usage_since_last_result":{"m":{"costUSD":0.25,"costBasis":"known"},"small":{"costUSD":0.5}}}`
	cutLine  = `{"type":"result","subtype":"error_during_execution","is_error":true,"errors":["[diagnostic]"]}`
	callLine = `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"c1","name":"mcp__heddle__look","input":{"at":"door"}}]}}`
)

func says(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf(`{"type":"assistant","message":{"content":[{"type":"text","text":%s}]}}`, quoted)
}

func permission(id, tool, input string) string {
	return fmt.Sprintf(`{"type":"control_request","request_id":%q,"request":{"subtype":"can_use_tool","tool_name":%q,"input":%s}}`, id, tool, input)
}

var scenarios = map[string]func(*fake){
	// Lines that a driver has to do without.
	"odd lines": func(f *fake) {
		f.write("hello", "[1,2]", "", `{"type":7}`, `{"type":"rate_limit_event","message":"soon"}`, says("Before any message."))
		f.begin()
		f.write(
			`{"type":"assistant","message":"not a list"}`, `{"type":"assistant","message":{"content":[7,"x"]}}`,
			`{"type":"assistant","parent_tool_use_id":"c9","message":{"content":[{"type":"text","text":"Somebody else's."}]}}`,
			`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"never","content":"lost"}]}}`,
			`{"type":"user","message":{"content":"a text"}}`, `{"type":"system","subtype":"news"}`,
			says("Mine."), doneLine, says("After the end."), doneLine,
		)
		f.begin()
		f.write(callLine, `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"c1","content":[{"type":"image"},
			{"type":"text","text":"a"},{"type":"text","text":"b"}]}]}}`, says("Mine again."), doneLine)
	},
	"a stream that begins anew": func(f *fake) {
		f.begin()
		delta := `{"type":"stream_event","event":{"type":"content_block_delta","delta":{"type":"text_delta","text":"Hel"}}}`
		start := `{"type":"stream_event","event":{"type":"message_start","message":{"usage":{"input_tokens":1}}}}`
		f.write(start, delta, `{"type":"system","subtype":"api_retry","attempt":1,"retry_delay_ms":5,"error":"server_error"}`, start, delta, says("Hello."), doneLine)
	},
	"an answer without an end": func(f *fake) {
		f.begin()
		f.write(`{"type":"stream_event","event":{"type":"message_start","message":{"id":"m1","usage":{"input_tokens":1}}}}`,
			`{"type":"assistant","message":{"id":"m1","content":[{"type":"text","text":"There is much to"}]}}`, doneLine)
	},
	"a long wait": func(f *fake) {
		f.begin()
		f.write(`{"type":"system","subtype":"api_retry","attempt":1,"retry_delay_ms":3600000,"error_status":529,"error":"overloaded"}`)
		f.until("control_request")
		f.write(cutLine)
	},
	"permission": func(f *fake) {
		f.begin()
		f.write(permission("p1", "WebFetch", `{"url":"https://example.com"}`))
		f.write(says(string(f.until("control_response").Response)), doneLine)
	},
	"a permission that is taken back": func(f *fake) {
		f.begin()
		f.write(permission("p1", "WebFetch", `{}`), permission("p2", "AskUserQuestion", `{"questions":[]}`))
		f.write(says(string(f.until("control_response").Response)))
		f.write(`{"type":"control_cancel_request","request_id":"p1"}`, says("Never mind."), doneLine)
	},
	"an unknown request": func(f *fake) {
		f.begin()
		f.write(`{"type":"control_request","request_id":"r1","request":{"subtype":"hook_callback"}}`)
		f.write(says(string(f.until("control_response").Response)), doneLine)
	},
	"death in a call": func(f *fake) {
		f.begin()
		f.write(`{"type":"stream_event","event":{"type":"message_start","message":{"usage":{"input_tokens":10,"cache_read_input_tokens":1}}}}`,
			`{"type":"stream_event","event":{"type":"message_delta","usage":{"output_tokens":4}}}`,
			`{"type":"stream_event","event":{"type":"message_start","message":{"usage":{"input_tokens":20}}}}`, callLine,
			`{"type":"stream_event","event":{"type":"content_block_delta","delta":{"type":"text_delta","text":"I w"}}}`)
		_, _ = fmt.Fprintln(os.Stderr, "out of memory")
		os.Exit(3)
	},
	"half a line": func(f *fake) {
		f.begin()
		_, _ = f.out.WriteString(doneLine[:20])
		_ = f.out.Close()
	},
	"lost tools": func(f *fake) {
		f.until("user")
		f.write(`{"type":"system","subtype":"init","mcp_servers":[{"name":"heddle","status":"failed","error":"no room"}]}`)
	},
	"deaf": func(f *fake) {
		f.begin()
		f.ignore()
	},
	"slow tools": func(f *fake) {
		f.answer(f.read(), `{}`)
		for _, status := range []string{"pending", "pending", "connected"} {
			f.answer(f.read(), fmt.Sprintf(`{"mcpServers":[{"name":"heddle","status":%q}]}`, status))
		}
		f.begin()
		f.write(says("At last."), doneLine)
	},
	"no tools":   func(f *fake) { f.answer(f.read(), `{}`); f.answer(f.read(), `{"mcpServers":[]}`) },
	"a mute one": func(f *fake) { f.ignore() },
	"a refusal": func(f *fake) {
		f.write(fmt.Sprintf(`{"type":"control_response","response":{"subtype":"error","request_id":%q,"error":"not today."}}`, f.read().RequestID))
	},
	"a loud end": func(f *fake) { f.write("I can't."); os.Exit(7) },
	"a bad end":  func(*fake) { _, _ = fmt.Fprintln(os.Stderr, "no such option"); os.Exit(2) },
}
