package layout

import "math"

// canvas knows which places are taken. It sorts nodes into cells, so that a look
// at one place costs the same however many nodes there are.
type canvas struct{ cells map[point][]point }

func newCanvas() *canvas { return &canvas{cells: map[point][]point{}} }

func cellOf(at point) point { return point{math.Floor(at.x / column), math.Floor(at.y / row)} }

func (c *canvas) add(at point) { c.cells[cellOf(at)] = append(c.cells[cellOf(at)], at) }

// isFree tells whether a node at the place keeps the gap to all others.
func (c *canvas) isFree(at point) bool {
	cell := cellOf(at)
	for dx := -1.0; dx <= 1; dx++ {
		for dy := -1.0; dy <= 1; dy++ {
			for _, other := range c.cells[point{cell.x + dx, cell.y + dy}] {
				if math.Abs(at.x-other.x) < column && math.Abs(at.y-other.y) < row {
					return false
				}
			}
		}
	}
	return true
}

// nearestFree is the free place in the wished column that is nearest to the wish,
// below rather than above.
func (c *canvas) nearestFree(wish point) point {
	const step = row / 2
	for distance := 0.0; ; distance += step {
		for _, at := range []point{{wish.x, wish.y + distance}, {wish.x, wish.y - distance}} {
			if c.isFree(at) {
				return at
			}
		}
	}
}
