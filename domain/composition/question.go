package composition

import "time"

// Question is what an agent asks people. It is open until somebody answers it; until its turn ends otherwise than by
// completing; or until the session's next turn begins.
type Question struct {
	SessionID    string
	ID           string // of the session's; the engine gives it
	TurnID       string // of the turn in which it was asked
	Text         string
	State        QuestionState
	AskedAt      time.Time
	AnsweredBy   string
	AnsweredAt   *time.Time
	AnswerTurnID string // of the turn that goes on with the answer: its own, or one that the answer started
}

// QuestionState tells whether a question can be answered.
type QuestionState string

// The states of questions.
const (
	QuestionOpen     QuestionState = "open"
	QuestionAnswered QuestionState = "answered"
	QuestionClosed   QuestionState = "closed" // without an answer
)
