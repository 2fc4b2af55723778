package claudecode_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/modeltest"
	"heddle.dev/heddle/ports"
)

// begun is the stream of an answer that ends in the middle of a sentence.
const begun = `event: message_start
data: {"type":"message_start","message":{"id":"msg_cut","type":"message","role":"assistant","model":"tiny","content":[],"stop_reason":null,"usage":{"input_tokens":3,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"There is much to"}}

`

const blockEnd = `event: content_block_stop
data: {"type":"content_block_stop","index":0}

`

func TestAnAnswerThatIsCutEachTimeFailsTheTurnAndIsMarked(t *testing.T) {
	t.Parallel()
	for name, stream := range map[string]string{"within a text": begun, "after a text": begun + blockEnd} {
		w := newWorld(t, func(modeltest.Request) modeltest.Answer { return modeltest.Answer{Garbage: stream} })
		events := answer(t, w.start(t), "go")
		wantOutcome(t, events, ports.TurnFailed)
		texts := of[ports.Text](events)
		for _, text := range texts {
			if !text.Partial || text.Text != "There is much to" {
				t.Errorf("%s: it said %+v", name, text)
			}
		}
		told := of[ports.AgentError](events)
		if len(texts) == 0 || len(told) == 0 || !strings.Contains(told[len(told)-1].Message, "send the message again") {
			t.Errorf("%s: it said %+v and told %+v", name, texts, told)
		}
		for _, e := range told {
			if strings.Contains(e.Message, "unknown") {
				t.Errorf("%s: it told %q", name, e.Message)
			}
		}
	}
}

func TestAnAnswerWithoutAnEndIsNoSuccess(t *testing.T) {
	t.Parallel()
	events := answer(t, faked(t, "an answer without an end").start(t), "go")
	wantOutcome(t, events, ports.TurnFailed)
	texts, told := of[ports.Text](events), of[ports.AgentError](events)
	if len(texts) != 1 || !texts[0].Partial || len(told) != 1 || !strings.Contains(told[0].Message, "The answer was cut") {
		t.Errorf("it said %+v and told %+v", texts, told)
	}
}
