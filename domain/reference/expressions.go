package reference

import (
	"fmt"
	"strings"

	"heddle.dev/heddle/domain/expression"
)

// Scope is one place for expressions, with an expression that fits there.
type Scope struct {
	Scope   expression.Scope
	Where   string
	Example string
}

// Scopes lists every scope.
func Scopes() []Scope {
	return []Scope{
		{expression.EdgeCondition, "`condition` of an edge", "context.amount > 100 && context.verdict == 'pay'"},
		{expression.ActionInput, "`inputs` of actions and human tasks", "coalesce(context.note, '-')"},
		{expression.HumanTaskTitle, "`title` of a human task", "'Return of order ' + context.orderId"},
		{expression.CorrelationSubscriptionKey, "`correlationKey.subscriptionKey`", "context.orderId"},
		{expression.CorrelationEventKey, "`correlationKey.eventKey`", "event.payload.orderId"},
		{expression.ReceiveEventMatch, "each of `match`", "event.payload.total >= context.amount"},
		{expression.ReceiveEventOutput, "`expression` of each of a receive-event's `outputs`", "event.payload.items.map(i, i.sku)"},
	}
}

func expressionsText() string {
	var text strings.Builder
	text.WriteString(`Expressions are CEL with its extensions for strings, math, lists, sets, encoders and optionals. Check each one with
evaluate_expression before you use it.

| scope | where | variables | result | example |
| --- | --- | --- | --- | --- |
`)
	for _, s := range Scopes() {
		fmt.Fprintf(&text, "| `%s` | %s | %s | %s | `%s` |\n",
			s.Scope, s.Where, strings.Join(s.Scope.Variables(), ", "), s.Scope.Results(), s.Example)
	}
	text.WriteString(`
- ` + "`context`" + ` holds the data collected so far, by key. Naming a key that is missing is an error; ` + "`has(context.key)`" + ` asks.
- ` + "`instance`" + ` holds id, workflowId, version and startedAt.
- ` + "`event`" + ` holds id, type, source, ref, actor, time and payload, and the payload's own keys as far as the names are free.
- Numbers of all kinds can be mixed. ` + "`coalesce(a, b)`" + ` is b when a is null or missing.
`)
	return text.String()
}
