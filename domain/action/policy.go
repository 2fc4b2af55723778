package action

import (
	"time"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
)

// Defaults and bounds of what an action type says about its attempts.
const (
	DefaultTimeout     = time.Minute
	DefaultMaxAttempts = 3
	MaxMaxAttempts     = 20
	DefaultBackoff     = time.Second
	MaxBackoff         = time.Hour
)

// Rules are the settings of an installation that action types and tools must obey.
type Rules struct {
	MaxTimeout time.Duration
}

// DefaultRules hold where nothing else is set.
var DefaultRules = Rules{MaxTimeout: time.Hour}

// Retry says how often an action is tried and how long to wait in between.
type Retry struct {
	MaxAttempts int           // including the first
	Backoff     time.Duration // before the second attempt; doubled before each further one
}

// PauseAfter is the time to wait after the given attempt (from 1) failed; false
// when it was the last. The pause grows to MaxBackoff at most.
func (r Retry) PauseAfter(attempt int) (time.Duration, bool) {
	if attempt >= r.MaxAttempts {
		return 0, false
	}
	pause := r.Backoff
	for range attempt - 1 {
		if pause *= 2; pause >= MaxBackoff {
			return MaxBackoff, true
		}
	}
	return pause, true
}

func (in *reader) timeout(longest time.Duration) time.Duration {
	return in.duration("timeout", CodeInvalidTimeout, DefaultTimeout, longest)
}

func (in *reader) retry() Retry {
	return Retry{
		MaxAttempts: in.attempts(),
		Backoff:     in.duration("backoff", CodeInvalidBackoff, DefaultBackoff, MaxBackoff),
	}
}

func (in *reader) attempts() int {
	value, given := in.object.Get("maxAttempts")
	if !given || rawjson.IsNull(value) {
		return DefaultMaxAttempts
	}
	number, ok := rawjson.Int32(value)
	if !ok || number < 1 || number > MaxMaxAttempts {
		in.report(CodeInvalidAttempts, "maxAttempts", "maxAttempts must be an integer from 1 to %d, not %s", MaxMaxAttempts, shorten(value))
		return DefaultMaxAttempts
	}
	return int(number)
}

// duration reads an ISO 8601 duration that is positive and not too long.
func (in *reader) duration(key, code string, otherwise, longest time.Duration) time.Duration {
	value, given := in.object.Get(key)
	if !given || rawjson.IsNull(value) {
		return otherwise
	}
	text, ok := rawjson.String(value)
	if !ok {
		in.report(code, key, `%s must be an ISO 8601 duration such as "PT30S", not %s`, key, rawjson.Kind(value))
		return otherwise
	}
	duration, err := document.ParseDuration(text)
	switch {
	case err != nil:
		in.report(code, key, `%s must be an ISO 8601 duration such as "PT30S", not %q`, key, text)
	case duration <= 0:
		in.report(code, key, "%s must be longer than nothing, not %q", key, text)
	case duration > longest:
		in.report(code, key, "%s is %s, longer than the %s allowed", key, duration, longest)
	default:
		return duration
	}
	return otherwise
}
