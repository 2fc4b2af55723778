package workflowinstance

import (
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
)

// run is one call at work. It owns its instance, a copy of the one it began with.
type run struct {
	version  *Version
	at       time.Time
	instance *Instance
	effects  []Effect
	history  []Entry
	moves    int      // of this call
	ready    []branch // done with their nodes, first in, first out

	self *expression.Object // the variable `instance`, made when first read
}

// branch is a line of execution in or on its way to a node.
type branch struct {
	id    string
	level string
	node  *node
}

func newRun(version *Version, from *Instance, at time.Time) *run {
	instance := from.clone()
	instance.Status = Running
	return &run{version: version, at: at.UTC(), instance: instance}
}

// finish lets go on what can, sees where that leads, and gives the result.
func (r *run) finish() Step {
	for len(r.ready) > 0 {
		next := r.ready[0]
		r.ready = r.ready[1:]
		if r.failed() {
			r.park(next, LeaveNode, nil)
			continue
		}
		r.leave(next)
	}
	r.instance.Status = r.restingStatus()
	return Step{Instance: r.instance, Effects: r.effects, History: r.history}
}

func (r *run) restingStatus() Status {
	switch {
	case r.failed():
		return Failed
	case len(r.instance.ActiveBranches) > 0:
		return Waiting
	default:
		r.effects = append(r.effects, Finished{Status: Completed})
		return Completed
	}
}

func (r *run) failed() bool { return r.instance.Failure != nil }

// fail fails the instance, unless it failed before: the first failure counts.
func (r *run) fail(b branch, failure Failure) {
	r.record(Entry{Kind: EntryFailed, NodeID: failure.NodeID, EdgeID: failure.EdgeID, BranchID: b.id, Message: failure.Message})
	if r.failed() {
		return
	}
	r.instance.Failure = &failure
	r.effects = append(r.effects, Finished{Status: Failed, Failure: &failure})
}

// park keeps what a branch was about to do for a retry.
func (r *run) park(b branch, step PendingStep, over *edge) {
	move := PendingMove{BranchID: b.id, Level: b.level, NodeID: b.node.id, Step: step}
	if over != nil {
		move.EdgeID = over.id
	}
	r.instance.Pending = append(r.instance.Pending, move)
}

func (r *run) record(entry Entry) {
	entry.Seq = r.instance.NextEntry
	entry.At = r.at
	r.instance.NextEntry++
	r.history = append(r.history, entry)
}

// visit lets a branch be in its node: what must wait waits, the rest goes on.
func (r *run) visit(b branch) {
	activation := fmt.Sprintf("%s/%d", r.instance.ID, r.instance.NextActivation)
	effect, failure := r.begin(b.node, activation)
	if failure != nil {
		r.fail(b, *failure)
		r.park(b, EnterNode, nil)
		return
	}
	r.instance.NextActivation++
	r.record(Entry{Kind: EntryEntered, NodeID: b.node.id, ActivationID: activation, BranchID: b.id})
	if effect != nil {
		r.effects = append(r.effects, effect)
		r.instance.ActiveBranches = append(r.instance.ActiveBranches,
			Branch{BranchID: b.id, Level: b.level, NodeID: b.node.id, ActivationID: activation})
		return
	}
	r.record(Entry{Kind: EntryCompleted, NodeID: b.node.id, ActivationID: activation, BranchID: b.id})
	if b.node.kind != document.EndNode { // an end ends the branch
		r.ready = append(r.ready, b)
	}
}

// begin says what a node asks of the world when it is entered; nil for nodes that
// ask nothing and wait for nothing.
func (r *run) begin(n *node, activation string) (Effect, *Failure) {
	switch n.kind {
	case document.ActionNode:
		inputs, failure := r.resolve(n)
		return RunAction{ActivationID: activation, NodeID: n.id, ActionType: n.actionType, Inputs: inputs}, failure
	case document.HumanTaskNode:
		inputs, failure := r.resolve(n)
		return OpenTask{
			ActivationID: activation, NodeID: n.id, Title: r.title(n), Description: n.description,
			Inputs: inputs, Fields: n.fields,
		}, failure
	case document.ReceiveEventNode:
		return r.subscribe(n, activation)
	case document.WaitNode:
		return ScheduleTimer{ActivationID: activation, NodeID: n.id, At: r.at.Add(n.duration)}, nil
	default:
		return nil, nil
	}
}

// resolve evaluates the inputs of an action or a human task.
func (r *run) resolve(n *node) (*expression.Object, *Failure) {
	variables := r.variables()
	members := make([]expression.Member, 0, len(n.inputs))
	for _, in := range n.inputs {
		value := in.literal
		if in.formula != nil {
			result, err := in.formula.evaluate(variables)
			if err != nil {
				return nil, n.expressionFailure(in.formula, err, "input %q of node %q", in.name, n.id)
			}
			value = result.Value
		}
		members = append(members, expression.Member{Name: in.name, Value: value})
	}
	return expression.NewObject(members...), nil
}

// title gives a human task's title; the node's name stands in for one that fails.
func (r *run) title(n *node) string {
	if n.title == nil {
		return n.name
	}
	result, err := n.title.evaluate(r.variables())
	if err != nil {
		return n.name
	}
	text, isText := result.Text()
	if !isText {
		return n.name
	}
	return text
}

func (r *run) subscribe(n *node, activation string) (Effect, *Failure) {
	subscription := Subscribe{ActivationID: activation, NodeID: n.id, EventType: n.event.eventType, Lookback: n.event.lookback}
	if key := n.event.subscriptionKey; key != nil {
		result, err := key.evaluate(r.variables())
		if err != nil {
			return nil, n.expressionFailure(key, err, "correlation key of node %q", n.id)
		}
		subscription.Correlated = true
		if text, isText := result.Text(); isText {
			subscription.CorrelationKey = &text
		}
	}
	return subscription, nil
}

// variables gives what expressions read: the context as it is now.
func (r *run) variables() expression.Variables {
	if r.self == nil {
		r.self = r.instance.variable()
	}
	return expression.Variables{
		Context:  r.instance.Context,
		Instance: r.self,
		Numbers:  r.version.numbers,
	}
}

// variable gives what expressions see of the instance itself.
func (i *Instance) variable() *expression.Object {
	return expression.NewObject(
		expression.Member{Name: "id", Value: expression.Quote(i.ID)},
		expression.Member{Name: "workflowId", Value: expression.Quote(i.WorkflowID)},
		expression.Member{Name: "version", Value: jsontext.Value(fmt.Sprint(i.Version))},
		expression.Member{Name: "startedAt", Value: expression.Quote(expression.Timestamp(i.StartedAt))},
	)
}
