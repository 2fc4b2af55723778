package e2e_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/clitest"
	"heddle.dev/heddle/e2e/heddletest"
	"heddle.dev/heddle/openapi/api"
)

// official is the official TypeScript SDK's client, a process of its own.
type official struct {
	t      *testing.T
	stdin  io.Writer
	stdout *bufio.Reader
}

// newOfficial starts a client as a generic snippet says: with an address and headers, or a command and its environment.
func newOfficial(t *testing.T, s *heddletest.Server, snippet string) *official {
	t.Helper()
	var config struct {
		MCPServers struct{ Heddle json.RawMessage } `json:"mcpServers"`
	}
	if err := json.Unmarshal([]byte(snippet), &config); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*heddletest.Patience)
	node := exec.CommandContext(ctx, "node", s.ClientFile("client.mjs"), string(config.MCPServers.Heddle))
	node.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
	var stderr bytes.Buffer
	node.Stderr = &stderr
	stdin, err := node.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := node.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := node.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = stdin.Close()
		defer cancel()
		if err := node.Wait(); err != nil || t.Failed() {
			t.Logf("the client ended with %v: %s", err, &stderr)
		}
	})
	c := &official{t: t, stdin: stdin, stdout: bufio.NewReader(stdout)}
	c.must("connect", `{}`)
	return c
}

// ask calls a method of the client.
func (c *official) ask(method, params string) (result, failure string) {
	c.t.Helper()
	if _, err := io.WriteString(c.stdin, `{"method":"`+method+`","params":`+params+"}\n"); err != nil {
		c.t.Fatal(err)
	}
	line, err := c.stdout.ReadString('\n')
	if err != nil {
		c.t.Fatalf("%s: the client is gone: %v", method, err)
	}
	var answer struct {
		Result json.RawMessage
		Error  string
	}
	if err := json.Unmarshal([]byte(line), &answer); err != nil {
		c.t.Fatal(err)
	}
	return string(answer.Result), answer.Error
}

// must is ask for what has to succeed.
func (c *official) must(method, params string) string {
	c.t.Helper()
	result, failure := c.ask(method, params)
	if failure != "" {
		c.t.Fatalf("%s failed: %s", method, failure)
	}
	return result
}

// tool calls a tool, and answers its text.
func (c *official) tool(name, arguments string) (text string, isError bool) {
	c.t.Helper()
	var result struct {
		Content []struct{ Text string }
		IsError bool
	}
	answer := c.must("callTool", `{"name":"`+name+`","arguments":`+arguments+`}`)
	if err := json.Unmarshal([]byte(answer), &result); err != nil || len(result.Content) != 1 {
		c.t.Fatalf("%s answered %s", name, answer)
	}
	return result.Content[0].Text, result.IsError
}

// propose adds an end node to the workflow.
func (c *official) propose(id string) {
	c.t.Helper()
	var view api.AgentComposition
	text, _ := c.tool("get_composition", `{}`)
	if err := json.Unmarshal([]byte(text), &view); err != nil {
		c.t.Fatal(err)
	}
	text, isError := c.tool("propose_workflow_changes", `{"changeSet":{"id":"add-`+id+`","baseRevision":"`+view.Workflow.ContentRevision+
		`","summary":"Add `+id+`","ops":[{"op":"addNode","node":{"id":"`+id+`","type":"end","name":"`+id+`","config":{}}}]}}`)
	if isError {
		c.t.Fatalf("the change set was refused: %s", text)
	}
}

// onTransports runs a test for an attached agent with the official client, over each transport.
func onTransports(t *testing.T, test func(t *testing.T, s *heddletest.Server, composition api.Composition, c *official)) {
	t.Helper()
	for _, transport := range []string{"http", "stdio"} {
		t.Run(transport, func(t *testing.T) {
			t.Parallel()
			s := heddletest.Start(t, heddletest.SQLite)
			composition := s.Compose("Refunds")
			test(t, s, composition, newOfficial(t, s, s.Snippet(s.Attach(composition.Id, "mine"), "generic", transport)))
		})
	}
}

func TestTheOfficialClientFindsAllThatIsOffered(t *testing.T) {
	t.Parallel()
	onTransports(t, func(t *testing.T, _ *heddletest.Server, _ api.Composition, c *official) {
		for method, parts := range map[string][]string{
			"listTools": {
				"get_composition", "propose_workflow_changes", "remove_item", "list_action_types", "get_workflow", "list_stream_events", "finish_turn",
			},
			"listResources":         {"heddle://reference/document", "heddle://schemas/change-set", "heddle://composition/workflow"},
			"listResourceTemplates": {"heddle://composition/items/{type}/{name}"},
			"listPrompts":           {"working-loop"},
		} {
			listed := c.must(method, `{}`)
			for _, part := range parts {
				if !strings.Contains(listed, `"`+part+`"`) {
					t.Errorf("%s does not list %s", method, part)
				}
			}
		}
		if text := c.must("readResource", `{"uri":"heddle://reference/node-types"}`); !strings.Contains(text, "human-task") {
			t.Errorf("the node types are %s", text)
		}
		if text := c.must("getPrompt", `{"name":"working-loop","arguments":{"goal":"pay back"}}`); !strings.Contains(text, "pay back") {
			t.Errorf("the prompt is %s", text)
		}
		if _, failure := c.ask("readResource", `{"uri":"heddle://reference/nodes"}`); !strings.Contains(failure, "there is no resource") {
			t.Errorf("an unknown resource: %q", failure)
		}
	})
}

