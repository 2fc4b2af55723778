package cel

import (
	"cmp"
	"slices"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	"heddle.dev/heddle/domain/expression"
)

// reader collects the context keys that an expression reads, and whether guards
// stand before them.
type reader struct {
	*deduction
	decisive *deduction
	reads    []expression.Read
	at       map[string]int // index in reads by key
	guarded  map[int64]bool // parts, by id, that are not null where they are evaluated
	loops    *loopVariable  // of the loops around, the innermost first
}

// loopVariable is a variable of a loop with what the loop asks of it.
type loopVariable struct {
	name   string
	asked  *demand
	around *loopVariable
	// isOwn tells that it is the loop's own accumulator, which nobody guards.
	isOwn bool
}

func (v *loopVariable) find(name string) *loopVariable {
	for v != nil && v.name != name {
		v = v.around
	}
	return v
}

// guards are the facts that hold where an expression is evaluated, nearest first.
type guards struct {
	facts  expression.Facts
	around *guards
}

func (g *guards) with(facts expression.Facts) *guards {
	if len(facts) == 0 {
		return g
	}
	return &guards{facts, g}
}

func (g *guards) hold(key string, fact expression.Fact) bool {
	for ; g != nil; g = g.around {
		if g.facts[key]&fact != 0 {
			return true
		}
	}
	return false
}

// note remembers that the part e of the expression reads a key.
func (r *reader) note(e ast.Expr, key string, g *guards, needsPresent bool, d *demand) {
	if r.loops.find(expression.ContextVariable) != nil {
		return
	}
	i, known := r.at[key]
	if !known {
		i = len(r.reads)
		r.at[key] = i
		r.reads = append(r.reads, expression.Read{Key: key})
	}
	isGuarded := g.hold(key, expression.NotNull)
	if isGuarded {
		r.guarded[e.ID()] = true
	}
	r.reads[i].NeedsPresent = r.reads[i].NeedsPresent || needsPresent && !g.hold(key, expression.Present)
	r.reads[i].NeedsValue = r.reads[i].NeedsValue || d.refusesNull() && !isGuarded
}

// read goes through e, which stands under the demand d. It is called once for each part.
func (r *reader) read(e ast.Expr, g *guards, d *demand) {
	if key, ok := readOf(e); ok {
		r.note(e, key, g, true, d)
		return
	}
	if key, ok := optionalReadOf(e); ok {
		r.note(e, key, g, false, d.held())
		return
	}
	if key, ok := testOf(e); ok {
		r.note(e, key, g, false, nil)
		return
	}
	switch e.Kind() {
	case ast.IdentKind:
		r.readVariable(e, g, d)
	case ast.SelectKind:
		r.readSelection(e.AsSelect(), g, d)
	case ast.CallKind:
		r.readCall(e, e.AsCall(), g, d)
	case ast.ListKind:
		r.readList(e.AsList(), g, d)
	case ast.MapKind:
		for _, entry := range e.AsMap().Entries() {
			member := entry.AsMapEntry()
			r.read(member.Key(), g, refusing)
			r.read(member.Value(), g, d.ofMember(keyLiteral(member.Key())))
		}
	case ast.ComprehensionKind:
		r.readLoop(e.AsComprehension(), g, d)
	default:
	}
}

// readVariable hands on to a loop what is asked of its variable. Of parts of a variable
// that a person named nothing is said, since guards on parts are not followed.
func (r *reader) readVariable(e ast.Expr, g *guards, d *demand) {
	variable := r.loops.find(e.AsIdent())
	switch {
	case variable == nil:
	case variable.isOwn:
		variable.asked = variable.asked.and(d)
	case g.hold(variableKey(variable.name), expression.NotNull):
		r.guarded[e.ID()] = true
	case d.refusesNull():
		variable.asked = variable.asked.and(&demand{null: d.null})
	}
}

func (r *reader) readSelection(selection ast.SelectExpr, g *guards, d *demand) {
	if selection.IsTestOnly() { // has(context.key.part) is false where the key is null
		r.read(selection.Operand(), g, nil)
		return
	}
	r.read(selection.Operand(), g, d.taken(types.String(selection.FieldName())))
}

