package workflowinstance

import (
	"slices"
	"strconv"
	"time"

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
	id         string
	level      string
	node       *node
	activation string     // its visit to the node; of a child of a fork the fork's
	key        *string    // of a branch that waits for an event: the correlation key
	rejection  *Rejection // of a branch that was sent back
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
			r.park(next, LeaveNode, nil, nil)
			continue
		}
		r.leave(next)
	}
	return r.rest(r.restingStatus())
}

// rest gives the result without letting anything go on.
func (r *run) rest(status Status) Step {
	r.instance.Status = status
	return Step{Instance: r.instance, Effects: r.effects, History: r.history}
}

func (r *run) restingStatus() Status {
	switch {
	case r.failed():
		return Failed
	case len(r.instance.ActiveBranches) > 0:
		return Waiting
	default:
		r.ask(Finished{Status: Completed})
		return Completed
	}
}

func (r *run) failed() bool { return r.instance.Failure != nil }

func (r *run) ask(effect Effect) { r.effects = append(r.effects, effect) }

// stop fails the instance, unless it failed before (the first failure counts), and
// keeps what the branch was about to do for a retry.
func (r *run) stop(b branch, step PendingStep, over *edge, failure Failure) {
	r.record(Entry{
		Kind: EntryFailed, NodeID: failure.NodeID, ActivationID: b.activation, EdgeID: failure.EdgeID,
		BranchID: b.id, Message: failure.Message,
	})
	r.park(b, step, over, &failure)
	if r.failed() {
		return
	}
	r.instance.Failure = &failure
	r.ask(Finished{Status: Failed, Failure: &failure})
}

// park keeps what a branch was about to do, and why it stopped if it is itself to blame.
func (r *run) park(b branch, step PendingStep, over *edge, failure *Failure) {
	move := PendingMove{
		BranchID: b.id, Level: b.level, NodeID: b.node.id, Step: step, ActivationID: b.activation, Failure: failure,
	}
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

// visit lets a branch be in its node: what must wait waits, the rest goes on. A visit
// that fails has an activation too, by which it is retried or skipped.
func (r *run) visit(b branch) {
	b.activation = r.instance.ID + "/" + strconv.Itoa(r.instance.NextActivation)
	r.instance.NextActivation++
	if b.rejection != nil {
		r.instance.Rejections = with(r.instance.Rejections, b.activation, *b.rejection)
	}
	waits, failure := r.begin(&b)
	if failure != nil {
		r.stop(b, EnterNode, nil, *failure)
		return
	}
	r.record(Entry{Kind: EntryEntered, NodeID: b.node.id, ActivationID: b.activation, BranchID: b.id})
	if b.node.isStage {
		r.rememberStage(b)
	}
	if waits {
		r.instance.ActiveBranches = append(r.instance.ActiveBranches, Branch{
			BranchID: b.id, Level: b.level, NodeID: b.node.id, ActivationID: b.activation, CorrelationKey: b.key,
		})
		return
	}
	r.record(Entry{Kind: EntryCompleted, NodeID: b.node.id, ActivationID: b.activation, BranchID: b.id})
	if b.node.kind == document.EndNode { // it ends the branch
		delete(r.instance.Stages, b.id)
		return
	}
	r.ready = append(r.ready, b)
}

// rememberStage notes that the branch came to a stage. A stage it comes to again begins
// anew there: what it went through since is no longer before it.
func (r *run) rememberStage(b branch) {
	earlier := stagesBefore(r.instance.Stages[b.id], b.node.id)
	r.instance.Stages = with(r.instance.Stages, b.id, append(slices.Clip(earlier), b.node.id))
}

// stagesBefore cuts a branch's stages before the stage, if it is among them.
func stagesBefore(stages []string, stage string) []string {
	if at := slices.Index(stages, stage); at >= 0 {
		return stages[:at]
	}
	return stages
}

// evaluate computes a formula on the context as it is now, and on the event, if there is
// one.
func (r *run) evaluate(f *formula, event *expression.Object) (expression.Result, error) {
	variables := expression.Variables{Context: r.instance.Context, Event: event, Numbers: r.version.numbers}
	if f.namesInstance {
		if r.self == nil {
			r.self = r.instance.variable()
		}
		variables.Instance = r.self
	}
	return f.evaluate(variables)
}

// variable gives what expressions see of the instance itself.
func (i *Instance) variable() *expression.Object {
	return expression.NewObject(
		expression.Member{Name: "id", Value: expression.Quote(i.ID)},
		expression.Member{Name: "workflowId", Value: expression.Quote(i.WorkflowID)},
		expression.Member{Name: "version", Value: strconv.AppendInt(nil, int64(i.Version), 10)},
		expression.Member{Name: "startedAt", Value: expression.Quote(expression.Timestamp(i.StartedAt))},
	)
}
