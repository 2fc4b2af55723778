package conversing_test

import (
	"context"
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

const (
	plantedSecret = "planted-secret"
	plantedServer = "planted-of-server"
	plantedKey    = "planted-key-of-model"
)

// keeping is a composition whose agent has secrets of its own, of an MCP server and of its provider.
func (b *bench) keeping() composition.Composition {
	b.Helper()
	b.setSecret("SHOP_KEY", plantedSecret)
	b.setSecret("ORDERS_KEY", plantedServer)
	b.setSecret("MODEL_KEY", plantedKey)
	if _, err := b.Cataloguing.CreateObject(b.Context(), b.Owner, catalog.Provider, "", near(1)); err != nil {
		b.Fatal(err)
	}
	b.template(`{"name":"keeping","capabilities":["composition"],"engine":"` + apptest.OtherEngine + `","model":"near/first",
 "secrets":["SHOP_KEY"],"mcpServers":[{"name":"orders","command":"/opt/orders","secrets":["ORDERS_KEY"]}]}`)
	return b.composeFrom("keeping")
}

// wantHidden fails the test if a planted value is in what was stored or told, or less of it is than was said.
func (b *bench) wantHidden(c composition.Composition, least int) {
	b.Helper()
	var all strings.Builder
	kept := apptest.View(b, b.Store, func(ctx context.Context, tx ports.Tx) ([]composition.SessionEvent, error) {
		return tx.ListSessionEvents(ctx, c.SessionID, 0, 1000)
	})
	for _, event := range kept {
		all.WriteString(event.Data + "\n")
	}
	for _, heard := range b.told() {
		all.WriteString(heard.Text + "\n")
	}
	text := all.String()
	if strings.Contains(text, "planted") || strings.Count(text, "•••") < least {
		b.Errorf("%d values are hidden in:\n%s", strings.Count(text, "•••"), text)
	}
}

func TestNothingThatASessionSaysShowsItsSecrets(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.keeping()
		turn := b.Say(c, "hello")
		apptest.Pass(moment)
		s.agents.Last().Say(
			ports.Text{Text: "it is " + plantedSecret},
			ports.Thinking{Text: "it is " + plantedKey},
			ports.ToolStarted{ID: "1", Name: "look", Input: jsontext.Value(`{"in":"planted\u002dsecret"}`)},
			ports.ToolFinished{ID: "1", Output: "401: " + plantedServer + " " + base64.StdEncoding.EncodeToString([]byte(plantedServer))},
			ports.Question{ID: "q", Text: plantedSecret + "?", Options: []string{plantedKey}},
			ports.AgentError{Message: "the key is refused: " + plantedKey},
			ports.TurnComplete{Outcome: ports.TurnFailed},
		)
		apptest.Pass(moment)
		b.wantHidden(c, 8)
		b.wantEnd(c, turn, composition.Failed, "the key is refused: •••")
	})
}

func TestASecretIsHiddenInATextThatIsBeingWritten(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.keeping()
		b.Say(c, "hello")
		apptest.Pass(moment)
		for _, piece := range []string{"it is plan", "ted-sec", "ret, and plan"} {
			s.agents.Last().Say(ports.TextDelta{Text: piece})
			apptest.Pass(time.Second)
		}
		if got := strings.Join(parts(b.told()), " "); !strings.Contains(got, "it is ") || strings.Contains(got, "plan") {
			b.Errorf("pages were told %q", got)
		}
		s.agents.Last().Say(ports.TextDelta{Text: "ted-secre"}, ports.TurnComplete{Outcome: ports.TurnInterrupted})
		apptest.Pass(moment)
		kept := apptest.View(b, b.Store, func(ctx context.Context, tx ports.Tx) ([]composition.SessionEvent, error) {
			return tx.ListSessionEvents(ctx, c.SessionID, 0, 1000)
		})
		found := false
		for _, event := range kept {
			found = found || strings.Contains(event.Data, `it is •••, and planted-secre`) // which is no secret
		}
		if !found {
			b.Errorf("it was not kept: %+v", kept)
		}
	})
}

func TestAnAgentThatDoesNotStartTellsNoSecrets(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		s := b.serve()
		c := b.keeping()
		s.agents.Refuse(fault.New(fault.KindUnavailable, "agent-start-failed", "it said: %s", plantedServer))
		turn := b.Say(c, "hello")
		apptest.Pass(moment)
		b.wantEnd(c, turn, composition.Failed, "it said: •••")
		b.wantHidden(c, 1)
	})
}
