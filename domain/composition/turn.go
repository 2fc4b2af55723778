package composition

import (
	"slices"
	"time"

	"heddle.dev/heddle/domain/revision"
)

// Outcome tells how a turn ended.
type Outcome string

// The outcomes.
const (
	Completed   Outcome = "completed"
	Failed      Outcome = "failed"      // the agent erred or its process ended
	Interrupted Outcome = "interrupted" // a person ended it
	Abandoned   Outcome = "abandoned"   // the server that drove the agent went away
)

// Turn is one AI turn: from a person's message to the agent's last word.
type Turn struct {
	ID            string
	CompositionID string
	Message       string
	StartedBy     string
	StartedAt     time.Time
	EndedAt       *time.Time
	Outcome       Outcome  // empty while it runs
	ChangeSet     string   // what it proposes for the workflow, combined; JSON text, empty for nothing
	TouchedItems  []string // labels of the action types and tools that it changed
	Receipt       *Receipt
	Usage         Usage
}

// Receipt is what the server saw a turn do. The agent has no hand in it.
type Receipt struct {
	OpsApplied     int      `json:"opsApplied"`
	Summary        string   `json:"summary,omitempty"`
	ItemsSaved     []string `json:"itemsSaved"`
	ProblemsBefore int      `json:"problemsBefore"`
	ProblemsAfter  int      `json:"problemsAfter"`
	Notice         string   `json:"notice,omitempty"`
}

// Usage is what an agent used, as its engine tells it.
type Usage struct {
	InputTokens  int64    `json:"inputTokens"`
	OutputTokens int64    `json:"outputTokens"`
	CostUSD      *float64 `json:"costUSD,omitzero"` // nil if no engine told it
}

// Add is the sum of two usages.
func (u Usage) Add(more Usage) Usage {
	sum := Usage{InputTokens: u.InputTokens + more.InputTokens, OutputTokens: u.OutputTokens + more.OutputTokens, CostUSD: u.CostUSD}
	switch {
	case sum.CostUSD == nil:
		sum.CostUSD = more.CostUSD
	case more.CostUSD != nil:
		cost := *sum.CostUSD + *more.CostUSD
		sum.CostUSD = &cost
	}
	return sum
}

// Touch notes that the turn changed the item.
func (t *Turn) Touch(label string) {
	if !slices.Contains(t.TouchedItems, label) {
		t.TouchedItems = append(t.TouchedItems, label)
	}
}

// End closes the turn with its outcome, what it proposes and its receipt.
func (t *Turn) End(outcome Outcome, changeSet string, receipt Receipt, at time.Time) {
	t.EndedAt, t.Outcome, t.ChangeSet, t.Receipt = &at, outcome, changeSet, &receipt
}

// WorkingCopy is the workflow as the running turn sees it after its change sets number 1 to Seq. Number 0 is the
// document that the turn started from, with no change set. It is stored at each step, so a crash keeps it.
type WorkingCopy struct {
	TurnID          string
	Seq             int64
	ChangeSet       string // JSON text of the set that led here; empty for number 0 without a pending set
	Content         string
	ContentRevision revision.Revision
	CreatedAt       time.Time
}

// Next is the working copy after one more change set.
func (w WorkingCopy) Next(changeSet, content string, rev revision.Revision, at time.Time) WorkingCopy {
	return WorkingCopy{TurnID: w.TurnID, Seq: w.Seq + 1, ChangeSet: changeSet, Content: content, ContentRevision: rev, CreatedAt: at}
}
