package claudecode

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/ports"
)

// takeStream takes a piece of an answer as it is written. Where the stream breaks, the CLI asks again and what was
// written is void; the answer as a whole is the truth.
func (t *turn) takeStream(e streamEvent) {
	switch e.Type {
	case "message_start":
		t.sayHeld(t.stream != "") // the CLI has the model go on where it was cut
		t.writing, t.step, t.stream = "", e.Message.Usage, e.Message.ID
	case "content_block_delta":
		if e.Delta.Type == "text_delta" && e.Delta.Text != "" {
			t.writing += e.Delta.Text
			t.emit(ports.TextDelta{Text: e.Delta.Text})
		}
	case "message_delta": // the answer is whole
		t.stream = ""
		t.sayHeld(false)
		t.step.Output = e.Usage.Output
		t.used, t.step = t.used.plus(t.step), tokens{}
	}
}

// takeAnswer takes a part of an answer that is whole.
func (t *turn) takeAnswer(l line) {
	if l.IsAPIError {
		t.explained = &l
		return
	}
	if l.Message.ID != t.stream {
		t.stream = "" // it was asked for again, in one piece
	}
	for _, b := range l.Message.blocks() {
		t.sayHeld(false)
		switch b.Type {
		case "text":
			t.held, t.writing = b.Text, ""
			if t.stream == "" {
				t.sayHeld(false)
			}
		case "thinking":
			if b.Thinking != "" {
				t.emit(ports.Thinking{Text: b.Thinking})
			}
		case "tool_use":
			t.takeCall(b)
		}
	}
}

func (t *turn) takeCall(b block) {
	t.silent = false
	if b.Name == askTool {
		return // it is told as questions
	}
	c := call{name: t.session.toolName(b.Name), input: string(objectOf(b.Input))}
	t.calls[b.ID] = c
	t.emit(ports.ToolStarted{ID: b.ID, Name: c.name, Input: jsontext.Value(c.input)})
}

// objectOf is the arguments of a call; a broken call may have none.
func objectOf(input jsontext.Value) jsontext.Value {
	if input.Kind() != '{' {
		return jsontext.Value("{}")
	}
	return input
}

// toolName is a tool's own name, without that of its server.
func (s *session) toolName(tool string) string {
	for _, server := range s.spec.MCPServers {
		if name, ok := strings.CutPrefix(tool, toolPrefix(server.Name)+"__"); ok {
			return name
		}
	}
	return tool
}

// takeResults takes what calls gave. What else the CLI says for the user is no news.
func (t *turn) takeResults(m message) {
	for _, b := range m.blocks() {
		c, runs := t.calls[b.ToolUseID]
		if b.Type != "tool_result" || !runs {
			continue
		}
		output := b.output()
		t.finish(b.ToolUseID, output, b.IsError)
		if !b.IsError {
			continue
		}
		if lost := t.session.lostBy(output); lost != "" {
			t.session.mourn(lost, "it died and could not be started again")
			return
		}
		t.countFailure(c, output)
	}
}

func (t *turn) finish(id, output string, isError bool) {
	delete(t.calls, id)
	t.emit(ports.ToolFinished{ID: id, Output: output, IsError: isError})
}

// output is the text of a result.
func (b block) output() string {
	var text string
	if json.Unmarshal(b.Content, &text) == nil {
		text = strings.TrimSuffix(strings.TrimPrefix(text, "<tool_use_error>"), "</tool_use_error>") // how the CLI marks its own words
		return text
	}
	var parts []string
	for _, part := range (message{Content: b.Content}).blocks() {
		if part.Type == "text" {
			parts = append(parts, part.Text)
		}
	}
	return strings.Join(parts, "\n")
}

func (t tokens) plus(other tokens) tokens {
	return tokens{
		Input: t.Input + other.Input, Output: t.Output + other.Output,
		CacheRead: t.CacheRead + other.CacheRead, CacheWrite: t.CacheWrite + other.CacheWrite,
	}
}

// tellUsage tells what the turn used. The CLI knows what it costs where it knows the prices; those of the provider go first.
func (t *turn) tellUsage(cost *float64) {
	used := t.used.plus(t.step)
	t.used, t.step = tokens{}, tokens{}
	if server := t.session.spec.Server; server != nil {
		if priced := server.Model.Prices.Cost(used.Input, used.CacheRead, used.CacheWrite, used.Output); priced != nil {
			cost = priced
		}
	}
	if used == (tokens{}) && (cost == nil || *cost == 0) {
		return
	}
	t.emit(ports.Usage{
		InputTokens: used.Input, OutputTokens: used.Output, CacheReadTokens: used.CacheRead, CacheWriteTokens: used.CacheWrite, CostUSD: cost,
	})
}

// cost is what a turn cost, in US dollars; nil where a price is not known.
func (l line) cost() *float64 {
	if len(l.Models) == 0 {
		return nil
	}
	sum := 0.0
	for _, used := range l.Models {
		if used.CostBasis == unknownCost {
			return nil
		}
		sum += used.Cost
	}
	return &sum
}
