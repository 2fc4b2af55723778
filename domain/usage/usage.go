// Package usage is what language models were used for, and what that cost.
package usage

import "time"

// Purpose is what a use was for.
type Purpose string

// The purposes.
const (
	ForTurn Purpose = "turn" // of an agent
	ForTest Purpose = "test" // of a draft that asks a model
)

// Record is one use, as it was told: a part of a turn most often. No token is counted twice among its members.
type Record struct {
	ID               string
	At               time.Time
	Purpose          Purpose
	SessionID        string
	TurnID           string
	CompositionID    string
	TeamID           string
	UserID           string // who wanted it
	Engine           string
	Model            string
	InputTokens      int64
	OutputTokens     int64
	CacheReadTokens  int64
	CacheWriteTokens int64
	CostUSD          *float64 // nil where the price is not known
}

// Day is the day of the record, in UTC, as YYYY-MM-DD.
func (r Record) Day() string { return r.At.UTC().Format(time.DateOnly) }

// IsNothing tells whether nothing was used.
func (r Record) IsNothing() bool {
	return r.InputTokens|r.OutputTokens|r.CacheReadTokens|r.CacheWriteTokens == 0 && (r.CostUSD == nil || *r.CostUSD == 0)
}

// Grouping is what sums are made for.
type Grouping string

// The groupings.
const (
	ByDay         Grouping = "day"
	ByEngine      Grouping = "engine"
	ByModel       Grouping = "model"
	ByComposition Grouping = "composition"
	ByUser        Grouping = "user"
	ByTeam        Grouping = "team"
	Together      Grouping = "together" // one sum of all
)

// Sum is the sum of some records.
type Sum struct {
	Key              string // what the records have in common; empty for those that belong to none
	Records          int64
	Turns            int64
	InputTokens      int64
	OutputTokens     int64
	CacheReadTokens  int64
	CacheWriteTokens int64
	CostUSD          float64 // of the records whose price is known
	Unpriced         int64   // records whose price is not
}
