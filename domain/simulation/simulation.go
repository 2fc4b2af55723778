// Package simulation runs a workflow with given outputs in the place of the world:
// by the engine that runs it for real, call by call, with a picture after each.
package simulation

import (
	"crypto/sha256"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/workflowinstance"
)

// Input is what a simulation runs with.
type Input struct {
	Context     jsontext.Value // the initial context, a JSON object; empty for none
	Outputs     Outputs
	StopAtWaits bool // wait nodes wait for an output too, instead of passing at once
}

// Result is what a simulation came to.
type Result struct {
	Snapshots []Snapshot `json:"snapshots"` // the first after the start, one more after each output
	Error     *Error     `json:"error,omitempty"`
}

// Failed tells whether the run failed, or broke off at an output.
func (r Result) Failed() bool {
	return r.Error != nil || len(r.Snapshots) == 0 || r.Last().Status == workflowinstance.Failed
}

// Last is where the run came to rest; empty if it did not start.
func (r Result) Last() Snapshot {
	if len(r.Snapshots) == 0 {
		return Snapshot{}
	}
	return r.Snapshots[len(r.Snapshots)-1]
}

// Error is why a simulation broke off: what was given for the context or for an output.
type Error struct {
	Code     string          `json:"code"` // of workflowinstance, NotWaiting, UnknownNode or Endless
	Message  string          `json:"message"`
	NodeID   string          `json:"nodeId,omitempty"`
	Problems []fault.Problem `json:"problems,omitempty"`
}

// The codes of simulations; besides there are those of workflowinstance.
const (
	NotWaiting  = "not-waiting"  // an output for a node that no branch waits in
	UnknownNode = "unknown-node" // an output for a node that the workflow does not have
	Endless     = "endless"      // the outputs by node lead back to where the run was before, or go on for too long
)

// maxByNode bounds how often outputs by node are given, since each gives a snapshot.
const maxByNode = 1000

// What simulated instances are called, and when they start: a simulation gives the same
// result at any time.
const instanceID = "simulation"

var startedAt = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// SampleInstance is the variable `instance` of simulations, JSON.
func SampleInstance() jsontext.Value {
	return jsontext.Value(`{"id":"simulation","workflowId":"sample","version":1,"startedAt":"2026-01-01T00:00:00.000Z"}`)
}

// Run simulates a workflow, whose id expressions may read.
func Run(version *workflowinstance.Version, workflowID string, in Input) Result {
	if !in.StopAtWaits {
		version = version.WithoutWaits()
	}
	s := &simulation{version: version, outputs: in.Outputs, result: Result{Snapshots: []Snapshot{}}}
	if unknown := in.Outputs.unknown(version); unknown != "" {
		s.refuse(UnknownNode, unknown, "there is an output for node %q, which the workflow does not have", unknown)
		return s.result
	}
	started := s.call(Delivery{}, workflowinstance.Call{
		Kind: workflowinstance.StartCall, Data: in.Context,
		Identity: &workflowinstance.Identity{InstanceID: instanceID, WorkflowID: workflowID, Version: 1},
	})
	for more := started; more; {
		more = s.deliverNext()
	}
	return s.result
}

// simulation is one run.
type simulation struct {
	version  *workflowinstance.Version
	outputs  Outputs
	next     int // in the list of outputs
	instance *workflowinstance.Instance
	visited  []string
	seen     map[[sha256.Size]byte]bool // where a run with outputs by node came by
	result   Result
}

// deliverNext delivers one output, and tells whether there may be another.
func (s *simulation) deliverNext() bool {
	if s.outputs.InOrder == nil {
		return s.deliverByNode()
	}
	if s.next == len(s.outputs.InOrder) {
		return false
	}
	delivery := s.outputs.InOrder[s.next]
	s.next++
	at := slices.IndexFunc(s.instance.ActiveBranches, func(b workflowinstance.Branch) bool { return b.NodeID == delivery.Node })
	if at < 0 {
		s.refuse(NotWaiting, delivery.Node, "output %d is for node %q, in which no branch waits; %s", s.next, delivery.Node, s.waiting())
		return false
	}
	return s.call(delivery, delivery.call(s.instance.ActiveBranches[at].ActivationID))
}

// deliverByNode delivers to the branch that waits longest in a node with an output.
func (s *simulation) deliverByNode() bool {
	for _, b := range s.instance.ActiveBranches {
		output, given := s.outputs.ByNode[b.NodeID]
		if !given {
			continue
		}
		if len(s.result.Snapshots) > maxByNode {
			s.refuse(Endless, b.NodeID, "the run did not come to rest within %d outputs", maxByNode)
			return false
		}
		if s.cameBy() {
			s.refuse(Endless, b.NodeID, "the run goes round in circles: at node %q everything is as it was before", b.NodeID)
			return false
		}
		delivery := Delivery{Node: b.NodeID, Output: output}
		return s.call(delivery, delivery.call(b.ActivationID))
	}
	return false
}

// call makes one call and takes its picture; false if it was refused.
func (s *simulation) call(delivery Delivery, call workflowinstance.Call) bool {
	call.At = startedAt.Add(time.Duration(len(s.result.Snapshots)) * time.Second)
	step, trace, err := workflowinstance.Observe(s.version, s.instance, call)
	if err != nil {
		s.result.Error = errorOf(err, delivery.Node)
		return false
	}
	s.instance = step.Instance
	s.result.Snapshots = append(s.result.Snapshots, s.picture(delivery, step, trace))
	return true
}
