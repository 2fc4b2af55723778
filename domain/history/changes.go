package history

import (
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
)

// Change is one place at which two states differ. What was added has no Before, what was removed no After.
type Change struct {
	Path   string
	Before jsontext.Value
	After  jsontext.Value
}

// Changes lists where two checked JSON texts differ in content, the places of after first in their order, then what
// is gone. A part that came or went is one change. How values are written, the order of members, and where in a list a
// named element stands are no differences.
func Changes(before, after jsontext.Value) []Change {
	c := comparison{}
	c.compare("", before, after)
	return c.changes
}

type comparison struct{ changes []Change }

func (c *comparison) compare(path string, before, after jsontext.Value) {
	if rawjson.Equal(before, after) {
		return
	}
	old, oldHasParts := partsOf(path, before)
	now, nowHasParts := partsOf(path, after)
	if !oldHasParts || !nowHasParts || before.Kind() != after.Kind() {
		c.changes = append(c.changes, Change{path, before, after})
		return
	}
	left := make(map[string]jsontext.Value, len(old))
	for _, p := range old {
		left[p.key] = p.value
	}
	for _, p := range now {
		was, existed := left[p.key]
		delete(left, p.key)
		if existed {
			c.compare(below(path, p.key), was, p.value)
		} else {
			c.changes = append(c.changes, Change{Path: below(path, p.key), After: p.value})
		}
	}
	for _, p := range old {
		if _, gone := left[p.key]; gone {
			c.changes = append(c.changes, Change{Path: below(path, p.key), Before: p.value})
		}
	}
}
