// Package layout finds places on the canvas for nodes that have none.
package layout

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/topology"
)

// The size that a node is assumed to have on the canvas, and the space that is kept
// free around it, in pixels. The editor of the page has the same figures and places
// nodes by the same rules; between columns there is room for what stands on an edge.
const (
	NodeWidth  = 180
	NodeHeight = 60
	GapX       = 100
	GapY       = 40
)

// The distance between neighbours: columns follow the edges, rows the branches.
const (
	column = NodeWidth + GapX
	row    = NodeHeight + GapY
)

// farthest is how far from the origin a neighbour may stand to be placed beside. Out
// there, numbers are too coarse to tell a node from the next one.
const farthest = 1e9

// Place gives positions to those of the named nodes that have none: to the right of
// the nodes that lead to them, branches in rows of their own, else to the left of
// what they lead to. A new position overlaps no other node; nodes that have a
// position never move. The result depends on the arguments alone.
func Place(d *document.Document, nodeIDs []string) *document.Document {
	p := newPlacer(d)
	pending := p.pending(nodeIDs)
	if len(pending) == 0 {
		return d
	}
	editor := d.Edit()
	for _, id := range p.order {
		if !pending[id] {
			continue
		}
		at := p.taken.nearestFree(p.wish(id))
		p.occupy(id, at)
		node, _ := d.Node(id)
		object, _ := rawjson.ParseObject(node.Text())
		editor.ReplaceNode(id, object.With("position", at.text()).Text())
	}
	return editor.Document()
}

// point is the top left corner of a node.
type point struct{ x, y float64 }

func (p point) text() jsontext.Value {
	number := func(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
	return jsontext.Value(`{"x":` + number(p.x) + `,"y":` + number(p.y) + `}`)
}

type placer struct {
	document *document.Document
	graph    *topology.Graph
	order    []string // nodes after those that lead to them, cycles aside
	rank     map[string]int
	placed   map[string]point
	rows     map[*document.Edge]float64 // how far the target's row is from the source's
	taken    *canvas
}

func newPlacer(d *document.Document) *placer {
	graph := topology.Of(d)
	p := &placer{
		document: d,
		graph:    graph,
		order:    graph.Forward(),
		rank:     make(map[string]int, len(d.Nodes())),
		placed:   make(map[string]point, len(d.Nodes())),
		rows:     make(map[*document.Edge]float64, len(d.Edges())),
		taken:    newCanvas(),
	}
	for rank, id := range p.order {
		p.rank[id] = rank
		p.spread(graph.Outgoing(id))
	}
	for _, node := range d.Nodes() {
		if x, y, ok := node.Position(); ok {
			p.occupy(node.ID(), point{x, y})
		}
	}
	return p
}

func (p *placer) occupy(id string, at point) {
	p.taken.add(at)
	if at.x > -farthest && at.x < farthest && at.y > -farthest && at.y < farthest {
		p.placed[id] = at
	}
}

// pending gives those of the named nodes that exist and have no position.
func (p *placer) pending(nodeIDs []string) map[string]bool {
	pending := make(map[string]bool, len(nodeIDs))
	for _, id := range nodeIDs {
		node, ok := p.document.Node(id)
		if !ok {
			continue
		}
		if _, _, positioned := node.Position(); !positioned {
			pending[id] = true
		}
	}
	return pending
}

// wish is where a node would stand if there were nothing else.
func (p *placer) wish(id string) point {
	if at, ok := p.behindSources(id); ok {
		return at
	}
	if at, ok := p.beforeTargets(id); ok {
		return at
	}
	return point{}
}

// behindSources is the column right of the rightmost source, at the mean of the rows
// that the sources have for this target. Sources that come later are those of
// cycles; they do not count.
func (p *placer) behindSources(id string) (point, bool) {
	var at point
	count := 0
	for _, edge := range p.graph.Incoming(id) {
		source, ok := p.placed[edge.Source()]
		if !ok || p.rank[edge.Source()] >= p.rank[id] {
			continue
		}
		if count == 0 || source.x+column > at.x {
			at.x = source.x + column
		}
		at.y += source.y + p.rows[edge]
		count++
	}
	if count == 0 {
		return point{}, false
	}
	at.y /= float64(count)
	return at, true
}

// spread puts the targets of one source evenly above and below it.
func (p *placer) spread(edges []*document.Edge) {
	for i, edge := range edges {
		p.rows[edge] = (float64(i) - float64(len(edges)-1)/2) * row
	}
}

// beforeTargets is the column left of the leftmost target, in its row.
func (p *placer) beforeTargets(id string) (point, bool) {
	var at point
	found := false
	for _, edge := range p.graph.Outgoing(id) {
		if target, ok := p.placed[edge.Target()]; ok && (!found || target.x-column < at.x) {
			at, found = point{target.x - column, target.y}, true
		}
	}
	return at, found
}
