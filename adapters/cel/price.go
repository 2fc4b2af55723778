package cel

import (
	"math"

	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// weightPerUnit is how much weight is read or made for one unit of cost.
const weightPerUnit = 10

// prices tells the interpreter's cost tracker what a call costs where its own
// price is wrong: it takes + and == on dynamic values for cheap, whatever their size.
type prices struct{}

// CallCost prices one call that was made; nil leaves the price to the interpreter.
func (prices) CallCost(function, _ string, args []ref.Val, result ref.Val) *uint64 {
	switch function {
	case operators.Add:
		return pricedBy(sumWeight(args, result))
	case operators.Equals, operators.NotEquals:
		return pricedBy(min(weigh(args[0], maxWeight), weigh(args[1], maxWeight)))
	case operators.In:
		return pricedBy(weigh(args[1], maxWeight))
	default:
		return nil
	}
}

// sumWeight gives the weight of what + made. A comprehension collects its result
// by adding to one list in place, which costs no more than what is added.
func sumWeight(args []ref.Val, result ref.Val) int {
	if _, inPlace := result.(traits.MutableLister); inPlace {
		return 1
	}
	if list, isList := result.(traits.Lister); isList {
		return size(list)
	}
	return max(weigh(result, math.MaxInt), weigh(args[0], maxWeight))
}

func pricedBy(weight int) *uint64 {
	cost := 1 + uint64(weight)/weightPerUnit
	return &cost
}
