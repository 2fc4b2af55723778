package workflowinstance_test

import (
	"os"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/adapters/cel"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
	engine "heddle.dev/heddle/domain/workflowinstance"
)

// The engine is tested with the real expression language, since what its rules say
// about conditions and inputs holds only together with it.
var compiler = sync.OnceValue(func() expression.Compiler {
	compiler, err := cel.New()
	if err != nil {
		panic(err)
	}
	return compiler
})

var startTime = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func compile(t testing.TB, text string) *engine.Version {
	t.Helper()
	version, err := tryCompile(text)
	if err != nil {
		t.Fatal(err)
	}
	return version
}

func tryCompile(text string) (*engine.Version, error) {
	doc, err := document.Parse([]byte(text))
	if err != nil {
		return nil, err
	}
	return engine.Compile(doc, compiler())
}

// player runs one instance the way the world does: each step goes through the
// stored form, and the journal is kept.
type player struct {
	t        testing.TB
	version  *engine.Version
	instance *engine.Instance
	last     engine.Step
	history  []engine.Entry
	journal  []engine.Call
	now      time.Time
}

func start(t testing.TB, version *engine.Version, context string) *player {
	t.Helper()
	p := &player{t: t, version: version, now: startTime}
	if err := p.apply(engine.Call{
		Kind: engine.StartCall, Data: jsontext.Value(context),
		Identity: &engine.Identity{InstanceID: "i1", WorkflowID: "w", Version: 3},
	}); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *player) apply(call engine.Call) error {
	p.t.Helper()
	call.At = p.now
	p.now = p.now.Add(time.Second)
	step, err := engine.Apply(p.version, p.instance, call)
	if err != nil {
		return err
	}
	p.last = step
	p.instance = stored(p.t, step.Instance)
	p.history = append(p.history, step.History...)
	p.journal = append(p.journal, call)
	return nil
}

// stored sends an instance through its stored form.
func stored(t testing.TB, instance *engine.Instance) *engine.Instance {
	t.Helper()
	text, err := json.Marshal(instance)
	if err != nil {
		t.Fatal(err)
	}
	read := new(engine.Instance)
	if err := json.Unmarshal(text, read); err != nil {
		t.Fatal(err)
	}
	return read
}

func (p *player) activation(nodeID string) string {
	p.t.Helper()
	for _, branch := range p.instance.ActiveBranches {
		if branch.NodeID == nodeID {
			return branch.ActivationID
		}
	}
	p.t.Fatalf("nothing waits in %s; active: %v", nodeID, p.instance.ActiveBranches)
	return ""
}

func (p *player) complete(nodeID, output string) {
	p.t.Helper()
	if err := p.tryComplete(nodeID, output); err != nil {
		p.t.Fatal(err)
	}
}

func (p *player) tryComplete(nodeID, output string) error {
	p.t.Helper()
	return p.apply(engine.Call{Kind: engine.CompleteCall, ActivationID: p.activation(nodeID), Data: jsontext.Value(output)})
}

func (p *player) fail(nodeID, message string) {
	p.t.Helper()
	if err := p.apply(engine.Call{
		Kind: engine.FailCall, ActivationID: p.activation(nodeID), Code: engine.ActionFailed, Message: message,
	}); err != nil {
		p.t.Fatal(err)
	}
}

// visited lists the nodes entered so far.
func (p *player) visited() []string {
	var nodes []string
	for _, entry := range p.history {
		if entry.Kind == engine.EntryEntered {
			nodes = append(nodes, entry.NodeID)
		}
	}
	return nodes
}

func (p *player) wantContext(want string) {
	p.t.Helper()
	if got := canonical(p.t, p.instance.Context.Text()); got != canonical(p.t, []byte(want)) {
		p.t.Errorf("context is %s, want %s", got, want)
	}
}

func (p *player) wantStatus(want engine.Status) {
	p.t.Helper()
	if p.instance.Status != want {
		p.t.Errorf("status is %s (failure %+v), want %s", p.instance.Status, p.instance.Failure, want)
	}
}

// effect gives the first effect of the last step that is of the type.
func effect[E engine.Effect](p *player) E {
	p.t.Helper()
	for _, e := range p.last.Effects {
		if found, ok := e.(E); ok {
			return found
		}
	}
	p.t.Fatalf("no effect of type %T in %+v", *new(E), p.last.Effects)
	return *new(E)
}

func canonical(t testing.TB, text []byte) string {
	t.Helper()
	value := jsontext.Value(text).Clone()
	if err := value.Canonicalize(); err != nil {
		t.Fatal(err)
	}
	return string(value)
}

func readCases[T any](t testing.TB, name string) []T {
	t.Helper()
	text, err := os.ReadFile("../testdata/conformance/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var cases []T
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}