func TestTheOfficialClientsAgentWorksInATurnOfItsOwn(t *testing.T) {
	t.Parallel()
	onTransports(t, func(t *testing.T, s *heddletest.Server, composition api.Composition, c *official) {
		if text, isError := c.tool("upsert_tool", `{"itm":{}}`); !isError || !strings.Contains(text, `did you mean "item"?`) {
			t.Errorf("a misspelt argument: %s", text)
		}
		if turns := s.Turns(composition.Id); len(turns) > 0 {
			t.Errorf("turns began without a change: %+v", turns)
		}
		c.propose("one")
		if text, isError := c.tool("finish_turn", `{"summary":"I added a node."}`); isError || !strings.Contains(text, `"opsApplied":1`) {
			t.Errorf("the end of the turn: %s", text)
		}
		requireSaid(t, s, composition.Id, "The attached agent mine began to work.", "I added a node.")
		c.propose("two")
		c.must("end", `{}`)
		heddletest.Until(t, "the end of the session ends the turn", func() bool {
			return s.Composition(composition.Id).TurnState == "idle"
		})
		turns := s.Turns(composition.Id)
		if len(turns) != 2 || turns[0].Origin != "attached" || *turns[0].Outcome != "completed" || turns[0].StartedBy != composition.CreatedBy {
			t.Errorf("the turns are %+v", turns)
		}
		draft := s.ApplyPending(composition.Id)
		if content := string(draft.Content); !strings.Contains(content, `"one"`) || !strings.Contains(content, `"two"`) {
			t.Errorf("the draft is %s", content)
		}
	})
}

func TestAnAttachedAgentDoesNotNoticeARestart(t *testing.T) {
	t.Parallel()
	onTransports(t, func(t *testing.T, s *heddletest.Server, composition api.Composition, c *official) {
		c.propose("one")
		s.Kill()
		s.Restart()
		c.propose("two")
		if text, isError := c.tool("finish_turn", `{}`); isError || !strings.Contains(text, `"opsApplied":2`) {
			t.Errorf("the turn is not the one of before: %s", text)
		}
		if turns := s.Turns(composition.Id); len(turns) != 1 {
			t.Errorf("the turns are %+v", turns)
		}
	})
}

func TestARevokedTokenIsRefusedInTheMiddleOfASession(t *testing.T) {
	t.Parallel()
	onTransports(t, func(t *testing.T, s *heddletest.Server, composition api.Composition, c *official) {
		c.propose("one")
		s.Revoke(composition.Id)
		result, failure := c.ask("callTool", `{"name":"get_composition","arguments":{}}`)
		if !strings.Contains(result+failure, "was revoked") {
			t.Errorf("the next call was answered with %s %s", result, failure)
		}
		if turn := s.Turns(composition.Id)[0]; *turn.Outcome != "interrupted" {
			t.Errorf("the turn is %+v", turn)
		}
	})
}

// opencode answers the command of opencode's program with a home of its own, in which nothing is fetched and nothing sent.
func opencode(t *testing.T, config string, args ...string) *exec.Cmd {
	t.Helper()
	home := t.TempDir()
	ctx, cancel := context.WithTimeout(context.Background(), 2*heddletest.Patience)
	t.Cleanup(cancel)
	program := exec.CommandContext(ctx, clitest.Opencode(t), args...)
	program.Dir = home
	program.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_DATA_HOME=" + home, "XDG_STATE_HOME=" + home,
		"XDG_CACHE_HOME=" + home, "OPENCODE_CONFIG_CONTENT=" + config, "NO_COLOR=1",
	}
	for _, feature := range []string{
		"MODELS_FETCH", "AUTOUPDATE", "LSP_DOWNLOAD", "DEFAULT_PLUGINS", "SHARE", "CLAUDE_CODE", "PROJECT_CONFIG",
	} {
		program.Env = append(program.Env, "OPENCODE_DISABLE_"+feature+"=1")
	}
	return program
}

func TestOpencodesClientConnectsAsTheSnippetsSay(t *testing.T) {
	t.Parallel()
	s := heddletest.Start(t, heddletest.SQLite)
	composition := s.Compose("Refunds")
	for _, transport := range []string{"http", "stdio"} {
		made := s.Attach(composition.Id, "opencode")
		said, err := opencode(t, s.Snippet(made, "opencode", transport), "mcp", "list").CombinedOutput()
		if err != nil || !strings.Contains(string(said), "connected") || strings.Contains(string(said), "failed") {
			t.Errorf("over %s opencode said %s, %v", transport, said, err)
		}
		if !slices.ContainsFunc(s.AgentTokens(composition.Id), func(token api.AgentToken) bool {
			return token.Id == made.AgentToken.Id && (token.LastUsedAt != nil || transport == "stdio")
		}) {
			t.Errorf("over %s the token was not used", transport)
		}
	}
}
