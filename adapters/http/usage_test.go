package http_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/adapters/system"
	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/usage"
	"heddle.dev/heddle/openapi/api"
	"heddle.dev/heddle/ports"
)

// answers answers a question in the conversation and downloads that.
func (b *bench) answers(c api.Composition) {
	b.Helper()
	at := "/sessions/" + c.SessionId
	b.refuse(http.StatusConflict, "no-question", request("POST", base+at+"/answers", `{"questionId":"q","answer":"red"}`))
	b.refuse(http.StatusUnprocessableEntity, "empty-answer", request("POST", base+at+"/answers", `{"questionId":"q","answer":" "}`))
	apptest.Change(b, b.Store, func(ctx context.Context, tx ports.Tx) error {
		return tx.OpenQuestion(ctx, composition.Question{SessionID: c.SessionId, ID: "q", TurnID: "earlier", Text: "Which?", AskedAt: time.Now()})
	})
	for range 2 {
		answer := request("POST", base+at+"/answers", `{"questionId":"q","answer":"red"}`)
		answer.Header.Set("Idempotency-Key", "one")
		var answered api.AnsweredQuestion
		if got := b.send(answer); got.Code != http.StatusAccepted || json.Unmarshal(got.Body.Bytes(), &answered) != nil || answered.TurnId == "" {
			b.Fatalf("%d %s", got.Code, got.Body)
		}
	}
	b.refuse(http.StatusConflict, "no-question", request("POST", base+at+"/answers", `{"questionId":"q","answer":"red"}`))
	lines := strings.Split(strings.TrimSpace(b.call(http.StatusOK, "GET", at+"/conversation.jsonl", "", nil).Body.String()), "\n")
	var event api.SessionEvent
	for i, line := range lines {
		if err := json.Unmarshal([]byte(line), &event); err != nil || event.Seq != int64(i+1) {
			b.Fatalf("line %d is %s", i+1, line)
		}
	}
	if event.Kind != "user-message" || !strings.Contains(lines[len(lines)-2]+lines[len(lines)-3], `"answer"`) {
		b.Errorf("the conversation ends with %s", lines[len(lines)-2:])
	}
	b.call(http.StatusNotFound, "GET", "/sessions/none/conversation.jsonl", "", nil)
	b.call(http.StatusAccepted, "POST", "/compositions/"+c.Id+"/interrupt", "", nil)
}

func TestUsageIsListedAndSummedUp(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		at := time.Now().Add(-time.Hour)
		b.useTwo(at)
		var sums api.UsageSums
		b.call(http.StatusOK, "GET", "/usage", "", &sums)
		if len(sums.Items) != 1 || sums.Items[0].Key != at.UTC().Format(time.DateOnly) || sums.Total.CostUSD != 1 || sums.Total.Turns != 1 {
			b.Errorf("by day %+v", sums)
		}
		b.call(http.StatusOK, "GET", "/usage?groupBy=user", "", &sums)
		if len(sums.Items) != 1 || sums.Items[0].Label == nil || *sums.Items[0].Label != b.Owner.User.Name || sums.Total.CacheReadTokens != 10 {
			b.Errorf("by user %+v", sums)
		}
		b.call(http.StatusOK, "GET", "/usage?groupBy=model", "", &sums)
		if len(sums.Items) != 2 || sums.Items[1].Key != "p/small" || sums.Items[1].InputTokens != 10 {
			b.Errorf("by model %+v", sums)
		}
		b.call(http.StatusOK, "GET", "/usage?from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z", "", &sums)
		if len(sums.Items) != 0 || sums.Total.Records != 0 {
			b.Errorf("of another time %+v", sums)
		}
		b.refuse(http.StatusUnprocessableEntity, "invalid-span", request("GET", base+"/usage?from=2020-02-01T00:00:00Z&to=2020-01-01T00:00:00Z", ""))
		b.call(http.StatusBadRequest, "GET", "/usage?groupBy=colour", "", nil)
		b.usagePages()
	})
}

// usagePages reads the records of the test one by one.
func (b *bench) usagePages() {
	b.Helper()
	var page api.UsageRecordList
	b.call(http.StatusOK, "GET", "/usage/records?limit=1", "", &page)
	if len(page.Items) != 1 || page.Items[0].Model != "p/small" || page.NextCursor == nil {
		b.Fatalf("the first page is %+v", page)
	}
	b.call(http.StatusOK, "GET", "/usage/records?limit=1&cursor="+*page.NextCursor, "", &page)
	if len(page.Items) != 1 || page.Items[0].Model != "p/large" {
		b.Errorf("the second page is %+v", page)
	}
}

// useTwo records the use of two models in one turn.
func (b *bench) useTwo(at time.Time) {
	b.Helper()
	cost := 0.5
	apptest.Change(b, b.Store, func(ctx context.Context, tx ports.Tx) error {
		for _, model := range []string{"p/large", "p/small"} {
			err := tx.InsertUsage(ctx, usage.Record{
				ID: system.NewID(), At: at, Purpose: usage.ForTurn, TurnID: "t", UserID: b.Owner.ID(), Engine: "builtin", Model: model,
				InputTokens: 10, CacheReadTokens: 5, CostUSD: &cost,
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}
