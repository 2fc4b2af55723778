package runner

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// result says how the script came out.
func (x *execution) result(reason stop) ports.ScriptResult {
	exit := x.process.Exit()
	result := ports.ScriptResult{ExitCode: exit.Code, Duration: exit.Duration}
	var cutOut, cutErr bool
	result.Stdout, cutOut = x.stdout.text()
	result.Stderr, cutErr = x.stderr.text()
	result.Truncated = cutOut || cutErr
	if result.Failure = x.failure(reason, exit.Code, exit.Signal); result.Failure == nil {
		result.Outputs, result.Failure = x.outputs()
	}
	return result
}

// failure is why the script did not end well; nil if it did.
func (x *execution) failure(reason stop, code int, signal string) *ports.ScriptFailure {
	breach := x.process.Breach()
	switch {
	case reason == timedOut:
		return failed(ports.ScriptTimedOut, "the script was ended because it ran longer than its timeout of %s",
			x.run.Timeout.Round(time.Millisecond))
	case breach != nil && fault.CodeOf(breach) == "memory-limit":
		return failed(ports.ScriptMemoryExceeded, "the script was ended: %s", breach.Message)
	case breach != nil:
		return failed(ports.ScriptTooManyChildren, "the script was ended: %s", breach.Message)
	case reason == flooded || x.stdout.told || x.stderr.told:
		return failed(ports.ScriptOutputTooLarge, "the script was ended because it wrote more than %d bytes to %s",
			x.run.Limits.OutputBytes, x.floodedStream())
	case signal != "":
		return failed(ports.ScriptExited, "the script was ended by the signal %s", signal)
	case code != 0:
		return failed(ports.ScriptExited, "the script ended with exit code %d", code)
	}
	return nil
}

func (x *execution) floodedStream() string {
	if x.stdout.told {
		return "stdout"
	}
	return "stderr"
}

// outputs finds what the script returned: the output file, else the last line of stdout.
func (x *execution) outputs() (jsontext.Value, *ports.ScriptFailure) {
	limit := x.run.Limits.ResultBytes
	text, err := x.scratch.result(limit)
	switch {
	case err == nil:
		return checkOutputs([]byte(x.mask.Text(string(text))), "the file HEDDLE_OUTPUT_FILE")
	case errors.Is(err, errTooLarge):
		return nil, failed(ports.ScriptOutputTooLarge, "the file HEDDLE_OUTPUT_FILE holds more than the %d bytes allowed", limit)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, failed(ports.ScriptOutputInvalid, "the file HEDDLE_OUTPUT_FILE was refused: it must be a plain, readable file")
	}
	return x.printedOutputs()
}

// printedOutputs reads the last line of stdout. Where no output is expected that
// line may be anything.
func (x *execution) printedOutputs() (jsontext.Value, *ports.ScriptFailure) {
	limit := x.run.Limits.ResultBytes
	line, whole := x.stdout.lastLine()
	var outputs jsontext.Value
	var failure *ports.ScriptFailure
	switch {
	case len(line) == 0:
		failure = failed(ports.ScriptWithoutOutput,
			"the script returned nothing; it must write a JSON object to the file HEDDLE_OUTPUT_FILE or as the last line of stdout")
	case !whole || int64(len(line)) > limit:
		failure = failed(ports.ScriptOutputTooLarge, "the last line of stdout is longer than the %d bytes allowed for a result", limit)
	default:
		outputs, failure = checkOutputs(line, "the last line of stdout")
	}
	if failure != nil && !x.run.OutputExpected {
		return jsontext.Value("{}"), nil
	}
	return outputs, failure
}

// checkOutputs takes a JSON object as it is, or says what is wrong with it.
func checkOutputs(text []byte, where string) (jsontext.Value, *ports.ScriptFailure) {
	if err := document.CheckText(text); err != nil {
		return nil, failed(ports.ScriptOutputInvalid, "%s is not valid JSON: %s", where, messageOf(err))
	}
	if _, ok := rawjson.ParseObject(text); !ok {
		return nil, failed(ports.ScriptOutputInvalid, "%s holds %s, not a JSON object", where, rawjson.Kind(text))
	}
	return text, nil
}

func messageOf(err error) string {
	if f := new(fault.Error); errors.As(err, &f) {
		return f.Message
	}
	return err.Error()
}

func failed(code ports.ScriptFailureCode, format string, args ...any) *ports.ScriptFailure {
	return &ports.ScriptFailure{Code: code, Message: fmt.Sprintf(format, args...)}
}
