package scenario

import (
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/simulation"
	"heddle.dev/heddle/domain/workflowinstance"
)

// Coverage counts the edges of one document that were taken.
type Coverage struct {
	Total     int      // edges of the document
	Uncovered []string // the ids of those that no run took, in document order
}

// Covered is how many edges were taken.
func (c Coverage) Covered() int { return c.Total - len(c.Uncovered) }

// CoverageOf says which edges of a document the runs took.
func CoverageOf(d *document.Document, results ...simulation.Result) Coverage {
	taken := make(map[string]bool)
	for _, result := range results {
		for i := range result.Snapshots {
			for _, edge := range result.Snapshots[i].Edges {
				if edge.Outcome == workflowinstance.EdgeTaken {
					taken[edge.EdgeID] = true
				}
			}
		}
	}
	coverage := Coverage{Total: len(d.Edges())}
	for _, edge := range d.Edges() {
		if !taken[edge.ID()] {
			coverage.Uncovered = append(coverage.Uncovered, edge.ID())
		}
	}
	return coverage
}
