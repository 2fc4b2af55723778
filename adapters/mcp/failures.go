package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
)

// How often a call may fail in one turn: with the same arguments and the same error, and with the same error whatever
// the arguments are, since an agent that goes round in circles changes them a little each time.
const (
	patience     = 3
	longPatience = 5
)

// failure is what makes two failures the same. Without arguments it stands for all calls of the tool that failed so.
type failure struct{ tool, arguments, text string }

// failures counts those of each caller's current turn. Over HTTP one server answers many callers, and a caller's
// requests have nothing else in common.
type failures struct {
	mu      sync.Mutex
	callers map[string]*turnFailures
}

type turnFailures struct {
	turn  string
	count map[failure]int
}

// manyCallers is when the counts start anew, so that callers that went away don't fill the memory.
const manyCallers = 1000

// add counts a failure and tells whether the agent is to stop.
func (f *failures) add(who, turn string, one failure) (stop bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.callers == nil || len(f.callers) > manyCallers {
		f.callers = map[string]*turnFailures{}
	}
	counted := f.callers[who]
	if counted == nil || counted.turn != turn {
		counted = &turnFailures{turn: turn, count: map[failure]int{}}
		f.callers[who] = counted
	}
	alike := failure{tool: one.tool, text: one.text}
	counted.count[one]++
	if one != alike {
		counted.count[alike]++
	}
	return counted.count[one] >= patience || counted.count[alike] >= longPatience
}

// explainFailure says what went wrong and what to do next. When it went wrong in the same way too often in a turn, that
// is to stop.
func (s *session) explainFailure(ctx context.Context, tool string, arguments []byte, err error) string {
	problem := describe(err)
	if !s.failures.add(callerOf(ctx).token, s.currentTurn(ctx), failure{tool, string(arguments), problem}) {
		return problem + "\n\n" + s.nextStep(err)
	}
	return fmt.Sprintf("%s\n\nThat is how %s failed before in this turn, again and again. Stop and ask the user: say what you tried, "+
		"what the error was, and what you need to know. Don't call %s again in this turn.", problem, tool, tool)
}

// currentTurn asks the server; failures of turns it can't tell count together.
func (s *session) currentTurn(ctx context.Context) string {
	answer, err := s.state(ctx)
	if err != nil {
		return ""
	}
	turn, _ := rawjson.Get(answer, "turnId")
	id, _ := rawjson.String(turn)
	return id
}

const codeUnknownTool = "unknown-tool"

// describe is what went wrong, with every problem there is.
func describe(err error) string {
	f := new(fault.Error)
	if !errors.As(err, &f) {
		return "The call failed: " + err.Error()
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %s", f.Code, f.Message)
	if index, ok := f.Details["opIndex"]; ok {
		fmt.Fprintf(&text, " (op %s of the list, counted from 0)", index)
	}
	for _, p := range f.Problems {
		text.WriteString(inOneLine(p))
	}
	if content, ok := f.Details["currentContent"]; ok {
		fmt.Fprintf(&text, "\nThe content is now: %s", content)
	}
	return text.String()
}

// inOneLine is a problem on a line of its own.
func inOneLine(p fault.Problem) string {
	line := fmt.Sprintf("\n- %s %s%s: %s", p.Severity, p.Code, place(p), p.Message)
	if p.Suggestion != "" {
		line += fmt.Sprintf(" (did you mean %s?)", p.Suggestion)
	}
	return line
}

func place(p fault.Problem) string {
	var places []string
	for _, part := range []struct{ name, id string }{{"node", p.NodeID}, {"edge", p.EdgeID}, {"field", p.Field}} {
		if part.id != "" {
			places = append(places, part.name+" "+part.id)
		}
	}
	if len(places) == 0 {
		return ""
	}
	return " at " + strings.Join(places, ", ")
}

// nextStep says what an agent can do about an error: by code where that tells
// more, else by kind.
func (s *session) nextStep(err error) string {
	if f := fault.As(err); f != nil && f.Details["currentContent"] != "" {
		return "Nothing was changed. Keep what the user made of it, shown above, and call the tool again with your change to that."
	}
	switch fault.CodeOf(err) {
	case codeUnknownTool:
		return "Nothing was changed. Choose one of the tools there are."
	case codeArguments:
		return "Nothing was changed. Correct the arguments and call the tool again."
	case "in-catalog":
		return "Nothing was written. Begin the draft with edit_config_item, and write your change to what that gives."
	case "turn-interrupted":
		return "Stop, and ask the user whether and how to go on."
	case "turn-running":
		return "Nothing was changed. Another agent is at work; read on, and try again when its turn is over."
	case "stale":
		return "Nothing was changed. Call get_composition, look at what is there now, and send your changes again based on its contentRevision."
	case "target-missing", "duplicate-id", "edge-endpoint-missing":
		return "No op was applied. Call get_composition to see what exists, correct the op, and send the whole change set again."
	case "unknown-path", "invalid-path":
		return "Correct the path, by what is named above; without a path you get the payload."
	case "malformed":
		return "No op was applied. Correct the op and send the whole change set again."
	}
	switch fault.KindOf(err) {
	case fault.KindInvalid:
		return "Nothing was changed. Correct what is named above and call the tool again."
	case fault.KindNotFound:
		return "Choose one of what is named above, or call " + s.look + " to see what exists."
	case fault.KindConflict, fault.KindStale:
		return "Nothing was changed. Call " + s.look + " to see how things stand now."
	case fault.KindLocked:
		return "Somebody else is changing this. Go on with something else, or tell the user."
	case fault.KindForbidden, fault.KindUnauthenticated:
		return "This session may not do that. Stop, and tell the user to restart the agent."
	case fault.KindTooLarge:
		return "Send less at once: a smaller script, or several change sets one after another."
	case fault.KindUnavailable:
		return "The server can't answer now. Try once more; if it fails again, tell the user."
	default:
		return "This is nothing you can correct. Tell the user what happened."
	}
}

// answerUnknownTools makes the call of a tool that doesn't exist a result like any
// other: a protocol error never reaches the model in some agents.
func (s *session) answerUnknownTools(tools []tool) sdk.Middleware {
	names := make([]string, len(tools))
	known := map[string]bool{}
	for i, t := range tools {
		names[i], known[t.name] = t.name, true
	}
	return func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, request sdk.Request) (sdk.Result, error) {
			call, ok := request.(*sdk.CallToolRequest)
			if !ok || known[call.Params.Name] {
				return next(ctx, method, request)
			}
			wanted := call.Params.Name
			err := fault.New(fault.KindInvalid, codeUnknownTool, "there is no tool %q%s", wanted, spelling.DidYouMean(wanted, "tools", names))
			return failedResult(s.explainFailure(ctx, wanted, call.Params.Arguments, err), err), nil
		}
	}
}
