package cel

import (
	"fmt"
	"strings"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/google/cel-go/interpreter"

	"heddle.dev/heddle/domain/expression"
)

// maxNamedKeys bounds the keys that a message lists.
const maxNamedKeys = 30

// path is a metered path whose failing steps say which keys exist instead.
type path struct {
	interpreter.InterpretableAttribute
}

// pathMark tells paths that are decorated already, since the planner decorates a
// path anew for each step that it adds.
type pathMark struct{ types.Adapter }

func meteredPath(attribute interpreter.InterpretableAttribute) interpreter.InterpretableAttribute {
	if _, already := attribute.Adapter().(pathMark); already {
		return attribute
	}
	return &path{attribute}
}

// Adapter marks the path as decorated.
func (p *path) Adapter() types.Adapter { return pathMark{p.InterpretableAttribute.Adapter()} }

// Exec walks the path.
func (p *path) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	m := meterOf(frame)
	if m.exhausted() {
		return types.WrapErr(tooCostly())
	}
	mark := m.begin()
	return m.end(mark, 1, p.InterpretableAttribute.Exec(frame))
}

// Eval walks the path.
func (p *path) Eval(vars interpreter.Activation) ref.Val { return p.Exec(interpreter.AsFrame(vars)) }

// AddQualifier adds a step to the path.
func (p *path) AddQualifier(step interpreter.Qualifier) (interpreter.Attribute, error) {
	switch s := step.(type) {
	case interpreter.ConstantQualifier:
		step = &explainedConstant{s}
	case interpreter.Attribute:
		step = &explainedDynamic{s}
	}
	return p.InterpretableAttribute.AddQualifier(step)
}

// explainedConstant is a step by a key that is written in the expression.
type explainedConstant struct{ interpreter.ConstantQualifier }

// Qualify takes the step.
func (s *explainedConstant) Qualify(vars interpreter.Activation, from any) (any, error) {
	to, err := s.ConstantQualifier.Qualify(vars, from)
	return to, explain(err, from)
}

// explainedDynamic is a step by a key that is computed.
type explainedDynamic struct{ interpreter.Attribute }

// Qualify takes the step.
func (s *explainedDynamic) Qualify(vars interpreter.Activation, from any) (any, error) {
	to, err := s.Attribute.Qualify(vars, from)
	return to, explain(err, from)
}

// explain makes the interpreter's "no such key" name the keys that there are, or
// the value that has none.
func explain(err error, from any) error {
	if err == nil {
		return nil
	}
	key, isMissing := strings.CutPrefix(err.Error(), missingKeyPrefix)
	if !isMissing {
		return err
	}
	switch value := from.(type) {
	case traits.Mapper:
		return expression.Errorf(expression.UnknownKey, "there is no key %q; %s", key, existingKeys(value))
	case types.Null:
		return expression.Errorf(expression.Evaluation, "%q is asked of null; guard it with != null or coalesce(…, …)", key)
	case ref.Val:
		return expression.Errorf(expression.Evaluation, "%q is asked of a value of type %s, which has no keys", key, typeName(value))
	default:
		return err
	}
}

func existingKeys(m traits.Mapper) string {
	var names []string
	count := 0
	for it := m.Iterator(); it.HasNext() == types.True; count++ {
		if key := it.Next(); count < maxNamedKeys {
			names = append(names, keyText(key))
		}
	}
	switch {
	case count == 0:
		return "there are none here"
	case count > maxNamedKeys:
		return fmt.Sprintf("there are: %s and %d more", strings.Join(names, ", "), count-maxNamedKeys)
	default:
		return "there are: " + strings.Join(names, ", ")
	}
}
