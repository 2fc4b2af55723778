package storetest

import (
	"context"
	"time"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

var questionRules = []rule{
	{"a question comes back as it was asked and as it was answered, once", questionAnswered},
	{"a question that is closed is neither answered nor closed again", questionClosed},
	{"open questions are listed in the order in which they were asked", questionsListed},
	{"a question that is asked again is open again", questionAskedAgain},
	{"questions go with their session", questionsGo},
}

func (b *bundle) question(sessionID, id string, at time.Time) composition.Question {
	b.Helper()
	q := composition.Question{SessionID: sessionID, ID: id, TurnID: newID(), Text: "Which?", State: composition.QuestionOpen, AskedAt: at}
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.OpenQuestion(ctx, q) })
	return q
}

func (b *bundle) lookUpQuestion(q composition.Question) composition.Question {
	b.Helper()
	return stored(b, func(ctx context.Context, tx ports.Tx) (composition.Question, error) {
		return tx.QuestionByID(ctx, q.SessionID, q.ID)
	})
}

func (b *bundle) answerQuestion(q composition.Question) bool {
	b.Helper()
	return changed(b, func(ctx context.Context, tx ports.Tx) (bool, error) { return tx.AnswerQuestion(ctx, q) })
}

func (b *bundle) closeQuestion(q composition.Question) bool {
	b.Helper()
	return changed(b, func(ctx context.Context, tx ports.Tx) (bool, error) { return tx.CloseQuestion(ctx, q.SessionID, q.ID) })
}

func questionAnswered(b *bundle) {
	q := b.question(b.session().ID, "q", noon)
	equal(b, "as asked", b.lookUpQuestion(q), q)
	at := after(time.Second)
	q.State, q.AnsweredBy, q.AnsweredAt, q.AnswerTurnID = composition.QuestionAnswered, newID(), &at, newID()
	equal(b, "the first answer is taken", b.answerQuestion(q), true)
	equal(b, "as answered", b.lookUpQuestion(q), q)
	other := q
	other.AnsweredBy = newID()
	equal(b, "the second is not", b.answerQuestion(other), false)
	equal(b, "after the second", b.lookUpQuestion(q), q)
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.QuestionByID(ctx, newID(), q.ID)
		return err
	})
}

func questionClosed(b *bundle) {
	q := b.question(b.session().ID, "q", noon)
	equal(b, "closed", b.closeQuestion(q), true)
	equal(b, "closed again", b.closeQuestion(q), false)
	equal(b, "answered then", b.answerQuestion(q), false)
	q.State = composition.QuestionClosed
	equal(b, "as closed", b.lookUpQuestion(q), q)
}

func questionsListed(b *bundle) {
	session, other := b.session().ID, b.session().ID
	late, early, closed := b.question(session, "a", after(time.Second)), b.question(session, "b", noon), b.question(session, "c", noon)
	b.question(other, "a", noon)
	b.closeQuestion(closed)
	found := stored(b, func(ctx context.Context, tx ports.Tx) ([]composition.Question, error) {
		return tx.ListOpenQuestions(ctx, session)
	})
	equal(b, "open", found, []composition.Question{early, late})
}

func questionAskedAgain(b *bundle) {
	q := b.question(b.session().ID, "q", noon)
	b.closeQuestion(q)
	again := b.question(q.SessionID, q.ID, after(time.Second))
	equal(b, "asked again", b.lookUpQuestion(q), again)
}

func questionsGo(b *bundle) {
	session := b.session()
	q := b.question(session.ID, "q", noon)
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.DeleteComposition(ctx, session.CompositionID) })
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.QuestionByID(ctx, q.SessionID, q.ID)
		return err
	})
}
