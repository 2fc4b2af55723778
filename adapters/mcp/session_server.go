package mcp

import (
	"cmp"
	"context"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/domain/sessiontemplate"
)

// SessionBackend is what the tools of a session that belongs to no composition need of the server: the session's agent
// routes. Documents go in as they were sent and answers come back as they were received. Errors are faults.
type SessionBackend interface {
	catalogReader
	// Session has the session's capabilities and the turn that runs.
	Session(ctx context.Context) (jsontext.Value, error)
	ListItems(ctx context.Context) (jsontext.Value, error)
	Item(ctx context.Context, kind, name string) (jsontext.Value, error)
	// StartItem begins a draft from what is published under its name.
	StartItem(ctx context.Context, kind, name string) (jsontext.Value, error)
	WriteItem(ctx context.Context, kind, name string, content jsontext.Value) (jsontext.Value, error)
	RemoveItem(ctx context.Context, kind, name string) (jsontext.Value, error)
	Validate(ctx context.Context) (jsontext.Value, error)
	// Feedback has the drafts that changed since it was asked for last, with what is wrong with them.
	Feedback(ctx context.Context) (jsontext.Value, error)
}

// sessionInstructions are what the agent of a session without a composition reads first.
const sessionInstructions = `These tools show what is published in this installation of Heddle. The resources heddle://reference/… tell how documents,
action types, tools and expressions are written.`

// draftInstructions are said to those that write drafts.
const draftInstructions = `You write drafts of configuration items, which your user looks through and applies; you can't apply them. See list_config_items
first. Write each item whole with write_config_item; begin with edit_config_item where something of the name is published. End with
validate_config_items and correct the errors it lists.`

// assistant answers the agent of a session that belongs to no composition.
type assistant struct {
	session
	drafts SessionBackend
}

// NewSessionServer makes the MCP server of a session that belongs to no composition. What it offers depends on the
// session's capabilities, for which it asks the backend.
func NewSessionServer(ctx context.Context, backend SessionBackend, version string) (*sdk.Server, error) {
	may, err := capabilitiesOf(ctx, backend)
	if err != nil {
		return nil, err
	}
	a := &assistant{drafts: backend, session: session{state: backend.Session, look: "the list tools"}}
	said, tools := sessionInstructions, discovering(backend, discovery{place: "this session"})
	if slices.Contains(may, sessiontemplate.ConfigItems) {
		said, a.look = draftInstructions+"\n"+said, "list_config_items"
		tools = append(a.drafting(), discovering(backend, discovery{
			place: "this session", drafts: " Drafts are in list_config_items.", oneDraft: " To change it, begin a draft with edit_config_item.",
		})...)
	}
	if slices.Contains(may, sessiontemplate.ValidationFeedback) {
		a.after = a.feedback
	}
	server := sdk.NewServer(
		&sdk.Implementation{Name: "heddle", Title: "Heddle session", Version: cmp.Or(version, "dev")},
		&sdk.ServerOptions{Instructions: said},
	)
	for _, tool := range tools {
		server.AddTool(tool.definition(), a.handler(tool))
	}
	offerReference(server)
	a.offerEntries(server, backend)
	server.AddReceivingMiddleware(a.answerUnknownTools(tools))
	return server, nil
}

func capabilitiesOf(ctx context.Context, backend SessionBackend) ([]sessiontemplate.Capability, error) {
	answer, err := backend.Session(ctx)
	if err != nil {
		return nil, err
	}
	var told struct {
		Capabilities []sessiontemplate.Capability `json:"capabilities"`
	}
	if err := json.Unmarshal(answer, &told); err != nil {
		return nil, unreadable(err)
	}
	return told.Capabilities, nil
}
