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
	AgentTokenID  string // of the attached agent that works in it; empty for the composition's own agent
	StartedAt     time.Time
	EndedAt       *time.Time
	Outcome       Outcome  // empty while it runs
	ChangeSet     string   // what it proposes for the workflow, combined; JSON text, empty for nothing
	TouchedItems  []string // labels of the action types and tools that it changed
	Drafts        []string // labels of the action types and tools that there were when it ended
	Reprompted    bool     // the agent was asked once more, since what it proposed had become stale
	Receipt       *Receipt
	Usage         Usage
}

// Receipt is what the server saw a turn do. The agent has no hand in it.
type Receipt struct {
	OpsApplied     int           `json:"opsApplied"`
	Summary        string        `json:"summary,omitempty"`
	ItemsSaved     []string      `json:"itemsSaved"`
	ItemsRemoved   []string      `json:"itemsRemoved,omitempty"`
	TestsRun       []TestOutcome `json:"testsRun,omitempty"`
	ProblemsBefore int           `json:"problemsBefore"`
	ProblemsAfter  int           `json:"problemsAfter"`
	Notice         string        `json:"notice,omitempty"`
}

// Usage is what an agent used, as its engine tells it.
type Usage struct {
	InputTokens      int64    `json:"inputTokens"` // read anew, beside those of the cache
	OutputTokens     int64    `json:"outputTokens"`
	CacheReadTokens  int64    `json:"cacheReadTokens,omitzero"`
	CacheWriteTokens int64    `json:"cacheWriteTokens,omitzero"`
	CostUSD          *float64 `json:"costUSD,omitzero"` // nil if no engine told it
}

// Add is the sum of two usages.
func (u Usage) Add(more Usage) Usage {
	sum := Usage{
		InputTokens: u.InputTokens + more.InputTokens, OutputTokens: u.OutputTokens + more.OutputTokens,
		CacheReadTokens: u.CacheReadTokens + more.CacheReadTokens, CacheWriteTokens: u.CacheWriteTokens + more.CacheWriteTokens,
		CostUSD: u.CostUSD,
	}
	switch {
	case sum.CostUSD == nil:
		sum.CostUSD = more.CostUSD
	case more.CostUSD != nil:
		cost := *sum.CostUSD + *more.CostUSD
		sum.CostUSD = &cost
	}
	return sum
}

// IsAttached tells whether an agent that a user attached works in the turn.
func (t *Turn) IsAttached() bool { return t.AgentTokenID != "" }

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

// Reopen lets the agent work on in a turn that had ended.
func (t *Turn) Reopen() { t.EndedAt, t.Outcome, t.Reprompted = nil, "", true }

// Notify adds to what the receipt tells people.
func (t *Turn) Notify(notice string) {
	if t.Receipt == nil {
		t.Receipt = &Receipt{ItemsSaved: []string{}}
	}
	if t.Receipt.Notice != "" {
		t.Receipt.Notice += "\n"
	}
	t.Receipt.Notice += notice
}

// Broken tells whether the turn ended before the agent's last word, so that what it had proposed was never pending.
func (t *Turn) Broken() bool {
	return t.Outcome == Failed || t.Outcome == Interrupted || t.Outcome == Abandoned
}

// WorkingCopy is the workflow as the running turn sees it after its change sets number 1 to Seq. Number 0 is the
// document that the turn started from; its change set, if it has one, is an earlier turn's pending set. A later copy
// without a change set starts the work anew, from the document as it was then: the sets before it count no more. Each
// step is stored, so that a crash keeps it.
type WorkingCopy struct {
	TurnID          string
	Seq             int64
	ChangeSet       string // JSON text of the set that led here; empty where the work starts
	Content         string
	ContentRevision revision.Revision
	CreatedAt       time.Time
}

// Next is the working copy after one more change set.
func (w WorkingCopy) Next(changeSet, content string, rev revision.Revision, at time.Time) WorkingCopy {
	return WorkingCopy{TurnID: w.TurnID, Seq: w.Seq + 1, ChangeSet: changeSet, Content: content, ContentRevision: rev, CreatedAt: at}
}

// Restart is the working copy that starts the turn's work anew.
func (w WorkingCopy) Restart(content string, rev revision.Revision, at time.Time) WorkingCopy {
	return w.Next("", content, rev, at)
}

// Step is the change set of one working copy.
type Step struct {
	Seq       int64 // 0: an earlier turn's pending set
	ChangeSet string
}
