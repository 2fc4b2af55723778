package scripted

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

const (
	serverGrace = time.Second      // for an MCP server to end by itself
	listTimeout = 20 * time.Second // for a server to start and tell its tools
)

// toolbox calls the tools of the session's MCP servers.
type toolbox interface {
	// call gives the result as text. An error means that the call was not made or
	// not answered; a tool that fails is a result.
	call(ctx context.Context, name string, arguments jsontext.Value) (text string, isError bool, err error)
	// has tells whether there is a tool of the name.
	has(name string) bool
	// gone gives an error once a server has ended by itself. Without its tools the agent is of no use any more.
	gone() <-chan error
	close()
}

// servers are the MCP servers that this process started.
type servers struct {
	sessions []*mcp.ClientSession
	tools    map[string]serverTool // by the name that playbooks know
	ended    chan error            // has room for the end of each
}

// serverTool is a tool of a server, with the name that it has there.
type serverTool struct {
	session *mcp.ClientSession
	name    string
}

// errServerGone says that an MCP server has ended by itself.
var errServerGone = errors.New("an MCP server is gone, and its tools with it")

// connect starts the session's MCP servers and asks them for their tools.
func connect(ctx context.Context, spec ports.SessionSpec, env []string, stderr io.Writer) (*servers, error) {
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	s := &servers{tools: map[string]serverTool{}, ended: make(chan error, len(spec.MCPServers))}
	for _, server := range spec.MCPServers {
		if err := s.add(ctx, server, env, stderr); err != nil {
			s.close()
			return nil, spec.ServerFailed(server.Name, whyNot(ctx, err))
		}
	}
	if len(spec.AllowedTools) > 0 {
		maps.DeleteFunc(s.tools, func(_ string, tool serverTool) bool {
			return !slices.Contains(spec.AllowedTools, tool.name)
		})
	}
	return s, nil
}

func (s *servers) add(ctx context.Context, server ports.MCPServer, env []string, stderr io.Writer) error {
	cmd := exec.Command(server.Command, server.Args...)
	cmd.Env = slices.Clone(env)
	for name, value := range server.Env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	cmd.Stderr = stderr
	client := mcp.NewClient(&mcp.Implementation{Name: "heddle-scripted-agent", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: cmd, TerminateDuration: serverGrace}, nil)
	if err != nil {
		return err
	}
	s.sessions = append(s.sessions, session)
	go func() {
		_ = session.Wait() // how a connection ended says nothing about why
		s.ended <- fmt.Errorf("%w: %q", errServerGone, server.Name)
	}()
	for tool, err := range session.Tools(ctx, nil) {
		if err != nil {
			return err
		}
		if err := s.offer(server.Name, serverTool{session, tool.Name}); err != nil {
			return err
		}
	}
	return nil
}

// offer adds a tool. One whose name is taken, such as by Heddle's own tools, which come first, gets its server's name in
// front of it.
func (s *servers) offer(server string, tool serverTool) error {
	prefixed := server + "_" + tool.name
	for _, name := range []string{tool.name, prefixed} {
		if !s.has(name) {
			s.tools[name] = tool
			return nil
		}
	}
	return fault.New(fault.KindInvalid, "tool-name-taken", "it has a tool %q, but there are tools %q and %q already", tool.name, tool.name, prefixed)
}

// whyNot says why a server did not start, for people.
func whyNot(ctx context.Context, err error) string {
	if f := fault.As(err); f != nil {
		return f.Message
	}
	if ctx.Err() != nil {
		return fmt.Sprintf("it did not answer within %s, so it may be no MCP server", listTimeout)
	}
	return fmt.Sprintf("its program ended before it answered, or is no MCP server (%v)", err)
}

func (s *servers) has(name string) bool {
	_, there := s.tools[name]
	return there
}

func (s *servers) gone() <-chan error { return s.ended }

func (s *servers) close() {
	for _, session := range s.sessions {
		_ = session.Close() // the process is ended in any case
	}
}

func (s *servers) call(ctx context.Context, name string, arguments jsontext.Value) (string, bool, error) {
	tool, ok := s.tools[name]
	if !ok {
		known := slices.Sorted(maps.Keys(s.tools))
		return "", false, errors.New("there is no tool " + name + spelling.DidYouMean(name, "tools", known))
	}
	result, err := tool.session.CallTool(ctx, &mcp.CallToolParams{Name: tool.name, Arguments: json.RawMessage(arguments)})
	if errors.Is(err, mcp.ErrConnectionClosed) || errors.Is(err, io.EOF) {
		return "", false, fmt.Errorf("%w: %w", errServerGone, err)
	}
	if err != nil {
		return "", false, err
	}
	var text strings.Builder
	for _, content := range result.Content {
		if part, ok := content.(*mcp.TextContent); ok {
			text.WriteString(part.Text)
		}
	}
	return text.String(), result.IsError, nil
}
