package changeset

import (
	"strconv"
	"strings"
)

// lineage knows which node of the base each node is while a change set is applied,
// however often it was renamed.
type lineage struct {
	origins map[string]string // of the ids that the ops so far touched; see origin
	final   map[string]string // the ids that the nodes have in the end, by origin
	added   int
}

// newLineage looks ahead to where the ops lead, and then starts before the first.
func newLineage(ops []Op) *lineage {
	l := &lineage{origins: map[string]string{}}
	for _, op := range ops {
		l.follow(op)
	}
	final := make(map[string]string, len(l.origins))
	for id, origin := range l.origins {
		if origin != gone {
			final[origin] = id
		}
	}
	for id := range l.origins { // a node of the base that had the id is elsewhere or gone
		if _, elsewhere := final[id]; !elsewhere {
			final[id] = gone
		}
	}
	return &lineage{origins: map[string]string{}, final: final}
}

// gone stands for no node. Ids of nodes are never empty.
const gone = ""

// addedPrefix marks the origin of a node that the set adds; no id in a checked
// document has this byte sequence, since it is not UTF-8.
const addedPrefix = "\xff"

// origin names the node that has the id now: by its id in the base, or, when the set
// has added it, by a name of its own.
func (l *lineage) origin(id string) string {
	if origin, touched := l.origins[id]; touched {
		return origin
	}
	return id
}

// finalID is the id that the node has when all ops are applied; gone if it has none.
func (l *lineage) finalID(origin string) string {
	if id, touched := l.final[origin]; touched {
		return id
	}
	return origin
}

// next is the origin of the node that the set adds next.
func (l *lineage) next() string { return addedPrefix + strconv.Itoa(l.added) }

// follow notes what an op does.
func (l *lineage) follow(op Op) {
	switch body := op.body.(type) {
	case addNode:
		l.origins[body.id] = l.next()
		l.added++
	case removeNode:
		l.origins[body.id] = gone
	case renameNode:
		if body.id != body.newID {
			l.origins[body.newID] = l.origin(body.id)
			l.origins[body.id] = gone
		}
	}
}

// isAdded tells whether the set adds the node.
func isAdded(origin string) bool { return strings.HasPrefix(origin, addedPrefix) }
