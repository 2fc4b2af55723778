package running_test

import (
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/workflowinstance"
)

// calling is an action type with a secret, whose last attempt is its first.
const calling = `{"name":"check-amount","mode":"script","maxAttempts":1,"secrets":["TOKEN"],
 "inputs":[{"name":"amount","type":"number","required":true}],"outputs":[{"name":"fits","type":"boolean","required":true}],
 "script":{"language":"bash","source":"true"}}`

func TestActionsGetTheSecretsThatTheyDeclareAsTheyAreThen(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.Scripts.AnswerOutputs(`{"fits":true}`)
		d := b.publish(apptest.Refund, calling)
		for _, value := range []string{"first-value", "second-value"} {
			if _, err := b.Secrets.SetSecret(b.Context(), b.Owner, "", "TOKEN", value); err != nil {
				b.Fatal(err)
			}
			if value == "first-value" {
				b.Work()
			}
			b.start(d, `{"amount":1}`)
			apptest.Pass(time.Minute)
			runs := b.Scripts.Runs()
			if got := runs[len(runs)-1].Secrets; len(got) != 1 || got["TOKEN"] != value {
				b.Errorf("the script got %v", got)
			}
		}
	})
}

func TestAnActionWhoseSecretIsMissingFailsAndSaysSo(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		d := b.publish(apptest.Refund, calling)
		b.Work()
		id := b.start(d, `{"amount":1}`)
		apptest.Pass(time.Minute)
		b.wantStatus(id, workflowinstance.Failed)
		if failure := b.instance(id).State.Failure; failure == nil || !strings.Contains(failure.Message, "no secret TOKEN") {
			b.Errorf("the failure is %+v", failure)
		}
		if runs := b.Scripts.Runs(); len(runs) > 0 {
			b.Errorf("ran %+v", runs)
		}
	})
}
