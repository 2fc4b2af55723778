package running

import (
	"bytes"
	"context"
	"slices"
	"sync"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/workflowinstance"
	"heddle.dev/heddle/ports"
)

// version is a published version made ready to run. It is immutable.
type version struct {
	document    *document.Document
	engine      *workflowinstance.Version
	actionTypes map[string]*action.ActionType
}

// form is the list of a human task's fields, as the document declares them; JSON text.
// A task that is asked again has those that are.
func (v *version) form(task workflowinstance.OpenTask) string {
	node, ok := v.document.Node(task.NodeID)
	if !ok {
		return "[]"
	}
	written, _ := node.Config("outputs")
	fields, isList := rawjson.ParseArray(written)
	if !isList {
		return "[]"
	}
	if task.Rejection == nil {
		return string(written)
	}
	var asked [][]byte
	for _, field := range fields.Values() {
		name, _ := rawjson.Get(field, "name")
		text, _ := rawjson.String(name)
		if slices.ContainsFunc(task.Fields, func(f document.Field) bool { return f.Name == text }) {
			asked = append(asked, field)
		}
	}
	return "[" + string(bytes.Join(asked, []byte(","))) + "]"
}

// keptVersions bounds how many versions stay compiled.
const keptVersions = 256

// versions compiles published versions and keeps them, since every step of an instance needs one.
type versions struct {
	compiler expression.Compiler
	limits   workflowinstance.Limits

	mu   sync.Mutex
	kept map[versionKey]*version
}

type versionKey struct {
	definitionID string
	number       int64
}

func newVersions(compiler expression.Compiler, limits workflowinstance.Limits) *versions {
	return &versions{compiler: compiler, limits: limits, kept: map[versionKey]*version{}}
}

// load gives a version, compiled at most once as long as it is kept. It is called outside of transactions, since
// compiling a large document takes a while.
func (v *versions) load(ctx context.Context, store ports.Store, definitionID string, number int64) (*version, error) {
	key := versionKey{definitionID, number}
	v.mu.Lock()
	ready, ok := v.kept[key]
	v.mu.Unlock()
	if ok {
		return ready, nil
	}
	var stored definition.Version
	err := store.View(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		stored, err = tx.VersionByNumber(ctx, definitionID, number)
		return err
	})
	if err != nil {
		return nil, err
	}
	if ready, err = v.compile(stored); err != nil {
		return nil, err
	}
	v.keep(key, ready)
	return ready, nil
}

func (v *versions) compile(stored definition.Version) (*version, error) {
	snapshot, err := definition.ReadSnapshot(stored.Snapshot)
	if err != nil {
		return nil, err
	}
	d, err := document.Parse([]byte(snapshot.Document))
	if err != nil {
		return nil, err
	}
	engine, err := workflowinstance.Compile(d, v.compiler)
	if err != nil {
		return nil, err
	}
	ready := &version{document: d, engine: engine.WithLimits(v.limits), actionTypes: map[string]*action.ActionType{}}
	for name, text := range snapshot.ActionTypes {
		actionType, _ := action.ParseActionType([]byte(text))
		if actionType == nil {
			return nil, fault.New(fault.KindInternal, "snapshot", "the action type %q of a published version can't be read", name)
		}
		ready.actionTypes[name] = actionType
	}
	return ready, nil
}

func (v *versions) keep(key versionKey, ready *version) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for other := range v.kept {
		if len(v.kept) < keptVersions {
			break
		}
		delete(v.kept, other) // any: what is needed again is compiled again
	}
	v.kept[key] = ready
}
