package apptest

import (
	"context"
	"strings"

	"heddle.dev/heddle/adapters/system"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/ports"
)

// CheckAmount is an action type with an input and an output.
const CheckAmount = `{"name":"check-amount","label":"Check","description":"","mode":"script","maxAttempts":3,"backoff":"PT1S",
 "inputs":[{"name":"amount","type":"number","required":true}],"outputs":[{"name":"fits","type":"boolean","required":true}],
 "script":{"language":"bash","source":"true"}}`

// Refund is a workflow that calls CheckAmount and then asks a person.
const Refund = `{"id":"refund","name":"Refund","nodes":[
 {"id":"s","type":"start","name":"Start","config":{"inputs":[{"name":"amount","type":"number","required":true}]}},
 {"id":"check","type":"action","name":"Check","config":{"actionType":"check-amount","inputs":{"amount":"context.amount"},"outputs":[{"name":"fits","type":"boolean"}]}},
 {"id":"approve","type":"human-task","name":"Approve","config":{"title":"\"Refund\"","outputs":[{"name":"approved","type":"boolean","required":true}]}},
 {"id":"e","type":"end","name":"End","config":{}}],"edges":[
 {"id":"s-check","source":"s","target":"check"},{"id":"check-approve","source":"check","target":"approve"},{"id":"approve-e","source":"approve","target":"e"}]}`

// Task is a workflow that only asks a person.
const Task = `{"id":"task","name":"Task","nodes":[
 {"id":"s","type":"start","name":"Start","config":{"inputs":[]}},
 {"id":"ask","type":"human-task","name":"Ask","config":{"title":"\"Well?\"","outputs":[{"name":"yes","type":"boolean","required":true}]}},
 {"id":"e","type":"end","name":"End","config":{}}],"edges":[{"id":"s-ask","source":"s","target":"ask"},{"id":"ask-e","source":"ask","target":"e"}]}`

// Pause is a workflow that waits a minute.
const Pause = `{"id":"pause","name":"Pause","nodes":[
 {"id":"s","type":"start","name":"Start","config":{"inputs":[]}},
 {"id":"w","type":"wait","name":"Wait","config":{"duration":"PT1M"}},
 {"id":"e","type":"end","name":"End","config":{}}],"edges":[{"id":"s-w","source":"s","target":"w"},{"id":"w-e","source":"w","target":"e"}]}`

// Compose makes a composition of the owner for a team (empty: global) with these drafts.
func (h *Heddle) Compose(teamID, workflow string, actionTypes ...string) composition.Composition {
	h.Helper()
	c, err := h.Composing.CreateComposition(context.Background(), h.Owner, composing.NewComposition{Name: "Draft", TeamID: teamID}, idempotency.Key{})
	if err != nil {
		h.Fatal(err)
	}
	for _, text := range actionTypes {
		h.AddDraft(c, composition.ActionTypeItem, text)
	}
	if workflow != "" {
		h.Save(c, h.Workflow(c), workflow)
	}
	return c
}

// AddDraft adds an action type or tool with the given content.
func (h *Heddle) AddDraft(c composition.Composition, itemType composition.ItemType, text string) composing.CheckedItem {
	h.Helper()
	_, rest, _ := strings.Cut(text, `"name":"`)
	name, _, _ := strings.Cut(rest, `"`)
	item, err := h.Composing.AddItem(context.Background(), h.Owner, c.ID, composing.NewItem{Type: itemType, Name: name})
	if err != nil {
		h.Fatal(err)
	}
	return h.Save(c, item, text)
}

// Save saves a draft as the owner.
func (h *Heddle) Save(c composition.Composition, item composing.CheckedItem, text string) composing.CheckedItem {
	h.Helper()
	saved, err := h.Composing.SaveItem(context.Background(), h.Owner, c.ID, item.ID, composing.Save{
		Content: []byte(text), BaseRevision: item.ContentRevision,
	})
	if err != nil {
		h.Fatal(err)
	}
	return saved
}

// Items lists the drafts, the workflow first.
func (h *Heddle) Items(c composition.Composition) []composing.CheckedItem {
	h.Helper()
	items, err := h.Composing.ListItems(context.Background(), h.Owner, c.ID)
	if err != nil {
		h.Fatal(err)
	}
	return items
}

// Workflow is the workflow draft.
func (h *Heddle) Workflow(c composition.Composition) composing.CheckedItem {
	h.Helper()
	return h.Items(c)[0]
}

// Reload reads the composition as it is now.
func (h *Heddle) Reload(c composition.Composition) composition.Composition {
	h.Helper()
	found, err := h.Composing.GetComposition(context.Background(), h.Owner, c.ID)
	if err != nil {
		h.Fatal(err)
	}
	return found
}

// TryPublish publishes all drafts of the composition.
func (h *Heddle) TryPublish(actor access.Actor, c composition.Composition, input composing.Publish) (composing.Published, error) {
	h.Helper()
	if input.ItemIDs == nil {
		for _, item := range h.Items(c) {
			input.ItemIDs = append(input.ItemIDs, item.ID)
		}
	}
	return h.Composing.PublishItems(context.Background(), actor, c.ID, input)
}

// Publish publishes all drafts, which has to succeed, and answers the workflow.
func (h *Heddle) Publish(c composition.Composition) definition.Definition {
	h.Helper()
	published, err := h.TryPublish(h.Owner, c, composing.Publish{})
	if err != nil {
		h.Fatal(err)
	}
	return *published.Workflow
}

// Say starts a turn.
func (h *Heddle) Say(c composition.Composition, message string) composition.Turn {
	h.Helper()
	turn, err := h.Composing.SendMessage(context.Background(), h.Owner, c.ID, composing.Message{Text: message}, idempotency.Key{})
	if err != nil {
		h.Fatal(err)
	}
	return turn
}

// SessionToken is the token of the composition's agent session at work on the turn, as if its process had been started
// for it.
func (h *Heddle) SessionToken(c composition.Composition, turn composition.Turn) (token string) {
	h.Helper()
	return h.startAgent(c.SessionID, turn.ID)
}

// startAgent does what the start of an agent's process does to a session's row, and answers the agent's token.
func (h *Heddle) startAgent(sessionID, turnID string) (token string) {
	h.Helper()
	token = system.NewID()
	Change(h, h.Store, func(ctx context.Context, tx ports.Tx) error {
		now := system.Clock{}.Now()
		if _, err := tx.TakeSession(ctx, sessionID, "a server", now, now); err != nil {
			return err
		}
		session, err := tx.SessionByID(ctx, sessionID)
		if err != nil {
			return err
		}
		if _, err := tx.SetSessionTurn(ctx, sessionID, session.OwnerEpoch, turnID); err != nil {
			return err
		}
		_, err = tx.SetSessionToken(ctx, sessionID, session.OwnerEpoch, composing.HashToken(token))
		return err
	})
	return token
}

// Agent is the caller with that token.
func (h *Heddle) Agent(c composition.Composition, turn composition.Turn) composing.Agent {
	h.Helper()
	agent, err := h.Composing.AuthenticateAgent(context.Background(), c.ID, h.SessionToken(c, turn))
	if err != nil {
		h.Fatal(err)
	}
	return agent
}
