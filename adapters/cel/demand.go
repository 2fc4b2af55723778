package cel

import (
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// refusal is whether null fails at a place.
type refusal uint8

const (
	takesNull refusal = iota
	// refusesSome is of a part of a list: null fails in one of them, and it is not known
	// in which.
	refusesSome
	refusesNull
)

// demand is what the place of an expression refuses: null as its value, and null as
// what is taken out of it later. A nil demand refuses nothing. Demands never change.
type demand struct {
	null  refusal
	every *demand             // of each element of a list
	some  *demand             // of an element that is not known, or of what an optional holds
	at    map[ref.Val]*demand // of a part by its key (types.String) or index (types.Int)
}

var refusing = &demand{null: refusesNull}

// refusingIf refuses null under a condition.
func refusingIf(refuses bool) *demand {
	if refuses {
		return refusing
	}
	return nil
}

func (d *demand) refusesNull() bool { return d != nil && d.null != takesNull }

// takingNull is the demand without a refusal of null as the value itself.
func (d *demand) takingNull() *demand {
	if !d.refusesNull() {
		return d
	}
	return &demand{every: d.every, some: d.some, at: d.at}
}

// taken is the demand on what a part is taken out of that stands under the demand d.
// The key is nil if it is not known.
func (d *demand) taken(key ref.Val) *demand {
	switch {
	case d == nil:
		return refusing
	case key == nil:
		return &demand{null: refusesNull, some: d}
	default:
		return &demand{null: refusesNull, at: map[ref.Val]*demand{key: d}}
	}
}

// ofHeld is the demand on an optional whose value, if any, stands under the demand d.
func (d *demand) ofHeld() *demand {
	if d == nil {
		return nil
	}
	return &demand{some: d}
}

// held is the demand on what an optional holds.
func (d *demand) held() *demand {
	if d == nil {
		return nil
	}
	return d.some
}

// ofElement is the demand on one element of a list that is written out.
func (d *demand) ofElement(index, length int) *demand {
	if d == nil {
		return nil
	}
	of := d.every.and(d.at[types.Int(index)])
	if length == 1 {
		of = of.and(d.some.weaker())
	}
	return of
}

// ofMember is the demand on a member of an object that is written out.
func (d *demand) ofMember(key ref.Val) *demand {
	if d == nil || key == nil {
		return nil
	}
	return d.at[key]
}

// ofJoined is the demand on each of two lists that are joined to one, where it is not
// known which elements come from which. A list that grows in a loop is made of elements
// like the one that it is joined with.
func (d *demand) ofJoined(isGrowing bool) *demand {
	if d == nil {
		return nil
	}
	if !isGrowing {
		return &demand{every: d.every}
	}
	joined := &demand{every: d.every, some: d.some}
	for _, of := range d.at {
		joined.some = joined.some.and(of)
	}
	return joined
}

// weaker is the demand on a value that may be the one that is meant.
func (d *demand) weaker() *demand {
	if d == nil || d.null != refusesNull {
		return d
	}
	return &demand{null: refusesSome, every: d.every, some: d.some, at: d.at}
}

// ofRange is the demand on a list that is gone through, where d is what the loop asks
// of its variable.
func (d *demand) ofRange() *demand {
	switch {
	case d == nil || d.null == takesNull:
		return refusing
	case d.null == refusesSome:
		return &demand{null: refusesNull, some: refusing}
	default:
		return &demand{null: refusesNull, every: refusing}
	}
}

// and gives the demand that refuses what either of two does.
func (d *demand) and(other *demand) *demand {
	switch {
	case d == nil:
		return other
	case other == nil || other == d:
		return d
	}
	all := &demand{null: max(d.null, other.null), every: d.every.and(other.every), some: d.some.and(other.some), at: d.at}
	if len(other.at) > 0 {
		all.at = make(map[ref.Val]*demand, len(d.at)+len(other.at))
		for key, of := range d.at {
			all.at[key] = of
		}
		for key, of := range other.at {
			all.at[key] = all.at[key].and(of)
		}
	}
	return all
}
