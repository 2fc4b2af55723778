package ports

import (
	"context"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/action"
)

// ScriptRunner runs the scripts of action types and tools.
type ScriptRunner interface {
	// Run runs one script to its end and returns when the script and everything
	// it started are gone, whatever the outcome.
	//
	// A script that fails is a result with a Failure, not an error. An error means
	// that the script could not be run to its end: the context's cause when it was
	// cancelled, else a fault: unavailable (code interpreter-missing when the
	// language is not installed), storage-full, or invalid for a run that can't be
	// started as given (unknown language, inputs that are no JSON object).
	//
	// Run may be called again with the same run after any outcome. The script then
	// runs again; it tells repetitions by the activation id that it gets as
	// HEDDLE_ACTIVATION_ID and HEDDLE_IDEMPOTENCY_KEY. Calls are independent and
	// may overlap.
	Run(ctx context.Context, run ScriptRun) (ScriptResult, error)
}

// ScriptRun is one run of one script.
type ScriptRun struct {
	ActivationID string // the idempotency key
	Language     action.Language
	Source       string
	Inputs       jsontext.Value    // a JSON object; nil for none
	Environment  map[string]string // declared variables; those named HEDDLE_… and INPUT_… are set by the runner
	Secrets      map[string]string // further variables, whose values are hidden in all that comes from the script
	Timeout      time.Duration     // zero: the runner's default
	Limits       ScriptLimits
	Dir          string // where the script runs, and what it has as HOME: a directory that exists and stays; empty: one of its own, which goes

	// OutputExpected makes a script without a result a failure. A script that has
	// nothing declared may end silently; its output is then the empty object.
	OutputExpected bool

	// Output, unless nil, is given what the script writes, as it writes it, within OutputBytes. Calls come one after
	// another for each stream, and for both streams at once; the bytes are valid during the call only. A call that
	// takes long holds the script up.
	Output func(stream ScriptStream, text []byte)
}

// ScriptStream is where a script writes to.
type ScriptStream string

// The streams.
const (
	Stdout ScriptStream = "stdout"
	Stderr ScriptStream = "stderr"
)

// ScriptLimits bound what a script may use; zero fields take the runner's defaults.
type ScriptLimits struct {
	MemoryBytes int64 // of all its processes together
	Processes   int   // at once, the script itself included
	OutputBytes int64 // on stdout and on stderr, each
	ResultBytes int64 // of the JSON it returns
	FileBytes   int64 // of any file it writes
	LogBytes    int   // kept of stdout and of stderr, each; the rest is cut from the middle
}

// ScriptResult is how a run came out.
type ScriptResult struct {
	Outputs   jsontext.Value // a JSON object as the script wrote it; nil if it failed
	Failure   *ScriptFailure // nil if it succeeded
	Stdout    string         // valid UTF-8 without NUL; cut in the middle, with a marker, beyond LogBytes
	Stderr    string
	Truncated bool // something was cut from Stdout or Stderr
	ExitCode  int  // 0–255; 128 + the signal's number when a signal ended it
	Duration  time.Duration
}

// ScriptFailure says why a script failed, for programs and for people.
type ScriptFailure struct {
	Code    ScriptFailureCode
	Message string
}

// ScriptFailureCode names one way to fail.
type ScriptFailureCode string

// The ways to fail. A later attempt may succeed after any of them.
const (
	ScriptExited          ScriptFailureCode = "SCRIPT_EXIT" // a code other than 0, or a signal
	ScriptTimedOut        ScriptFailureCode = "SCRIPT_TIMEOUT"
	ScriptWithoutOutput   ScriptFailureCode = "SCRIPT_NO_OUTPUT"      // nothing returned though outputs are declared
	ScriptOutputInvalid   ScriptFailureCode = "SCRIPT_INVALID_OUTPUT" // not a JSON object, or not a plain file
	ScriptOutputTooLarge  ScriptFailureCode = "SCRIPT_OUTPUT_LIMIT"   // stdout, stderr or the result
	ScriptMemoryExceeded  ScriptFailureCode = "SCRIPT_MEMORY_LIMIT"
	ScriptTooManyChildren ScriptFailureCode = "SCRIPT_PROCESS_LIMIT"
)
