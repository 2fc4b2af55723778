package builtin

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/secret"
	"heddle.dev/heddle/ports"
)

const (
	serverGrace = time.Second // for a server to end by itself
	outputBytes = 100 << 10   // of a result that a model is shown; the middle of longer ones is cut
)

// toolbox calls the tools of the session's MCP servers.
type toolbox struct {
	servers      []*server
	tools        map[string]offeredTool // by the name that the model knows
	offered      []ports.LLMTool
	instructions string
	gone         chan struct{} // closed when a server has ended
	lost         string        // that server's name, then
	once         sync.Once
	mask         *secret.Mask // hides in what servers say what the model is not to read
}

// offeredTool is a tool of a server, with the name that it has there.
type offeredTool struct {
	session *mcp.ClientSession
	name    string
}

// server is one MCP server.
type server struct {
	session *mcp.ClientSession
	child   *child // nil for one in this process
}

// child is the process of an MCP server.
type child struct {
	process *process.Process
	streams *process.Streams
	output  *output
	stderr  process.Tail
}

// connect starts the session's MCP servers and asks them for their tools.
func (d *Driver) connect(ctx context.Context, spec ports.SessionSpec) (*toolbox, error) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(d.config.ServerStart, DefaultConfig.ServerStart))
	defer cancel()
	t := &toolbox{tools: map[string]offeredTool{}, offered: []ports.LLMTool{askToolOffer}, gone: make(chan struct{}), mask: spec.Hidden}
	for _, wanted := range spec.MCPServers {
		if err := d.add(ctx, t, spec, wanted); err != nil {
			t.close()
			return nil, spec.ServerFailed(wanted.Name, t.mask.Text(d.whyNot(ctx, t.servers[len(t.servers)-1], err)))
		}
	}
	return t, nil
}

func (d *Driver) add(ctx context.Context, t *toolbox, spec ports.SessionSpec, wanted ports.MCPServer) error {
	s := new(server)
	t.servers = append(t.servers, s)
	transport, err := d.reach(s, spec, wanted)
	if err != nil {
		return err
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "heddle-builtin-agent", Version: "1"}, nil)
	s.session, err = client.Connect(ctx, transport, nil)
	if err != nil {
		return err
	}
	go func() {
		_ = s.session.Wait() // how a connection ended says nothing about why
		t.once.Do(func() {
			t.lost = wanted.Name
			close(t.gone)
		})
	}()
	t.instructions = t.mask.Text(strings.TrimSpace(t.instructions + "\n\n" + s.session.InitializeResult().Instructions))
	return t.list(ctx, wanted.Name, s.session, spec.AllowedTools)
}

// reach answers the way to a server, which is started if need be.
func (d *Driver) reach(s *server, spec ports.SessionSpec, wanted ports.MCPServer) (mcp.Transport, error) {
	connection, inside, err := d.inside(wanted)
	if err != nil || inside {
		return &mcp.IOTransport{Reader: connection, Writer: connection}, err
	}
	if s.child, err = d.start(spec, wanted); err != nil {
		return nil, err
	}
	return &mcp.IOTransport{Reader: s.child.output, Writer: s.child.streams.Stdin}, nil
}

// start starts the process of an MCP server.
func (d *Driver) start(spec ports.SessionSpec, wanted ports.MCPServer) (*child, error) {
	streams, err := process.OpenStreams()
	if err != nil {
		return nil, err
	}
	variables := map[string]string{"PATH": os.Getenv("PATH"), "HOME": spec.WorkDir, "LANG": "C.UTF-8"}
	maps.Copy(variables, spec.Env)
	maps.Copy(variables, wanted.Env)
	started, err := d.home.StartWith(streams, process.Spec{
		Path: wanted.Command, Args: wanted.Args, Env: process.Environment(variables), Dir: spec.WorkDir,
	})
	if err != nil {
		return nil, err
	}
	c := &child{process: started, streams: streams, output: &output{ReadCloser: streams.Stdout}}
	go func() { _, _ = io.Copy(&c.stderr, streams.Stderr) }() // it ends with the process
	return c, nil
}

