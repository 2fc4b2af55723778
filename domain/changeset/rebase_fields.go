package changeset

import (
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
)

// threeWay is one value on the three sides; nil where it is absent.
type threeWay struct{ base, ours, theirs jsontext.Value }

// members gives the members of the three objects by their names.
func (v threeWay) members() func(name string) threeWay {
	base, ours, theirs := membersOf(v.base), membersOf(v.ours), membersOf(v.theirs)
	return func(name string) threeWay { return threeWay{base[name], ours[name], theirs[name]} }
}

// pruning collects what is left of an update.
type pruning struct {
	merge     *merge
	elementID string
	title     string // of the element, for messages
	patch     []entry
	unset     []string
	pruned    bool
}

// keeps tells whether a field is to be written on the other side. It is not if the
// other side has changed it: either to what it has in the end anyway, or the set
// leaves it as it was after all, or that is a conflict.
func (p *pruning) keeps(field string, v threeWay) bool {
	if rawjson.Equal(v.base, v.theirs) {
		return true
	}
	p.pruned = true
	if !rawjson.Equal(v.ours, v.theirs) && !rawjson.Equal(v.ours, v.base) {
		p.merge.conflict(p.elementID, field, "%s of %s was changed to %s; the change set makes it %s",
			field, p.title, excerpt(v.theirs), excerpt(v.ours))
	}
	return false
}

// op is what is left of the op, the op itself if that is all; false for nothing.
func (p *pruning) op(op Op, kind OpKind) (Op, bool) {
	switch {
	case !p.pruned:
		return op, true
	case len(p.patch) == 0 && len(p.unset) == 0:
		return op, false
	case kind == Metadata:
		return composeMetadata(p.patch...), true
	default:
		return composeUpdate(kind, p.elementID, composed(p.patch...), p.unset), true
	}
}

// excerpt shows a value in a message.
func excerpt(value jsontext.Value) string {
	const length = 60
	if value == nil {
		return "nothing (it was removed)"
	}
	return cut(oneLine(string(value)), length)
}

func (o metadata) rebase(m *merge, op Op) (Op, bool) {
	p := pruning{merge: m, elementID: workflowElement, title: "the workflow"}
	for name, value := range o.patch.Members() {
		base, _ := m.base.Member(name)
		ours, _ := m.ours.Member(name)
		theirs, _ := m.current.Member(name)
		if p.keeps(name, threeWay{base, ours, theirs}) {
			p.patch = append(p.patch, entry{name, value})
		}
	}
	return p.op(op, Metadata)
}
