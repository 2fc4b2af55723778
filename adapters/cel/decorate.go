package cel

import (
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
)

// decorate replaces steps of a planned program: selections name the keys that
// exist, lists and maps are built with their weight, and comparisons look at it.
func decorate(step interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
	switch s := step.(type) {
	case interpreter.InterpretableAttribute:
		return explained(s), nil
	case interpreter.InterpretableConst:
		return s, nil
	case interpreter.InterpretableConstructor:
		return &weighedConstructor{s}, nil
	case interpreter.InterpretableCall:
		if s.Function() == operators.Equals || s.Function() == operators.NotEquals {
			return &comparison{s}, nil
		}
	}
	return step, nil
}

// weighedConstructor builds lists and maps that know their weight.
type weighedConstructor struct {
	interpreter.InterpretableConstructor
}

// Exec builds the list or map.
func (c *weighedConstructor) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	return weighed(c.InterpretableConstructor.Exec(frame))
}

// Eval builds the list or map.
func (c *weighedConstructor) Eval(vars interpreter.Activation) ref.Val {
	return c.Exec(interpreter.AsFrame(vars))
}

// comparison is == or !=, which refuses to compare what is too heavy.
type comparison struct {
	interpreter.InterpretableCall
}

// Exec compares both sides.
func (c *comparison) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	sides := c.Args()
	left := sides[0].Exec(frame)
	if types.IsError(left) {
		return left
	}
	right := sides[1].Exec(frame)
	if types.IsError(right) {
		return right
	}
	if err := comparable(left, right); err != nil {
		return types.WrapErr(err)
	}
	equal := types.Equal(left, right)
	if c.Function() == operators.NotEquals {
		return types.Bool(equal != types.True)
	}
	return equal
}

// Eval compares both sides.
func (c *comparison) Eval(vars interpreter.Activation) ref.Val {
	return c.Exec(interpreter.AsFrame(vars))
}
