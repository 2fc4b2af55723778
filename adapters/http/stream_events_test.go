package http_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/openapi/api"
)

func TestAStoredEventIsWhatExpressionsAreTriedOn(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		var made, again api.StreamEvent
		const given = `{"type":"issue.created","ref":"https://example.com/1","actor":{"login":"ada"},"deliveryId":"d1","payload":{"issue":{"number":"7"},"n":1.50}}`
		b.call(http.StatusCreated, http.MethodPost, "/stream-events", given, &made)
		b.call(http.StatusCreated, http.MethodPost, "/stream-events", given, &again)
		if made.Id != again.Id || made.Source != "manual" || string(*made.Payload) != `{"issue":{"number":"7"},"n":1.50}` {
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

func TestAPastedDeliveryBecomesTheEventItTellsOf(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		const delivery = `{"github":{"event":"create","body":{"ref":"fix","ref_type":"branch","master_branch":"main","repository":{"html_url":"https://example.com/r"},"sender":{"login":"ada"}}},"deliveryId":"d1"}`
		var made, again api.StreamEvent
		b.call(http.StatusCreated, http.MethodPost, "/stream-events", delivery, &made)
		b.call(http.StatusCreated, http.MethodPost, "/stream-events", delivery, &again)
		if made.Type != "branch.created" || made.Source != "github" || made.SourceId != "manual" || made.Ref != "https://example.com/r/tree/fix" ||
			made.Actor.Login != "ada" || string(*made.Payload) != `{"ref":"fix","defaultBranch":"main"}` || again.Id != made.Id {
			t.Errorf("made %+v, again %s", made, again.Id)
		}
		b.call(http.StatusCreated, http.MethodPost, "/stream-events", `{"github":{"event":"star","body":{"action":"created","z":1.50}}}`, &made)
		if made.Type != "github.star.created" || string(*made.Payload) != `{"action":"created","z":1.50}` {
			t.Errorf("made %+v", made)
		}
		wrong := b.refuse(http.StatusUnprocessableEntity, "invalid-delivery", request(http.MethodPost, base+"/stream-events",
			`{"github":{"event":"issues","body":{"action":"opened"}}}`))
		if problems := wrong.problem.Problems; problems == nil || *(*problems)[0].Field != "issue" {
			t.Errorf("%s", wrong.Body)
		}
		b.refuse(http.StatusUnprocessableEntity, "event-or-delivery", request(http.MethodPost, base+"/stream-events",
			`{"type":"push","github":{"event":"push","body":{}}}`))
		b.refuse(http.StatusUnprocessableEntity, "invalid-event-type", request(http.MethodPost, base+"/stream-events", `{}`))
	})
}

func TestEventsAreFoundByTypeSourceAndThing(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	for _, given := range []string{`{"type":"issue.created","ref":"https://example.com/1"}`, `{"type":"issue.closed","ref":"https://example.com/1"}`, `{"type":"push"}`} {
		b.call(http.StatusCreated, http.MethodPost, "/stream-events", given, nil)
	}
	for query, want := range map[string]int{
		"": 3, "?sourceId=manual": 3, "?sourceId=x": 0, "?ref=https://example.com/1": 2, "?ref=https://example.com/1&type=issue.closed": 1,
	} {
		var list api.StreamEventList
		b.call(http.StatusOK, http.MethodGet, "/stream-events"+query, "", &list)
		if len(list.Items) != want {
			t.Errorf("%s: %d events, want %d", query, len(list.Items), want)
		}
	}
	var page api.StreamEventList
	b.call(http.StatusOK, http.MethodGet, "/stream-events?limit=2", "", &page)
	b.call(http.StatusOK, http.MethodGet, "/stream-events?limit=2&cursor="+*page.NextCursor, "", &page)
	if len(page.Items) != 1 || page.Items[0].Type != "issue.created" {
		t.Errorf("the second page is %+v", page.Items)
	}
}

