package running_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/workflowinstance"
	"heddle.dev/heddle/ports"
)

// charging is a workflow with a sensitive input, whose action gives a sensitive output.
const charging = `{"id":"c","name":"Charge","nodes":[
 {"id":"s","type":"start","name":"Start","config":{"inputs":[{"name":"iban","sensitive":true,"required":true}]}},
 {"id":"a","type":"action","name":"Charge","config":{"actionType":"charge","inputs":{"account":"context.iban"},
  "outputs":[{"name":"receipt","sensitive":true},{"name":"note"}]}},
 {"id":"e","type":"end","name":"End","config":{}}],"edges":[{"id":"s-a","source":"s","target":"a"},{"id":"a-e","source":"a","target":"e"}]}`

const charge = `{"name":"charge","mode":"script","inputs":[{"name":"account"}],"outputs":[{"name":"receipt"},{"name":"note"}],
 "script":{"language":"bash","source":"true"}}`

// The values that no log may tell.
const (
	plantedIBAN    = "DE89370400440532013000"
	plantedReceipt = "planted-receipt"
)

func TestSensitiveValuesStayOutOfLogsAndFailures(t *testing.T) {
	t.Parallel()
	for name, result := range map[string]ports.ScriptResult{
		"success": {
			Outputs: []byte(`{"receipt":"` + plantedReceipt + `","note":"for ` + plantedIBAN + `"}`),
			Stdout:  plantedIBAN + " gives " + plantedReceipt, Stderr: plantedIBAN,
		},
		"failure": {
			Failure: &ports.ScriptFailure{Code: ports.ScriptExited, Message: "it ended with code 1"},
			Stdout:  plantedIBAN, Stderr: "no account " + plantedIBAN, ExitCode: 1,
		},
		"refusal": {Outputs: []byte(`{"receipt":["` + plantedReceipt + `"]}`), Stdout: plantedIBAN},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBenches(t, func(b *bench) {
				b.Scripts.Answer(func(context.Context, ports.ScriptRun) (ports.ScriptResult, error) { return result, nil })
				told := b.toldOf(b.charge())
				if strings.Contains(told, plantedIBAN) || strings.Contains(told, plantedReceipt) || !strings.Contains(told, "•••") {
					b.Errorf("told: %s", told)
				}
			})
		})
	}
}

func TestTheContextKeepsSensitiveValues(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.Scripts.AnswerOutputs(`{"receipt":"` + plantedReceipt + `"}`)
		id := b.charge()
		b.wantStatus(id, workflowinstance.Completed)
		if given, _ := b.instance(id).State.Context.Get("receipt"); string(given) != `"`+plantedReceipt+`"` {
			b.Errorf("the context has the receipt %s", given)
		}
	})
}

// charge runs the workflow until nothing happens any more.
func (b *bench) charge() (id string) {
	b.Helper()
	d := b.publish(charging, charge)
	b.Work()
	id = b.start(d, `{"iban":"`+plantedIBAN+`"}`)
	apptest.Pass(time.Minute)
	return id
}

// toldOf is all that is told of an instance besides its context.
func (b *bench) toldOf(id string) (told string) {
	b.Helper()
	for _, log := range b.logs(id) {
		told += log.Stdout + log.Stderr + log.Outputs + log.Error
	}
	if failure := b.instance(id).State.Failure; failure != nil {
		told += failure.Message
	}
	return told
}
