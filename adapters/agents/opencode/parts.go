package opencode

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/ports"
)

// takePart takes what is new about a part of the agent's answer.
func (t *turn) takePart(p part) {
	switch p.Type {
	case "text":
		t.takeText(p)
	case "reasoning":
		t.moved = true
		if p.Time.End > 0 && p.Text != "" && !t.said[p.ID] {
			t.said[p.ID] = true
			t.emit(ports.Thinking{Text: p.Text})
		}
	case "tool":
		t.takeTool(p)
	case "step-finish":
		t.finishStep(p)
	}
}

// emptySteps is how many answers with nothing in them are enough: the CLI takes one without an end for one that goes
// on, and asks again at once.
const emptySteps = 3

// finishStep tells what a step used at once, so that nothing of it is lost whatever becomes of the turn.
func (t *turn) finishStep(p part) {
	used := ports.Usage{
		InputTokens: p.Tokens.Input, OutputTokens: p.Tokens.Output + p.Tokens.Reasoning,
		CacheReadTokens: p.Tokens.Cache.Read, CacheWriteTokens: p.Tokens.Cache.Write,
	}
	if p.Cost > 0 {
		used.CostUSD = &p.Cost
	}
	if used != (ports.Usage{}) {
		t.emit(used)
	}
	if p.Reason == "length" {
		t.emit(ports.AgentError{Warning: true, Message: "The model's answer was cut, since it was as long as an answer may be; ask it to go on"})
	}
	t.empty++
	if t.moved {
		t.empty = 0
	}
	t.moved = false
	if t.empty == emptySteps {
		t.stop(fmt.Sprintf("The model server at %s sends answers with nothing in them. %s; then send the message again.",
			t.session.from.baseURL, t.session.from.addressSetting()))
	}
}

func (t *turn) takeText(p part) {
	if t.said[p.ID] {
		return
	}
	if _, known := t.texts[p.ID]; !known {
		t.texts[p.ID] = ""
		t.order = append(t.order, p.ID)
	}
	if p.Time.End > 0 {
		t.say(p.ID, p.Text)
	}
}

func (t *turn) say(id, text string) {
	t.said[id] = true
	delete(t.texts, id)
	if strings.TrimSpace(text) != "" {
		t.silent, t.moved = false, true
		t.emit(ports.Text{Text: text})
	}
}

func (t *turn) takeTool(p part) {
	if p.State.Status == "pending" || t.said[p.ID] {
		return
	}
	t.silent, t.moved = false, true
	p = mended(p)
	name := t.session.toolName(p.Tool)
	if _, told := t.tools[p.ID]; !told {
		t.tools[p.ID] = true
		t.emit(ports.ToolStarted{ID: p.ID, Name: name, Input: objectOf(p.State.Input)})
	}
	switch p.State.Status {
	case "completed":
		t.finishTool(p.ID, p.State.Output, false)
	case "error":
		t.finishTool(p.ID, p.State.Error, true)
		t.countFailure(name, p.State)
	}
}

// mended undoes how the CLI tells of a call that could not be made: as one of a tool of its own, which did well.
func mended(p part) part {
	if p.Tool != invalidTool {
		return p
	}
	var wanted struct {
		Tool  string `json:"tool"`
		Error string `json:"error"`
	}
	if json.Unmarshal(p.State.Input, &wanted) == nil && wanted.Tool != "" {
		p.Tool = wanted.Tool
	}
	if p.State.Status == "completed" {
		p.State.Status, p.State.Error = "error", p.State.Output
	}
	return p
}

func (t *turn) finishTool(id, output string, isError bool) {
	t.said[id] = true
	t.tools[id] = false
	t.emit(ports.ToolFinished{ID: id, Output: output, IsError: isError})
}

// objectOf is the arguments of a call; a broken call may have none.
func objectOf(input jsontext.Value) jsontext.Value {
	if input.Kind() != '{' {
		return jsontext.Value("{}")
	}
	return input
}
