// Package trying runs action types and tools once, to see whether they work: drafts before they are published, with the
// runner and the limits that they have later.
package trying

import (
	"context"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/safekeeping"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/event/excerpt"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/workflowinstance"
	"heddle.dev/heddle/ports"
)

// Bounds of test runs.
const (
	atOnce   = 4        // on one server; the next wait
	logBytes = 16 << 10 // kept of stdout and of stderr, each
)

// Service is the use cases of trying.
type Service struct {
	composing *composing.Service
	scripts   ports.ScriptRunner
	secrets   *safekeeping.Service
	clock     ports.Clock
	newID     ports.NewID
	slots     chan struct{}
}

// New makes the service.
func New(
	composing *composing.Service, scripts ports.ScriptRunner, secrets *safekeeping.Service, clock ports.Clock, newID ports.NewID,
) *Service {
	return &Service{
		composing: composing, scripts: scripts, secrets: secrets, clock: clock, newID: newID, slots: make(chan struct{}, atOnce),
	}
}

// Request says what to run, and on what.
type Request struct {
	Name      string
	Inputs    jsontext.Value // a JSON object: the inputs of an action type, the parameters of a tool; nil for none
	SubjectID string         // whose workspace to run in; empty for a scratch one
}

// Result is how a test run came out.
type Result struct {
	ID              string          `json:"id"`
	Type            string          `json:"type"`
	Name            string          `json:"name"`
	FromCatalog     bool            `json:"fromCatalog,omitzero"`
	ContentRevision string          `json:"contentRevision"`
	OK              bool            `json:"ok"`
	Summary         string          `json:"summary"`
	Outputs         jsontext.Value  `json:"outputs,omitzero"`
	Cut             []string        `json:"cut,omitempty"` // the paths of what is left out of the outputs
	Stdout          string          `json:"stdout"`
	Stderr          string          `json:"stderr"`
	Truncated       bool            `json:"truncated,omitzero"` // something is left out of stdout or stderr
	ExitCode        int             `json:"exitCode"`
	DurationMs      int64           `json:"durationMs"`
	FailureCode     string          `json:"failureCode,omitzero"`
	Problems        []fault.Problem `json:"problems,omitempty"` // of the outputs
}

// TestActionType runs an action type. The fault (invalid) lists what is wrong with it, or with the inputs.
func (s *Service) TestActionType(ctx context.Context, by composing.Tester, request Request) (Result, error) {
	return s.test(ctx, by, composition.ActionTypeItem, request, readActionType)
}

// TestTool runs a tool. The fault (invalid) lists what is wrong with it, or with the parameters.
func (s *Service) TestTool(ctx context.Context, by composing.Tester, request Request) (Result, error) {
	return s.test(ctx, by, composition.ToolItem, request, readTool)
}

func (s *Service) test(
	ctx context.Context, by composing.Tester, itemType composition.ItemType, request Request,
	read func(content []byte, inputs jsontext.Value) (subject, error),
) (Result, error) {
	if request.SubjectID != "" {
		return Result{}, fault.New(fault.KindInvalid, "workspaces-unavailable",
			"instances have no workspaces yet, so a test can't run in one; leave subjectId out to run in a scratch workspace")
	}
	if len(request.Inputs) == 0 {
		request.Inputs = jsontext.Value("{}")
	}
	item, err := s.composing.TestedItem(ctx, by, itemType, request.Name)
	if err != nil {
		return Result{}, err
	}
	tested, err := read([]byte(item.Content), request.Inputs)
	if err != nil {
		return Result{}, err
	}
	if tested.run.Secrets, err = s.openSecrets(ctx, by, item, tested.secrets); err != nil {
		return Result{}, err
	}
	if err := s.takeSlot(ctx); err != nil {
		return Result{}, err
	}
	defer func() { <-s.slots }()
	run, err := s.composing.BeginTest(ctx, by, composition.TestRun{
		ID: s.newID(), Type: itemType, Name: item.Name, ContentRevision: item.ContentRevision, StartedAt: s.clock.Now(),
	})
	if err != nil {
		return Result{}, err
	}
	result := Result{
		ID: run.ID, Type: string(itemType), Name: item.Name, FromCatalog: item.FromCatalog, ContentRevision: string(item.ContentRevision),
	}
	result, err = s.carryOut(ctx, run, tested, result)
	if by.IsAgent() && len(result.Outputs) > 0 {
		part := excerpt.Shorten(result.Outputs)
		result.Outputs, result.Cut = part.Value, part.Cut
	}
	return result, err
}

