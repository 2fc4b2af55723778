package composing_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
)

// player plays everybody around one composition, and keeps a ledger of what people were told is saved.
type player struct {
	*bench
	c       composition.Composition
	turn    composition.Turn  // the last one that began
	added   []string          // nodes that people added
	name    string            // of the step "ask", as the workflow has it
	parents map[string]string // the name that an agent saw when it gave the step another, by that
	count   int
	mayDrop bool   // this move may end with the pending set gone
	broken  string // the first rule that was broken
}

type playMove struct {
	name    string
	when    func(c composition.Composition) bool // where it does something
	often   int
	mayDrop bool
	make    func(p *player)
}

func always(composition.Composition) bool   { return true }
func idle(c composition.Composition) bool   { return c.TurnState == composition.Idle }
func atWork(c composition.Composition) bool { return c.TurnState == composition.AIWorking }
func pending(c composition.Composition) bool {
	return c.Pending != nil && c.TurnState != composition.AIWorking
}

var playMoves = []playMove{
	{"a message", idle, 8, false, (*player).say},
	{"the agent adds a node", atWork, 9, false, (*player).agentAdds},
	{"the agent renames the step", atWork, 9, false, (*player).agentRenames},
	{"the agent's last word", atWork, 9, false, func(p *player) { p.ends(composition.Completed) }},
	{"the editor finds it stale", pending, 5, true, func(p *player) { p.resolves(composing.Stale) }},
	{"the editor applies", pending, 3, true, (*player).editorApplies},
	{"a person renames the step", always, 3, false, (*player).personRenames},
	{"a person adds a node", always, 2, false, (*player).personAdds},
	{"a window takes the lease", always, 4, true, func(p *player) { p.leases("one", composing.TakeLease) }},
	{"the editor fails", pending, 1, false, func(p *player) { p.resolves(composing.Unusable) }},
	{"a person rejects", pending, 1, true, func(p *player) { p.resolves(composing.Rejected) }},
	{"the server applies", pending, 1, true, (*player).serverApplies},
	{"a person wants what was proposed", idle, 1, false, (*player).offers},
	{"the agent fails", atWork, 1, false, func(p *player) { p.ends(composition.Failed) }},
	{"the agent's server dies", always, 1, false, func(p *player) { p.ends(composition.Abandoned) }},
	{"an interrupt", always, 1, false, func(p *player) { p.may(p.Composing.Interrupt(p.Context(), p.Owner, p.c.ID)) }},
	{"another window takes over", always, 1, true, func(p *player) { p.leases("two", composing.TakeOverLease) }},
	{"a window releases the lease", always, 1, false, func(p *player) { p.leases("one", composing.ReleaseLease) }},
	{"review mode", always, 1, false, func(p *player) { p.mode(composition.Review) }},
	{"live mode", always, 3, false, func(p *player) { p.mode(composition.Live) }},
	{"some time", always, 1, false, func(*player) { apptest.Pass(5 * time.Second) }},
	{"much time", always, 1, false, func(*player) { apptest.Pass(composition.LeaseLife) }},
}

// choose picks a move: mostly one that does something now, at times any.
func (p *player) choose(random *rand.Rand) playMove {
	if random.IntN(8) == 0 {
		return playMoves[random.IntN(len(playMoves))]
	}
	current := p.Reload(p.c)
	var useful []playMove
	for _, move := range playMoves {
		if move.when(current) {
			useful = append(useful, slices.Repeat([]playMove{move}, move.often)...)
		}
	}
	return useful[random.IntN(len(useful))]
}

func (p *player) require(holds bool, format string, args ...any) bool {
	if !holds && p.broken == "" {
		p.broken = fmt.Sprintf(format, args...)
	}
	return holds
}

func (p *player) must(err error) { p.require(err == nil, "%v", err) }

// may takes refusals, which are answers like any other, and answers whether there was none.
func (p *player) may(err error) bool {
	kind := fault.KindOf(err)
	p.require(err == nil || kind == fault.KindConflict || kind == fault.KindStale || kind == fault.KindLocked, "%v", err)
	return err == nil
}

func (p *player) next(prefix string) string {
	p.count++
	return fmt.Sprint(prefix, p.count)
}

func (p *player) say() {
	turn, err := p.Composing.SendMessage(p.Context(), p.Owner, p.c.ID, composing.Message{Text: "go on"}, idempotency.Key{})
	if p.may(err) {
		p.turn = turn
	}
}

