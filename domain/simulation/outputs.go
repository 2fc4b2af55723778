package simulation

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/workflowinstance"
)

// Delivery is the output of one node, a JSON object: an action's outputs, a form, an
// event's payload.
type Delivery struct {
	Node   string         `json:"node"`
	Output jsontext.Value `json:"output,omitempty"`
	// Timeout lets the time pass, in the place of an output: a wait is over, or no event
	// came in time.
	Timeout bool `json:"timeout,omitempty"`
}

// call is what the engine is told.
func (d Delivery) call(activationID string) workflowinstance.Call {
	if d.Timeout {
		return workflowinstance.Call{Kind: workflowinstance.TimeoutCall, ActivationID: activationID}
	}
	return workflowinstance.Call{Kind: workflowinstance.CompleteCall, ActivationID: activationID, Data: d.Output}
}

// Outputs are what nodes that wait are given: in an order, else by node, each as often
// as its node waits.
type Outputs struct {
	InOrder []Delivery
	ByNode  map[string]jsontext.Value
}

// CodeInvalidOutputs is the code of the fault of ParseOutputs.
const CodeInvalidOutputs = "invalid-outputs"

// ParseOutputs reads outputs: a list such as [{"node": "id", "output": {}}], or an object
// such as {"id": {}}. Nothing counts as an empty object. The fault is of kind invalid.
func ParseOutputs(text []byte) (Outputs, error) {
	if len(text) == 0 {
		return Outputs{}, nil
	}
	if err := document.CheckText(text); err != nil {
		return Outputs{}, err
	}
	var outputs Outputs
	switch kind := jsontext.Value(text).Kind(); kind {
	case jsontext.KindBeginObject:
		if err := json.Unmarshal(text, &outputs.ByNode); err != nil {
			return Outputs{}, invalidOutputs("%v", err)
		}
	case jsontext.KindBeginArray:
		if err := json.Unmarshal(text, &outputs.InOrder, json.RejectUnknownMembers(true)); err != nil {
			return Outputs{}, invalidOutputs("%v", err)
		}
		for i, delivery := range outputs.InOrder {
			if delivery.Node == "" {
				return Outputs{}, invalidOutputs("number %d names no node", i+1)
			}
		}
	default:
		return Outputs{}, invalidOutputs("this is neither")
	}
	return outputs, nil
}

func invalidOutputs(format string, args ...any) error {
	return fault.New(fault.KindInvalid, CodeInvalidOutputs,
		`outputs are a list such as [{"node": "id", "output": {}}] or an object such as {"id": {}}: %s`, fmt.Sprintf(format, args...))
}

// unknown gives the first node, by name, that is given an output but does not exist.
func (o Outputs) unknown(version *workflowinstance.Version) string {
	for _, node := range slices.Sorted(maps.Keys(o.ByNode)) {
		if !version.HasNode(node) {
			return node
		}
	}
	return ""
}

func (s *simulation) refuse(code, node, format string, args ...any) {
	s.result.Error = &Error{Code: code, NodeID: node, Message: fmt.Sprintf(format, args...)}
}

func errorOf(err error, node string) *Error {
	f := fault.As(err)
	if f == nil {
		f = fault.New(fault.KindInternal, "internal", "%v", err)
	}
	return &Error{Code: f.Code, Message: f.Message, NodeID: node, Problems: f.Problems}
}

// waiting says where branches wait.
func (s *simulation) waiting() string {
	if len(s.instance.ActiveBranches) == 0 {
		return fmt.Sprintf("the run is %s", s.instance.Status)
	}
	var nodes []string
	for _, b := range s.instance.ActiveBranches {
		nodes = append(nodes, b.NodeID)
	}
	return "branches wait in " + strings.Join(nodes, ", ")
}

// cameBy notes where the run is, and tells whether it was just there before. As the
// outputs are the same whenever a node waits, it would then go on as it did.
func (s *simulation) cameBy() bool {
	var place strings.Builder
	for _, b := range s.instance.ActiveBranches {
		place.WriteString(b.BranchID + "\x00" + b.NodeID + "\x00")
	}
	for _, join := range slices.Sorted(maps.Keys(s.instance.JoinArrivals)) {
		place.WriteString(join + "\x00" + strings.Join(s.instance.JoinArrivals[join], "\x00") + "\x00")
	}
	place.Write(s.instance.Context.Text())
	if s.seen == nil {
		s.seen = make(map[[sha256.Size]byte]bool)
	}
	key := sha256.Sum256([]byte(place.String()))
	before := s.seen[key]
	s.seen[key] = true
	return before
}