func TestAPartOfAnEventIsShownWithinBounds(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	var made, part api.StreamEvent
	long := strings.Repeat("x", 20_000)
	b.call(http.StatusCreated, http.MethodPost, "/stream-events", `{"type":"issue.created","payload":{"issue":{"number":"7","body":"`+long+`"}}}`, &made)
	for path, want := range map[string]string{"issue.number": `"7"`, "/payload/issue/number": `"7"`, "event.issue.number": `"7"`, "type": `"issue.created"`} {
		b.call(http.StatusOK, http.MethodGet, "/stream-events/"+made.Id+"?path="+url.QueryEscape(path), "", &part)
		if part.Payload != nil || string(part.Excerpt.Value) != want {
			t.Errorf("%s: %+v", path, part)
		}
	}
	b.call(http.StatusOK, http.MethodGet, "/stream-events/"+made.Id+"?path=", "", &part)
	if !slices.Equal(part.Excerpt.Cut, []string{"payload.issue.body[1000:]"}) || len(part.Excerpt.Value) > 2000 {
		t.Errorf("%+v", part.Excerpt)
	}
	b.refuse(http.StatusNotFound, "unknown-path", request(http.MethodGet, base+"/stream-events/"+made.Id+"?path=isue", ""))
	b.refuse(http.StatusUnprocessableEntity, "invalid-path", request(http.MethodGet, base+"/stream-events/"+made.Id+"?path=a..b", ""))
	if a := b.refuse(http.StatusNotFound, "not-found", request(http.MethodGet, base+"/stream-events/"+anID, "")); !strings.Contains(*a.problem.Detail, made.Id) {
		t.Errorf("%s does not name what there is", a.Body)
	}
}

func TestAgentsLookAtEventsBeforeTheyWriteExpressions(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	c := b.Compose("", "")
	given := b.SessionToken(c, b.Say(c, "hello"))
	at := base + "/compositions/" + c.ID + "/agent/stream-events"
	ask := func(status int, query string, into any) answer {
		r := request(http.MethodGet, at+query, "")
		r.Header.Set(token, given)
		a := b.send(r)
		if a.Code != status {
			t.Fatalf("%s: %d %s", query, a.Code, a.Body)
		}
		if into != nil {
			if err := json.Unmarshal(a.Body.Bytes(), into); err != nil {
				t.Fatal(err)
			}
		}
		return a
	}
	var list api.AgentStreamEventList
	ask(http.StatusOK, "?type=issue.created", &list)
	if len(list.Items) != 0 || list.DeclaredPayload == nil || (*list.DeclaredPayload)[0].Name != "issue" {
		t.Errorf("without an event: %+v", list)
	}
	var made api.StreamEvent
	b.call(http.StatusCreated, http.MethodPost, "/stream-events", `{"type":"issue.created","payload":{"issue":{"number":"7"},"x":1}}`, &made)
	list = api.AgentStreamEventList{}
	ask(http.StatusOK, "?type=issue.created&limit=1", &list)
	if len(list.Items) != 1 || !slices.Equal(list.Items[0].PayloadKeys, []string{"issue", "x"}) {
		t.Errorf("with an event: %+v", list)
	}
	ask(http.StatusOK, "?type=issue.opened", &list)
	if !strings.Contains(*list.Notice, `the types of the newest events are "issue.created"`) {
		t.Errorf("of a type that is not there: %s", *list.Notice)
	}
	ask(http.StatusBadRequest, "?limit=21", nil)
	var part api.AgentStreamEventExcerpt
	ask(http.StatusOK, "/"+made.Id, &part)
	if part.Path != "payload" || string(part.Value) != `{"issue":{"number":"7"},"x":1}` {
		t.Errorf("%+v", part)
	}
	if a := ask(http.StatusNotFound, "/nonsense", nil); !strings.Contains(*a.problem.Detail, made.Id) {
		t.Errorf("%s does not name what there is", a.Body)
	}
}
