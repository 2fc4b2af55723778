package e2e_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
	"heddle.dev/heddle/openapi/api"
)

const askingPlaybook = `name: ask
about: asks
match: ^paint it$
steps:
  - ask: Which colour shall it have?
    options: [red, blue]
    as: colour
  - say: I paint it ${colour}.
`

// asking is the flags of a server whose agent asks when it is told to paint something.
func asking(t *testing.T, flags ...string) heddletest.Option {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ask.yaml"), []byte(askingPlaybook), 0o600); err != nil {
		t.Fatal(err)
	}
	return heddletest.Flags(append(flags, "--playbooks", dir)...)
}

func onEachAskingStore(t *testing.T, test func(t *testing.T, s *heddletest.Server), flags ...string) {
	t.Helper()
	heddletest.OnEachStore(t, test, asking(t, flags...))
}

// said tells whether an event of the kind with the text is in a conversation.
func said(s *heddletest.Server, sessionID, kind, text string) bool {
	for _, event := range s.Conversation(sessionID) {
		if event.Kind == kind && strings.Contains(string(event.Data), text) {
			return true
		}
	}
	return false
}

// asked starts a turn in which the agent asks, and gives the question's id.
func asked(t *testing.T, s *heddletest.Server, c api.Composition) (turn api.Turn, question string) {
	t.Helper()
	turn = s.Say(c.Id, "paint it")
	heddletest.Until(t, "the agent asks", func() bool {
		for _, event := range s.Conversation(c.SessionId) {
			var data struct{ ID string }
			if event.Kind == "question" && *event.TurnId == turn.Id && json.Unmarshal(event.Data, &data) == nil {
				question = data.ID
			}
		}
		return question != ""
	})
	return turn, question
}

func answerRed(t *testing.T, s *heddletest.Server, sessionID, question string) api.AnsweredQuestion {
	t.Helper()
	r, err := s.API.AnswerQuestionWithResponse(context.Background(), sessionID, nil, api.NewAnswer{QuestionId: question, Answer: "red"})
	if err != nil || r.JSON202 == nil {
		t.Fatalf("the answer came out as %v, %s", err, r.Body)
	}
	return *r.JSON202
}

func TestAQuestionIsAnsweredWithinItsTurn(t *testing.T) {
	t.Parallel()
	onEachAskingStore(t, func(t *testing.T, s *heddletest.Server) {
		c := s.Compose("Paint")
		turn, question := asked(t, s, c)
		if answered := answerRed(t, s, c.SessionId, question); answered.TurnId != turn.Id || answered.Text != "Which colour shall it have?" {
			t.Errorf("answered %+v", answered)
		}
		if ended := s.TurnEnded(turn); *ended.Outcome != "completed" || !said(s, c.SessionId, "text", "I paint it red.") {
			t.Errorf("the turn %s: %v", *ended.Outcome, s.Conversation(c.SessionId))
		}
	})
}

func TestAQuestionIsClosedWhenItsServerIsKilled(t *testing.T) {
	t.Parallel()
	onEachAskingStore(t, func(t *testing.T, s *heddletest.Server) {
		c := s.Compose("Paint")
		turn, question := asked(t, s, c)
		s.Kill()
		s.Restart()
		requireEnd(t, s.TurnEnded(turn), "abandoned", "went away")
		refused := s.Send(heddletest.Request{
			Path: "/sessions/" + c.SessionId + "/answers", Body: strings.NewReader(`{"questionId": "` + question + `", "answer": "red"}`),
		})
		refused.Expect(t, 409, "no-question")
		again, question := asked(t, s, c)
		answerRed(t, s, c.SessionId, question)
		if ended := s.TurnEnded(again); *ended.Outcome != "completed" {
			t.Errorf("the next turn %s", *ended.Outcome)
		}
	})
}

func TestAMessageWaitsForAFreeAgent(t *testing.T) {
	t.Parallel()
	onEachAskingStore(t, func(t *testing.T, s *heddletest.Server) {
		for range 2 { // the first makes room
			s.Ask(s.Compose("Quick").Id, "hello")
		}
		if agents := s.Agents(); len(agents) != 1 {
			t.Errorf("there are %d agents", len(agents))
		}
		busy, next := s.Compose("Busy"), s.Compose("Next")
		turn, question := asked(t, s, busy)
		waiting := s.Say(next.Id, "hello")
		heddletest.Until(t, "people are told", func() bool { return said(s, next.SessionId, "notice", "Waiting for a free agent") })
		answerRed(t, s, busy.SessionId, question)
		for _, turn := range []api.Turn{turn, waiting} {
			if ended := s.TurnEnded(turn); *ended.Outcome != "completed" {
				t.Errorf("a turn %s", *ended.Outcome)
			}
		}
	}, "--agent-sessions", "1")
}
