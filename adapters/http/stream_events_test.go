package http_test

import (
	"net/http"
	"testing"

	"heddle.dev/heddle/openapi/api"
)

func TestAStoredEventIsWhatExpressionsAreTriedOn(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		var made, again api.StreamEvent
		const given = `{"type":"issue.created","ref":"https://example.com/1","actor":{"login":"ada"},"deliveryId":"d1","payload":{"issue":{"number":"7"},"n":1.50}}`
		b.call(http.StatusCreated, http.MethodPost, "/stream-events", given, &made)
		b.call(http.StatusCreated, http.MethodPost, "/stream-events", given, &again)
		if made.Id != again.Id || made.Source != "manual" || string(made.Payload) != `{"issue":{"number":"7"},"n":1.50}` {
			t.Errorf("made %+v, again %+v", made, again)
		}
		var list api.StreamEventList
		b.call(http.StatusOK, http.MethodGet, "/stream-events?type=issue.created", "", &list)
		if len(list.Items) != 1 || list.Items[0].Id != made.Id {
			t.Errorf("listed %+v", list)
		}
		var answer api.EvaluationResult
		question := `{"scope":"correlation-event-key","expression":"event.issue.number + event.payload.issue.number + event.actor.login","eventId":"` + made.Id + `"}`
		b.call(http.StatusOK, http.MethodPost, "/expressions/evaluate", question, &answer)
		if answer.Error != nil || string(*answer.Value) != `"77ada"` {
			t.Errorf("answered %+v", answer)
		}
		b.refuse(http.StatusNotFound, "not-found", request(http.MethodPost, base+"/expressions/evaluate",
			`{"scope":"correlation-event-key","expression":"event.a","eventId":"`+anID+`"}`))
		b.refuse(http.StatusUnprocessableEntity, "event-or-event-id", request(http.MethodPost, base+"/expressions/evaluate",
			`{"scope":"correlation-event-key","expression":"event.a","event":{},"eventId":"`+made.Id+`"}`))
		b.refuse(http.StatusUnprocessableEntity, "invalid-event-type", request(http.MethodPost, base+"/stream-events", `{"type":"Issue"}`))
	})
}
