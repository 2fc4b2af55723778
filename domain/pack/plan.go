package pack

import (
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/domain/validation"
)

// Change tells what an import does with an item.
type Change string

// The changes.
const (
	Create    Change = "create"
	Update    Change = "update"
	Unchanged Change = "unchanged"
	Conflicts Change = "conflict" // nothing, unless it is forced
)

// Entry is the plan for one item.
type Entry struct {
	Item     *Item
	Change   Change
	Before   revision.Revision // of what is there now; empty for nothing
	Settings []string          // the settings of a workflow that change, by key
	Version  int64             // of a workflow: the version that this makes; 0 for none
	Problems []fault.Problem
	Missing  []Key     // what it names that is nowhere
	Conflict *Conflict // nil for none; with force it is set too, and the change is what is done in spite of it
	// Stay lists the workflows that use the object and keep the version that they have, with the object as it was, until
	// they are published again.
	Stay []string

	Occupant   *Occupant           // what is there now; nil for nothing
	Definition definition.Settings // of a workflow: its settings afterwards
	Snapshot   definition.Snapshot // of a workflow: what its next version freezes
	Reaches    []Key               // of a workflow: the action types and tools in the snapshot
}

// Plan is what an import does, item by item in the order of the pack.
type Plan struct {
	Entries []Entry
	Target  Target // what it was made for
}

// Plan works out what importing the pack into the target does. Force overwrites what changed since the items were made.
func (c Checker) Plan(p *Pack, target Target, force bool) Plan {
	e := c.examine(p, target)
	plan := Plan{Entries: make([]Entry, len(p.items)), Target: target}
	for i := range p.items {
		plan.Entries[i] = e.entry(&p.items[i], force)
	}
	return plan
}

func (e *examination) entry(item *Item, force bool) Entry {
	entry := Entry{Item: item, Change: Create, Definition: definition.DefaultSettings()}
	if occupant, exists := e.target.Occupants[item.Key]; exists {
		entry.Occupant, entry.Before, entry.Change = &occupant, occupant.Revision, Update
	}
	entry.Problems, entry.Missing = e.check(item)
	if item.Kind == Workflow {
		e.planWorkflow(&entry)
	} else {
		e.planObject(&entry)
	}
	if entry.Change == Unchanged {
		return entry
	}
	entry.Conflict = conflictOf(item, entry.Occupant)
	if entry.Conflict != nil && (!force || entry.Conflict.Final()) {
		entry.Change, entry.Version = Conflicts, 0
	}
	return entry
}

func (e *examination) planObject(entry *Entry) {
	if entry.Occupant == nil {
		return
	}
	if entry.Occupant.Foreign || entry.Occupant.Revision == entry.Item.Revision && entry.Occupant.Name == entry.Item.Name {
		entry.Change = Unchanged
		return
	}
	entry.Stay = catalog.WorkflowsOf(e.usesElsewhere(*entry.Occupant))
}

// planWorkflow works out the next version, which is made only if a run of it would find something new.
func (e *examination) planWorkflow(entry *Entry) {
	var current Occupant
	if entry.Occupant != nil {
		current = *entry.Occupant
		entry.Definition = current.Settings
	}
	before := entry.Definition
	entry.Definition = before.With(entry.Item.Settings)
	entry.Settings = entry.Definition.Differences(before)
	if validation.HasErrors(entry.Problems) {
		return // nothing of it will be stored
	}
	entry.Snapshot, entry.Reaches = e.snapshot(entry.Item, entry.Definition)
	if current.Version == 0 || !entry.Snapshot.Same(current.Snapshot) {
		entry.Version = current.Version + 1
		return
	}
	if len(entry.Settings) == 0 && rawjson.Equal([]byte(current.Content), []byte(entry.Item.Content)) {
		entry.Change = Unchanged
	}
}

// snapshot freezes everything that a run of the workflow needs, as the target has it once the pack is imported.
func (e *examination) snapshot(item *Item, settings definition.Settings) (snapshot definition.Snapshot, reaches []Key) {
	snapshot = definition.Snapshot{
		EntryMode: settings.EntryMode, OnComplete: settings.OnComplete, Retention: settings.Retention, Document: item.Content,
		ActionTypes: map[string]string{}, Tools: map[string]string{},
	}
	d, err := document.Parse([]byte(item.Content))
	if err != nil {
		return snapshot, nil // not reached: the document passed validation
	}
	snapshot.Name, snapshot.Description = d.Name(), d.Description()
	for _, key := range references(Workflow, item.Content) {
		content, _ := e.content(key)
		snapshot.ActionTypes[key.Name] = content
		reaches = append(reaches, key)
		for _, tool := range references(catalog.ActionType, content) {
			if _, frozen := snapshot.Tools[tool.Name]; !frozen {
				snapshot.Tools[tool.Name], _ = e.content(tool)
				reaches = append(reaches, tool)
			}
		}
	}
	return snapshot, reaches
}

// Problems are those of all items.
func (p *Plan) Problems() (problems []fault.Problem) {
	for i := range p.Entries {
		problems = append(problems, p.Entries[i].Problems...)
	}
	return problems
}

// Refusal is why the plan can't be carried out; nil if it can. Problems go before conflicts, since only conflicts can be
// forced.
func (p *Plan) Refusal() error {
	if problems := p.Problems(); validation.HasErrors(problems) {
		return fault.New(fault.KindInvalid, "not-importable", "nothing was written: see the problems of each item").WithProblems(problems)
	}
	var found []Conflict
	for i := range p.Entries {
		if p.Entries[i].Change == Conflicts {
			found = append(found, *p.Entries[i].Conflict)
		}
	}
	if found == nil {
		return nil
	}
	return newConflictError(found)
}
