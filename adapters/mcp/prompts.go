package mcp

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/domain/prompt"
)

// workingLoop is how an agent works on a composition, whatever its goal is. It has the reference in the resources.
var workingLoop = "You work on one Heddle composition with its user: a workflow draft, and the action types and tools that it uses.\n\n" +
	prompt.ForCompositions() + "\n\nRead the reference where you are not sure: the resources " + referenceBase + "document, node-types, change-sets, " +
	"expressions, action-types and tools.\n\n" + prompt.Rules()

func (s *session) offerPrompts(server *sdk.Server) {
	server.AddPrompt(&sdk.Prompt{
		Name: "working-loop", Title: "Work on this composition",
		Description: "How to compose a workflow with these tools, step by step.",
		Arguments:   []*sdk.PromptArgument{{Name: "goal", Description: "What the user wants; the composition's own goal if left out."}},
	}, func(_ context.Context, request *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
		text, err := s.loopFor(request.Params.Arguments)
		if err != nil {
			return nil, err
		}
		return &sdk.GetPromptResult{
			Description: "How to compose a workflow with these tools.",
			Messages:    []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: text}}},
		}, nil
	})
}

func (s *session) loopFor(arguments map[string]string) (string, error) {
	for name := range arguments {
		if name != "goal" {
			return "", &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "the prompt working-loop has no argument " + name + "; it has goal"}
		}
	}
	goal := strings.TrimSpace(arguments["goal"])
	if goal == "" {
		goal = "the goal that get_composition tells; if there is none, ask for it"
	}
	loop := workingLoop
	if s.attached {
		loop += "\n\n" + finishingWords
	}
	return loop + "\n\nThe goal: " + goal, nil
}
