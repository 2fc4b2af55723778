package http

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/labstack/echo/v4"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/openapi/api"
)

// AnswerQuestion implements the contract.
func (o *operations) AnswerQuestion(ctx context.Context, r server.AnswerQuestionRequestObject) (server.AnswerQuestionResponseObject, error) {
	actor := actorOf(ctx)
	key := idempotency.NewKey(actor, "answerQuestion/"+r.SessionId, given(r.Params.IdempotencyKey), bodyOf(ctx))
	s, err := o.Composing.GetSession(ctx, actor, r.SessionId)
	if err != nil {
		return nil, err
	}
	answer := o.Composing.Answer
	if s.IsOwn() {
		answer = o.Assisting.Answer
	}
	q, err := answer(ctx, actor, r.SessionId, r.Body.QuestionId, r.Body.Answer, key)
	if err != nil {
		return nil, err
	}
	return server.AnswerQuestion202JSONResponse(api.AnsweredQuestion{QuestionId: q.ID, Text: q.Text, TurnId: q.AnswerTurnID}), nil
}

// DownloadConversation implements the contract.
func (o *operations) DownloadConversation(
	ctx context.Context, r server.DownloadConversationRequestObject,
) (server.DownloadConversationResponseObject, error) {
	file := conversationFile{sessionID: r.SessionId, page: func(after int64) ([]composition.SessionEvent, error) {
		return o.Composing.GetConversation(ctx, actorOf(ctx), r.SessionId, after, conversationPage)
	}}
	var err error
	file.first, err = file.page(0) // what is refused is refused before anything is sent
	return file, err
}

// conversationPage is how many events are read at once.
const conversationPage = 500

// conversationFile is sent page by page.
type conversationFile struct {
	sessionID string
	first     []composition.SessionEvent
	page      func(after int64) ([]composition.SessionEvent, error)
}

// VisitDownloadConversationResponse implements the generated interface of responses.
func (f conversationFile) VisitDownloadConversationResponse(w http.ResponseWriter) error {
	w.Header().Set(echo.HeaderContentType, "application/jsonl")
	w.Header().Set(echo.HeaderContentDisposition, `attachment; filename="conversation-`+f.sessionID+`.jsonl"`)
	lines := json.NewEncoder(w) // which ends each value with a new line
	events := f.first
	for {
		for _, event := range events {
			if err := lines.Encode(sessionEventOf(event)); err != nil {
				return err
			}
		}
		if len(events) < conversationPage {
			return nil
		}
		var err error
		if events, err = f.page(events[len(events)-1].Seq); err != nil {
			return err
		}
	}
}
