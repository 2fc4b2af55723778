package claudecode

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// inquiry is what the CLI waits for: answers to one question or several, which it wants in one reply.
type inquiry struct {
	requestID string
	decide    func(answers []string) decision
	answers   []string
	missing   int
}

// openQuestion is one of an inquiry's, by its place in it.
type openQuestion struct {
	*inquiry

	place int
}

// takeRequest answers what the CLI asks, or has a person answer it.
func (t *turn) takeRequest(l line) {
	r := l.Request
	switch {
	case r.Subtype != permissionRequest:
		t.send(refused(l.RequestID, "Heddle does not do that"))
	case r.ToolName == askTool:
		t.askUser(l)
	case t.session.isOwn(r.ToolName): // and not among those that are allowed
		t.send(decided(l.RequestID, deny("This session may use these tools only: "+strings.Join(t.session.spec.AllowedTools, ", ")+".")))
	default:
		t.askPermission(l)
	}
}

// isOwn tells whether a tool is one of the session's MCP servers.
func (s *session) isOwn(tool string) bool { return s.toolName(tool) != tool }

// asking is the input of the CLI's tool with which the model asks people.
type asking struct {
	Questions []struct {
		Question string `json:"question"`
		Options  []struct {
			Label       string `json:"label"`
			Description string `json:"description"`
		} `json:"options"`
	} `json:"questions"`
}

// askUser makes questions of what the model asks.
func (t *turn) askUser(l line) {
	var input asking
	if json.Unmarshal(l.Request.Input, &input) != nil || len(input.Questions) == 0 {
		t.send(decided(l.RequestID, deny("There is no question in it.")))
		return
	}
	questions := make([]ports.Question, len(input.Questions))
	for i, asked := range input.Questions {
		questions[i] = ports.Question{ID: fmt.Sprintf("%s-%d", l.RequestID, i+1), Text: asked.Question}
		for _, option := range asked.Options {
			questions[i].Options = append(questions[i].Options, option.Label)
		}
	}
	t.ask(l.RequestID, questions, func(answers []string) decision {
		var given rawjson.Object // by the question
		for i, answer := range answers {
			given = given.With(input.Questions[i].Question, rawjson.Quote(answer))
		}
		object, _ := rawjson.ParseObject(l.Request.Input) // else it would not have been read
		return allow(object.With("answers", given.Text()).Text())
	})
}

// The answers that are offered where the CLI asks for permission. Another is told to the model as the reason of a no.
const (
	goOn   = "Go on"
	refuse = "Refuse"
)

// askPermission makes a question of what the CLI wants permitted.
func (t *turn) askPermission(l line) {
	text := fmt.Sprintf("The agent asks for the permission to use %s with %s. Shall it go on?",
		l.Request.ToolName, process.Excerpt(string(objectOf(l.Request.Input))))
	question := ports.Question{ID: l.RequestID, Text: text, Options: []string{goOn, refuse}}
	t.ask(l.RequestID, []ports.Question{question}, func(answers []string) decision {
		switch answers[0] {
		case goOn:
			return allow(objectOf(l.Request.Input))
		case refuse:
			return deny("The user refuses that.")
		default:
			return deny("The user does not permit that, and says: " + answers[0])
		}
	})
}

// ask opens questions, and then tells them.
func (t *turn) ask(requestID string, questions []ports.Question, decide func([]string) decision) {
	t.silent = false
	all := &inquiry{requestID: requestID, decide: decide, answers: make([]string, len(questions)), missing: len(questions)}
	s := t.session
	s.mu.Lock()
	for i, q := range questions {
		s.open[q.ID] = openQuestion{all, i}
	}
	s.mu.Unlock()
	for _, q := range questions {
		t.emit(q)
	}
}

// takeBack forgets the questions of a request that the CLI takes back.
func (s *session) takeBack(requestID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, q := range s.open {
		if q.requestID == requestID {
			delete(s.open, id)
		}
	}
}

// Answer implements ports.AgentSession.
func (s *session) Answer(ctx context.Context, questionID, answer string) error {
	s.mu.Lock()
	found, open := s.open[questionID]
	if !open || s.hasEnded() {
		s.mu.Unlock()
		return fault.New(fault.KindNotFound, "no-question", "the agent does not wait for an answer to %q", questionID)
	}
	delete(s.open, questionID)
	if s.turn != nil {
		s.turn.hear()
	}
	found.answers[found.place] = answer
	found.missing--
	answers, whole := slices.Clone(found.answers), found.missing == 0
	s.mu.Unlock()
	if !whole {
		return nil
	}
	return s.tell(ctx, decided(found.requestID, found.decide(answers)))
}