func (r *reader) readList(list ast.ListExpr, g *guards, d *demand) {
	for i, element := range list.Elements() {
		of := d.ofElement(i, list.Size())
		if len(list.OptionalIndices()) > 0 { // it is not known where the others come to stand
			of = nil
		}
		r.read(element, g, of)
	}
}

func (r *reader) readCall(e ast.Expr, call ast.CallExpr, g *guards, d *demand) {
	parts := operands(call)
	switch call.FunctionName() {
	case operators.LogicalAnd, operators.LogicalOr:
		// The right side guards the left one too: where it decides, it makes up for the
		// failure of the left.
		goOn := call.FunctionName() == operators.LogicalAnd
		r.read(parts[0], g.with(r.decisive.from(parts[1], goOn)), refusing)
		r.read(parts[1], g.with(r.from(parts[0], goOn)), refusing)
	case operators.Conditional:
		r.read(parts[0], g, refusing)
		r.read(parts[1], g.with(r.from(parts[0], true)), d)
		r.read(parts[2], g.with(r.from(parts[0], false)), d)
	case firstGiven:
		r.read(parts[0], g, d.takingNull())
		r.read(parts[1], g, d)
	case "orValue": // the optional may hold null
		r.read(parts[0], g, d.ofHeld())
		r.read(parts[1], g, d)
	case operators.Index:
		r.read(parts[0], g, d.taken(keyLiteral(parts[1])))
		r.read(parts[1], g, refusingIf(r.refusesNull(e, 1)))
	case operators.Add:
		of := d.ofJoined(r.isGrowing(parts[0]))
		for i, part := range parts {
			r.read(part, g, of.and(refusingIf(r.refusesNull(e, i))))
		}
	default:
		for i, part := range parts {
			r.read(part, g, refusingIf(r.refusesNull(e, i)))
		}
	}
}

// isGrowing tells whether a list is the one that a loop makes, element by element.
func (r *reader) isGrowing(list ast.Expr) bool {
	if list.Kind() != ast.IdentKind {
		return false
	}
	variable := r.loops.find(list.AsIdent())
	return variable != nil && variable.isOwn
}

func (r *reader) refusesNull(call ast.Expr, index int) bool {
	return r.overloads.refuseNull(r.checked.GetOverloadIDs(call.ID()), index)
}

// readLoop goes through a loop from its result back to what it starts from, which is how
// demands go.
func (r *reader) readLoop(loop ast.ComprehensionExpr, g *guards, d *demand) {
	around := r.loops
	sum := &loopVariable{name: loop.AccuVar(), around: around, isOwn: true}
	r.loops = sum
	r.read(loop.Result(), g, d)
	element := &loopVariable{name: loop.IterVar(), around: sum}
	r.loops = element
	r.read(loop.LoopStep(), g, sum.asked)
	r.read(loop.LoopCondition(), g, nil)
	r.loops = around
	r.read(loop.AccuInit(), g, sum.asked)
	r.read(loop.IterRange(), g, element.asked.ofRange())
}

// inOrder gives the reads as their keys first stand in the expression.
func (r *reader) inOrder() []expression.Read {
	if len(r.reads) < 2 {
		return r.reads
	}
	place := make(map[string]int, len(r.reads))
	note := func(key string, ok bool) {
		if _, known := place[key]; ok && !known {
			place[key] = len(place)
		}
	}
	ast.PreOrderVisit(r.checked.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		note(readOf(e))
		note(optionalReadOf(e))
		note(testOf(e))
	}))
	slices.SortFunc(r.reads, func(a, b expression.Read) int { return cmp.Compare(place[a.Key], place[b.Key]) })
	return r.reads
}

// keyLiteral gives the key or index that an expression writes out; nil if it does not.
func keyLiteral(e ast.Expr) ref.Val {
	if e.Kind() != ast.LiteralKind {
		return nil
	}
	switch key := e.AsLiteral().(type) {
	case types.String, types.Int:
		return key
	default:
		return nil
	}
}
