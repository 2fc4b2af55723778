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

// patience is how often a call may fail in the same way in one turn.
const patience = 3

// failure is what makes two failures the same: not the arguments, which an agent
// that goes round in circles changes a little each time.
type failure struct{ turn, tool, text string }

// failures counts those of the current turn.
type failures struct {
	mu    sync.Mutex
	turn  string
	count map[failure]int
}

func (f *failures) add(one failure) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.count == nil || f.turn != one.turn {
		f.turn, f.count = one.turn, map[failure]int{}
	}
	f.count[one]++
	return f.count[one]
}

// explainFailure says what went wrong and what to do next. The third time in the
// same way in a turn that is to stop.
func (s *session) explainFailure(ctx context.Context, tool string, err error) string {
	problem := describe(err)
	if s.failures.add(failure{turn: s.currentTurn(ctx), tool: tool, text: problem}) < patience {
		return problem + "\n\n" + nextStep(err)
	}
	return fmt.Sprintf("%s\n\nThis is the third time that %s failed in this way. Stop and ask the user: say what you tried, "+
		"what the error was, and what you need to know. Don't call %s again in this turn.", problem, tool, tool)
}

// currentTurn asks the server; failures of turns it can't tell count together.
func (s *session) currentTurn(ctx context.Context) string {
	answer, err := s.backend.Composition(ctx)
	if err != nil {
		return ""
	}
	turn, _ := rawjson.Get(answer, "turnId")
	id, _ := rawjson.String(turn)
	return id
}

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
		fmt.Fprintf(&text, "\n- %s %s%s: %s", p.Severity, p.Code, place(p), p.Message)
		if p.Suggestion != "" {
			fmt.Fprintf(&text, " (did you mean %s?)", p.Suggestion)
		}
	}
	return text.String()
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
func nextStep(err error) string {
	switch fault.CodeOf(err) {
	case codeArguments:
		return "Nothing was changed. Correct the arguments and call the tool again."
	case "stale":
		return "Nothing was changed. Call get_composition, look at what is there now, and send your changes again based on its contentRevision."
	case "target-missing", "duplicate-id", "edge-endpoint-missing":
		return "No op was applied. Call get_composition to see what exists, correct the op, and send the whole change set again."
	case "malformed":
		return "No op was applied. Correct the op and send the whole change set again."
	}
	switch fault.KindOf(err) {
	case fault.KindInvalid:
		return "Nothing was changed. Correct what is named above and call the tool again."
	case fault.KindNotFound:
		return "Call get_composition to see what exists."
	case fault.KindConflict, fault.KindStale:
		return "Nothing was changed. Call get_composition to see how things stand now."
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
func answerUnknownTools(tools []tool) sdk.Middleware {
	names := make([]string, len(tools))
	known := map[string]bool{}
	for i, t := range tools {
		names[i], known[t.name] = t.name, true
	}
	return func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, request sdk.Request) (sdk.Result, error) {
			if call, ok := request.(*sdk.CallToolRequest); ok && !known[call.Params.Name] {
				wanted := call.Params.Name
				return result(fmt.Sprintf("There is no tool %q%s", wanted, spelling.DidYouMean(wanted, "tools", names)), true), nil
			}
			return next(ctx, method, request)
		}
	}
}