// proposes makes the agent propose an op, if it is at work.
func (p *player) proposes(op func(base *document.Document) string) {
	current := p.Reload(p.c)
	if !current.IsAtWork(current.CurrentTurnID) || current.CurrentTurnID == "" {
		return
	}
	agent := p.Agent(p.c, composition.Turn{ID: current.CurrentTurnID})
	view, err := p.Composing.ViewForAgent(p.Context(), agent)
	p.must(err)
	base, err := document.Parse([]byte(view.Workflow.Content))
	p.must(err)
	text := fmt.Sprintf(`{"id":%q,"baseRevision":%q,"author":"a","summary":"s","ops":[%s]}`, p.next("cs"), view.Workflow.ContentRevision, op(base))
	outcome, err := p.Composing.ProposeChangeSet(p.Context(), agent, []byte(text))
	p.must(err)
	p.require(outcome.Refused == nil, "%v", outcome.Refused)
}

func (p *player) agentAdds() {
	p.proposes(func(*document.Document) string {
		return fmt.Sprintf(`{"op":"addNode","node":{"id":%q,"type":"end","name":"N","config":{}}}`, p.next("a"))
	})
}

func (p *player) agentRenames() {
	p.proposes(func(base *document.Document) string {
		name := p.next("Agent ")
		step, _ := base.Node("ask")
		p.parents[name] = step.Name()
		return fmt.Sprintf(`{"op":"updateNode","id":"ask","patch":{"name":%q}}`, name)
	})
}

func (p *player) ends(outcome composition.Outcome) {
	p.must(p.Composing.EndTurn(p.Context(), p.c.ID, p.Reload(p.c).CurrentTurnID, outcome, ""))
}

// saves saves the workflow as whoever holds the lease, and answers whether it was taken.
func (p *player) saves(turnID, text string) bool {
	workflow := p.Workflow(p.c)
	_, err := p.Composing.SaveItem(p.Context(), p.Owner, p.c.ID, workflow.ID, composing.Save{
		Content: []byte(text), BaseRevision: workflow.ContentRevision, LeaseID: p.Reload(p.c).Lease.ID, TurnID: turnID,
	})
	return p.may(err)
}

func (p *player) personAdds() {
	id := p.next("p")
	node := fmt.Sprintf(`,{"id":%q,"type":"wait","name":"Mine","config":{"duration":"PT1M"}}],"edges"`, id)
	if p.saves("", strings.Replace(p.Workflow(p.c).Content, `],"edges"`, node, 1)) {
		p.added = append(p.added, id)
	}
}

func (p *player) personRenames() {
	name := p.next("Person ")
	if p.saves("", strings.Replace(p.Workflow(p.c).Content, `"name":"`+p.name+`"`, `"name":"`+name+`"`, 1)) {
		p.name = name
	}
}

func (p *player) leases(window string, action composing.LeaseAction) {
	_, err := p.Composing.ChangeLease(p.Context(), p.Owner, p.c.ID, window, action)
	p.may(err)
}

// editorApplies does what an open editor does with the pending set: it applies and saves it, or says that it is stale.
func (p *player) editorApplies() {
	pending := p.Reload(p.c).Pending
	if pending == nil {
		return
	}
	base, err := document.Parse([]byte(p.Workflow(p.c).Content))
	p.must(err)
	set, err := changeset.Parse([]byte(pending.ChangeSet))
	p.must(err)
	applied, err := changeset.ApplyChecked(base, set)
	if err != nil {
		p.resolves(composing.Stale)
		return
	}
	p.saves(pending.TurnID, string(applied.Text()))
}

func (p *player) resolves(outcome composing.ResolutionOutcome) {
	current := p.Reload(p.c)
	turnID := turnOf(current)
	if turnID == "" {
		turnID = p.turn.ID
	}
	if turnID == "" {
		return
	}
	again := p.bench.turn(p.c, composition.Turn{ID: turnID}).Reprompted
	resolved, err := p.Composing.ResolveChangeSet(p.Context(), p.Owner, p.c.ID, composing.Resolution{TurnID: turnID, Outcome: outcome})
	if p.may(err) && outcome == composing.Stale {
		p.require(again || resolved.Pending != nil, "a set is given up that the agent was not asked about again")
	}
}

func (p *player) serverApplies() {
	_, err := p.Composing.ApplyPending(p.Context(), p.Owner, p.c.ID, p.Reload(p.c).Lease.ID)
	p.may(err)
}

func (p *player) offers() {
	if p.turn.ID != "" {
		_, err := p.Composing.OfferChangeSet(p.Context(), p.Owner, p.c.ID, p.turn.ID)
		p.may(err)
	}
}

func (p *player) mode(mode composition.ApplyMode) {
	_, err := p.Composing.UpdateComposition(p.Context(), p.Owner, p.c.ID, composing.CompositionChanges{ApplyMode: &mode})
	p.must(err)
}

// nodeNames is the names of a workflow's nodes, by their ids.
func nodeNames(t testing.TB, text string) map[string]string {
	t.Helper()
	d, err := document.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for _, node := range d.Nodes() {
		names[node.ID()] = node.Name()
	}
	return names
}
