package cel

import (
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
)

// meter adds up what one evaluation costs. CEL's own cost tracker can't be used: it
// prices + and == on dynamic values without regard to their size, and its book-keeping
// takes time that grows with the square of a loop's length.
type meter struct {
	limit uint64
	spent uint64
	// values holds the results of the steps whose parent step has not ended: when a
	// call ends, the results of its arguments are the last ones.
	values []ref.Val
}

// meterName is the hidden variable that carries the meter; no expression can name it.
const meterName = "@meter"

func meterOf(frame *interpreter.ExecutionFrame) *meter {
	found, _ := frame.ResolveName(meterName)
	m, ok := found.(*meter)
	if !ok {
		return &meter{} // not ours to meter; everything is too costly
	}
	return m
}

func (m *meter) exhausted() bool { return m.spent > m.limit }

// begin marks where the results of a step's arguments will lie.
func (m *meter) begin() (mark int) { return len(m.values) }

// arguments gives the results since the mark.
func (m *meter) arguments(mark int) []ref.Val { return m.values[mark:] }

// end charges a step, takes its arguments' results away and keeps its own.
func (m *meter) end(mark int, cost uint64, result ref.Val) ref.Val {
	m.spent += min(cost, m.limit+1) // far from an overflow, since nothing is charged beyond the limit
	if m.exhausted() {
		result = types.WrapErr(tooCostly())
	}
	m.values = append(m.values[:mark], result)
	return result
}
