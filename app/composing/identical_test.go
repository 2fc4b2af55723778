package composing_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
)

func TestAnAgentMaySaveUnseenWhatIsThereAlready(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.Publish(b.Compose("", apptest.Refund, apptest.CheckAmount))
		c := b.Compose("", "")
		agent := b.Agent(c, b.Say(c, "make it"))
		changed := strings.Replace(apptest.CheckAmount, `"label":"Check"`, `"label":"Checked"`, 1)
		if _, err := b.Composing.SaveForAgent(b.Context(), agent, composition.ActionTypeItem, []byte(apptest.CheckAmount)); err != nil {
			b.Errorf("the same content as is published: %v", err)
		}
		other := b.Compose("", "")
		agent = b.Agent(other, b.Say(other, "make it"))
		if _, err := b.Composing.SaveForAgent(b.Context(), agent, composition.ActionTypeItem, []byte(changed)); fault.CodeOf(err) != "stale" {
			b.Errorf("other content: %v", err)
		}
	})
}