// openSecrets gives what a script declares. A draft gets it only from a person: an agent that was talked into something
// by what it read could write a script that carries secrets away, and run it unseen.
func (s *Service) openSecrets(ctx context.Context, by composing.Tester, item composing.AgentItem, names []string) (map[string]string, error) {
	if by.IsAgent() && !item.FromCatalog && len(names) > 0 {
		return nil, fault.New(fault.KindForbidden, "secrets-for-people",
			"this draft declares secrets (%s), which a draft gets only when a person tests it; ask the user to test it, or test it without",
			strings.Join(names, ", "))
	}
	return s.secrets.OpenSecrets(ctx, item.TeamID, names)
}

func (s *Service) takeSlot(ctx context.Context) error {
	select {
	case s.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// carryOut runs the script and stores how that came out, even if nobody waits for it any more.
func (s *Service) carryOut(ctx context.Context, run composition.TestRun, tested subject, result Result) (Result, error) {
	tested.run.ActivationID, tested.run.Limits.LogBytes = "test/"+run.ID, logBytes
	came, failed := s.execute(ctx, run, tested.run)
	if failed != nil {
		result.Summary = messageOf(failed)
	} else {
		result.judge(came, tested)
	}
	text, err := json.Marshal(result, jsontext.PreserveRawStrings(true))
	if err != nil {
		return Result{}, err
	}
	run.End(result.OK, result.Summary, string(text), s.clock.Now())
	if err := s.composing.EndTest(context.WithoutCancel(ctx), run); err != nil {
		return Result{}, err
	}
	return result, failed
}

// errInterrupted is why a test run ends with its turn.
var errInterrupted = fault.New(fault.KindConflict, "test-interrupted", "the turn is over or was interrupted, and the test with it")

// execute runs the script while its turn goes on, and shows what it writes.
func (s *Service) execute(ctx context.Context, run composition.TestRun, script ports.ScriptRun) (ports.ScriptResult, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	output := newOutput(func(stream, text string) error {
		return s.composing.TellTestOutput(context.WithoutCancel(ctx), run, stream, text)
	})
	script.Output = output.hear
	go s.watch(ctx, run, cancel)
	stop := output.tellEvery(s.clock, pause)
	defer stop()
	return s.scripts.Run(ctx, script)
}

// watch ends a test run when its turn ends. The turn may end on another server, so it looks.
func (s *Service) watch(ctx context.Context, run composition.TestRun, end context.CancelCauseFunc) {
	const every = 300 * time.Millisecond
	for {
		goesOn, err := s.composing.TestGoesOn(ctx, run)
		if err == nil && !goesOn {
			end(errInterrupted)
			return
		}
		timer, stop := s.clock.After(every)
		select {
		case <-timer:
		case <-ctx.Done():
			stop()
			return
		}
	}
}

// judge takes over how the script came out, and holds its outputs against what is declared.
func (r *Result) judge(came ports.ScriptResult, tested subject) {
	r.Outputs, r.Stdout, r.Stderr, r.Truncated = came.Outputs, came.Stdout, came.Stderr, came.Truncated
	r.ExitCode, r.DurationMs = came.ExitCode, came.Duration.Milliseconds()
	if came.Failure != nil {
		r.FailureCode, r.Summary = string(came.Failure.Code), came.Failure.Message
		return
	}
	if r.Problems = workflowinstance.CheckOutput(tested.outputs, came.Outputs); len(r.Problems) > 0 {
		r.Summary = "the outputs do not fit what is declared: " + messages(r.Problems)
		return
	}
	r.OK, r.Summary = true, "it works"
}