func (t *toolbox) list(ctx context.Context, server string, session *mcp.ClientSession, allowed []string) error {
	for tool, err := range session.Tools(ctx, nil) {
		if err != nil {
			return err
		}
		if len(allowed) > 0 && !slices.Contains(allowed, tool.Name) {
			continue
		}
		schema, err := json.Marshal(tool.InputSchema)
		if err != nil {
			return err
		}
		name, err := t.nameFor(server, tool.Name)
		if err != nil {
			return err
		}
		t.tools[name] = offeredTool{session, tool.Name}
		t.offered = append(t.offered, ports.LLMTool{Name: name, Description: tool.Description, Parameters: schema})
	}
	return nil
}

// call makes a call. All that goes wrong is a result, from which the model may learn.
func (t *toolbox) call(ctx context.Context, call ports.LLMCall) outcome {
	tool, known := t.tools[call.Name]
	if !known {
		return failed(call, "there is no tool %q; %s", call.Name, spelling.Listing("tools", slices.Sorted(maps.Keys(t.tools))))
	}
	if call.Input != "" && string(call.Object()) != call.Input {
		return failed(call, "the input of the call is no whole JSON object; make the call again with all of its input")
	}
	result, err := tool.session.CallTool(ctx, &mcp.CallToolParams{Name: tool.name, Arguments: json.RawMessage(call.Object())})
	switch {
	case ctx.Err() != nil:
		return failed(call, "the call was interrupted")
	case errors.Is(err, mcp.ErrConnectionClosed), errors.Is(err, io.EOF):
		<-t.gone // for the turn to see
		return failed(call, "the tool's server has ended")
	case err != nil:
		return failed(call, "%s", t.mask.Text(err.Error()))
	}
	var text strings.Builder
	for _, content := range result.Content {
		if part, ok := content.(*mcp.TextContent); ok {
			text.WriteString(part.Text)
		}
	}
	answer := t.mask.Text(text.String())
	problem, told := result.Meta[ports.ToolProblemMeta].(string)
	if !told {
		problem = answer
	}
	return outcome{ports.LLMResult{CallID: call.ID, Text: shorten(answer, outputBytes), IsError: result.IsError}, t.mask.Text(problem)}
}

// failed is the outcome of a call that came to nothing.
func failed(call ports.LLMCall, format string, args ...any) outcome {
	problem := fmt.Sprintf(format, args...)
	return outcome{ports.LLMResult{CallID: call.ID, Text: problem, IsError: true}, problem}
}

// shorten cuts the middle out of what is too long for a model: of more bytes than most.
func shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	head, tail := text[:most/2], text[len(text)-most/2:]
	return fmt.Sprintf("%s\n… [%d bytes cut; ask for less] …\n%s",
		strings.ToValidUTF8(head, ""), len(text)-most, strings.ToValidUTF8(tail, ""))
}

// loss says that a server has ended by itself; empty if none has.
func (t *toolbox) loss() string {
	select {
	case <-t.gone:
		return "the MCP server " + t.lost + " has ended, and its tools with it; the next message starts the agent anew"
	default:
		return ""
	}
}

// close ends all servers with what they started. A second time does no harm.
func (t *toolbox) close() {
	for _, s := range t.servers {
		if s.session != nil {
			_ = s.session.Close() // the process is ended in any case
		}
		if s.child != nil {
			_ = s.child.streams.Stdin.Close()
		}
	}
	grace := time.NewTimer(serverGrace)
	defer grace.Stop()
	for _, s := range t.servers {
		if s.child != nil {
			s.child.end(grace)
		}
	}
}

// end waits for the end of the process for as long as there is grace, and ends it then.
func (c *child) end(grace *time.Timer) {
	select {
	case <-c.process.Done():
	case <-grace.C:
		grace.Reset(0)
		c.process.End()
	}
	<-c.process.Done()
	c.streams.Close()
}
