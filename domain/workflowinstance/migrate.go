package workflowinstance

import (
	"fmt"
	"slices"
	"time"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
)

// Migration is what would become of an instance in another version.
type Migration struct {
	Landings  []Landing       // where each branch would be, those that wait first
	Obstacles []fault.Problem // what can't move, and why; none if the instance can
}

// Landing is where one branch would be.
type Landing struct {
	BranchID     string
	NodeID       string
	ActivationID string
	// Reopened tells that the node asks for something else now, so that what it asked
	// the world for is closed and asked anew, under a new activation.
	Reopened bool
}

// The codes of obstacles. Besides, there are the codes of fields for data that does
// not fit what the other version declares.
const (
	NodeMissing     = "NODE_MISSING"      // a branch is in a node that the other version does not have
	NodeTypeChanged = "NODE_TYPE_CHANGED" // the node is of another type there
	RegionChanged   = "REGION_CHANGED"    // the node is in other parallel branches there, or those have other edges
)

// PreviewMigration says what would become of an instance in another version. It is
// deterministic, and true as long as the instance does not move.
func PreviewMigration(from, to *Version, instance *Instance) Migration {
	m := &mover{from: from, to: to, instance: instance, fromHomes: from.homes(), toHomes: to.homes()}
	for _, b := range instance.ActiveBranches {
		if m.place(b.NodeID, b.BranchID) {
			m.land(Landing{b.BranchID, b.NodeID, b.ActivationID, m.reopens(b.NodeID)})
		}
	}
	for _, move := range instance.Pending {
		if m.place(move.NodeID, move.BranchID) {
			m.land(Landing{BranchID: move.BranchID, NodeID: move.NodeID, ActivationID: move.ActivationID})
		}
	}
	m.checkRegions()
	m.checkData()
	return m.migration
}

// Migrate lets an instance go on in another version, whose number is given. What waits
// stays as it is, with its activation, unless the node asks for something else there.
// An instance with obstacles is refused as migration-refused, with the obstacles as
// problems. A failed instance stays so until it is retried.
func Migrate(from, to *Version, instance *Instance, number int, at time.Time) (Step, error) {
	if err := requireOpen(instance); err != nil {
		return Step{}, err
	}
	migration := PreviewMigration(from, to, instance)
	if len(migration.Obstacles) > 0 {
		return Step{}, fault.New(fault.KindConflict, CodeMigrationRefused,
			"the instance can't go on in version %d: %s", number, summary(migration.Obstacles)).WithProblems(migration.Obstacles)
	}
	r := newRun(to, instance, at)
	r.instance.Version = number
	r.record(Entry{Kind: EntryMigrated, Message: fmt.Sprintf("from version %d to version %d", instance.Version, number)})
	r.completeInputs()
	for _, landing := range migration.Landings {
		if landing.Reopened {
			r.reopen(landing)
		}
	}
	if r.failed() {
		return r.rest(Failed), nil
	}
	return r.rest(instance.Status), nil
}

// completeInputs stores what the other version's start inputs would have stored, where
// nothing is.
func (r *run) completeInputs() {
	values, _ := completeFields(r.version.start.id, r.version.start.fields, r.fromContext)
	r.instance.Context = r.instance.Context.Merge(values.Without(func(name string) bool {
		_, found := r.instance.Context.Lookup(name)
		return found
	}))
}

// reopen takes back what a node asked for and asks for what it needs now. Actions are
// excepted: what may have happened already is not made to happen again.
func (r *run) reopen(landing Landing) {
	at := slices.IndexFunc(r.instance.ActiveBranches, func(b Branch) bool { return b.ActivationID == landing.ActivationID })
	active := r.instance.ActiveBranches[at]
	b := branch{id: active.BranchID, level: active.Level, node: r.version.nodes[active.NodeID], activation: active.ActivationID}
	if rejection, rejected := r.instance.Rejections[active.ActivationID]; rejected {
		b.rejection = rejection.within(b.node)
	}
	r.instance.ActiveBranches = slices.Delete(r.instance.ActiveBranches, at, at+1)
	r.close(b)
	r.visit(b)
}

// within is the rejection as far as the stage still has the fields.
func (rejection Rejection) within(stage *node) *Rejection {
	rejection.Fields = slices.DeleteFunc(slices.Clone(rejection.Fields), func(name string) bool {
		return !slices.ContainsFunc(stage.fields, func(f document.Field) bool { return f.Name == name })
	})
	return &rejection
}
