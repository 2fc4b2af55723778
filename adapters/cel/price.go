package cel

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// weightPerUnit is how much weight is read or made for one unit of cost.
const weightPerUnit = 10

// price says what a call costs beside the one unit of every step. The result is nil
// where the price is asked before the call is made.
type price func(args []ref.Val, result ref.Val) float64

// priceOf gives the price of a function or operator.
func priceOf(function string) price {
	if cost, known := steepPrices()[function]; known {
		return cost
	}
	switch function {
	case "dyn", "type", "size", firstGiven, "optional.of", "value", "hasValue", "first", "last":
		return func([]ref.Val, ref.Val) float64 { return 0 }
	case operators.In:
		return func(args []ref.Val, _ ref.Val) float64 { return float64(weigh(last(args), maxWeight)) / weightPerUnit }
	case "sort", "@sortByAssociatedKeys", "json.encode":
		return func(args []ref.Val, _ ref.Val) float64 { return float64(weigh(first(args), maxWeight)) }
	case "matches":
		return searchPrice // linear in the text, and at most in the length of the pattern
	default:
		return bySize
	}
}

// bySize prices a call by the sizes of the texts and lists that it reads and makes.
func bySize(args []ref.Val, result ref.Val) float64 {
	if _, inPlace := result.(traits.MutableLister); inPlace {
		return 0 // a loop collects its results in one list, adding one at a time
	}
	total := extent(result)
	for _, arg := range args {
		total += extent(arg)
	}
	return float64(total) / weightPerUnit
}

// extent is the size of a text or list, without what the list holds.
func extent(value ref.Val) int {
	switch v := value.(type) {
	case types.String:
		return len(v)
	case types.Bytes:
		return len(v)
	case traits.Lister:
		return size(v)
	default:
		return 0
	}
}

// steepPrices are the prices of functions that can make much of little, or that
// compare each with each. Such a call is priced before it is made, see guard.go.
func steepPrices() map[string]price {
	pairs := func(args []ref.Val, _ ref.Val) float64 { return pairPrice(first(args), last(args)) }
	return map[string]price{
		"replace":         replacePrice,
		"join":            joinPrice,
		"format":          formatPrice,
		"indexOf":         searchPrice,
		"lastIndexOf":     searchPrice,
		"lists.range":     rangePrice,
		"distinct":        pairs,
		"sets.contains":   pairs,
		"sets.equivalent": pairs,
		"sets.intersects": pairs,
	}
}

func replacePrice(args []ref.Val, _ ref.Val) float64 {
	if len(args) < 3 {
		return 0
	}
	text, from, to := asText(args[0]), asText(args[1]), asText(args[2])
	times := utf8.RuneCountInString(text) + 1
	if from != "" {
		times = strings.Count(text, from)
	}
	return (float64(len(text)) + float64(times)*float64(len(to))) / weightPerUnit
}

func joinPrice(args []ref.Val, _ ref.Val) float64 {
	list, isList := first(args).(traits.Lister)
	if !isList {
		return 0
	}
	separator := asText(last(args)) // empty where the list is the only argument
	return (float64(weigh(list, math.MaxInt)) + float64(size(list))*float64(len(separator))) / weightPerUnit
}

// formatPrice takes every placeholder for the heaviest argument.
func formatPrice(args []ref.Val, _ ref.Val) float64 {
	template := asText(first(args))
	heaviest := maxPrecision
	if list, isList := last(args).(traits.Lister); isList {
		for it := list.Iterator(); it.HasNext() == types.True; {
			heaviest = max(heaviest, weigh(it.Next(), maxWeight))
		}
	}
	return (float64(len(template)) + float64(strings.Count(template, "%"))*float64(heaviest)) / weightPerUnit
}

func searchPrice(args []ref.Val, _ ref.Val) float64 {
	if len(args) < 2 {
		return 0
	}
	return float64(len(asText(args[0]))) * float64(len(asText(args[1]))+1) / (weightPerUnit * weightPerUnit)
}

func rangePrice(args []ref.Val, _ ref.Val) float64 {
	count, _ := first(args).(types.Int)
	return float64(count)
}

// pairPrice is for functions that compare each element of one list with each of another.
func pairPrice(a, b ref.Val) float64 {
	left, leftIsList := a.(traits.Lister)
	right, rightIsList := b.(traits.Lister)
	if !leftIsList || !rightIsList {
		return 0
	}
	n, m := float64(size(left)), float64(size(right))
	read := min(n*float64(weigh(b, maxWeight)), m*float64(weigh(a, maxWeight)))
	return n*m/weightPerUnit + read/weightPerUnit
}

// units rounds a price to units, bounded far from an overflow.
func units(price float64) uint64 { return uint64(min(max(price, 0), math.MaxUint32)) }

func first(args []ref.Val) ref.Val {
	if len(args) == 0 {
		return nil
	}
	return args[0]
}

func last(args []ref.Val) ref.Val {
	if len(args) == 0 {
		return nil
	}
	return args[len(args)-1]
}

func asText(value ref.Val) string {
	text, _ := value.(types.String)
	return string(text)
}

func size(list traits.Lister) int {
	count, _ := list.Size().(types.Int)
	return int(count)
}
