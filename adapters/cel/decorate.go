package cel

import (
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
)

// decorate replaces each step of a planned program by one that is metered. Paths
// name the keys that exist, lists and maps are built with their weight, and
// comparisons look at it first.
func decorate(step interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
	switch s := step.(type) {
	case interpreter.InterpretableAttribute:
		return meteredPath(s), nil
	case interpreter.InterpretableConst:
		return &constant{s}, nil
	case interpreter.InterpretableConstructor:
		return &constructor{s}, nil
	case interpreter.InterpretableCall:
		if s.Function() == operators.Equals || s.Function() == operators.NotEquals {
			return &comparison{s}, nil
		}
		return &call{s, priceOf(s.Function())}, nil
	default:
		return &otherStep{s}, nil
	}
}

// constant is a literal, which costs nothing.
type constant struct{ interpreter.InterpretableConst }

// Exec gives the literal.
func (c *constant) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	m := meterOf(frame)
	return m.end(m.begin(), 0, c.InterpretableConst.Exec(frame))
}

// Eval gives the literal.
func (c *constant) Eval(vars interpreter.Activation) ref.Val {
	return c.Exec(interpreter.AsFrame(vars))
}

// constructor builds lists and maps that know their weight.
type constructor struct {
	interpreter.InterpretableConstructor
}

// Exec builds the list or map.
func (c *constructor) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	m := meterOf(frame)
	if m.exhausted() {
		return types.WrapErr(tooCostly())
	}
	mark := m.begin()
	built := c.InterpretableConstructor.Exec(frame)
	parts := m.arguments(mark)
	cost := 1 + 2*uint64(len(parts))
	for _, part := range parts {
		cost += uint64(unweighedSize(part)) // weighing looks at each element once
	}
	return m.end(mark, cost, weighed(built))
}

// Eval builds the list or map.
func (c *constructor) Eval(vars interpreter.Activation) ref.Val {
	return c.Exec(interpreter.AsFrame(vars))
}

// call is a call of a function or operator.
type call struct {
	interpreter.InterpretableCall
	price price
}

// Exec calls.
func (c *call) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	m := meterOf(frame)
	if m.exhausted() {
		return types.WrapErr(tooCostly())
	}
	mark := m.begin()
	result := c.InterpretableCall.Exec(frame)
	if types.IsError(result) {
		return m.end(mark, 1, result)
	}
	return m.end(mark, 1+units(c.price(m.arguments(mark), result)), result)
}

// Eval calls.
func (c *call) Eval(vars interpreter.Activation) ref.Val { return c.Exec(interpreter.AsFrame(vars)) }

// comparison is == or !=, which refuses to compare what is too heavy.
type comparison struct{ interpreter.InterpretableCall }

// Exec compares both sides.
func (c *comparison) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	m := meterOf(frame)
	if m.exhausted() {
		return types.WrapErr(tooCostly())
	}
	mark := m.begin()
	sides := c.Args()
	left := sides[0].Exec(frame)
	if types.IsError(left) {
		return m.end(mark, 1, left)
	}
	right := sides[1].Exec(frame)
	if types.IsError(right) {
		return m.end(mark, 1, right)
	}
	read := min(weigh(left, maxWeight), weigh(right, maxWeight))
	if read > maxWeight {
		return m.end(mark, m.limit+1, nil)
	}
	equal := types.Equal(left, right)
	if c.Function() == operators.NotEquals {
		equal = types.Bool(equal != types.True)
	}
	return m.end(mark, 1+units(float64(read)/weightPerUnit), equal)
}

// Eval compares both sides.
func (c *comparison) Eval(vars interpreter.Activation) ref.Val {
	return c.Exec(interpreter.AsFrame(vars))
}

// otherStep is a loop, a logical operator or the like, which costs what its parts cost.
type otherStep struct{ interpreter.InterpretableV2 }

// Exec makes the step.
func (s *otherStep) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	m := meterOf(frame)
	if m.exhausted() {
		return types.WrapErr(tooCostly())
	}
	mark := m.begin()
	return m.end(mark, 1, s.InterpretableV2.Exec(frame))
}

// Eval makes the step.
func (s *otherStep) Eval(vars interpreter.Activation) ref.Val {
	return s.Exec(interpreter.AsFrame(vars))
}
