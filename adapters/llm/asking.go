// Package llm is what the adapters of language models share: asking again, giving up on an answer that came to a halt,
// and the faults of ports.LLM. The adapters themselves are in its folders, one a format.
package llm

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"time"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Policy says how patient an adapter is.
type Policy struct {
	Attempts     int           // in all
	Pause        time.Duration // before the second attempt, unless the provider wishes another; doubled each time
	LongestPause time.Duration // a provider that wishes a longer one is not asked again
	Idle         time.Duration // without a sign of life, until an answer is given up
}

// DefaultPolicy is meant for work in the background: it waits out short troubles.
var DefaultPolicy = Policy{Attempts: 4, Pause: time.Second, LongestPause: time.Minute, Idle: 3 * time.Minute}

// TrialPolicy is meant for people who wait for the outcome: only what may be a matter of the moment is asked once more.
var TrialPolicy = Policy{Attempts: 2, Pause: 300 * time.Millisecond, LongestPause: 2 * time.Second, Idle: time.Minute}

// RefusalError is what a provider answered in the place of the model.
type RefusalError struct {
	Status     int
	Message    string // the provider's; may be empty
	RetryAfter string // the header
}

// Error implements error.
func (r *RefusalError) Error() string { return "status " + strconv.Itoa(r.Status) + ": " + r.Message }

// ErrCut says that an answer ended before its end.
var ErrCut = errors.New("the answer ended before its end")

// ErrGarbled says that an answer is not in the format.
var ErrGarbled = errors.New("the answer is not in the format")

// ErrNotAPI says that what answers at the address is no provider of models, or one of another kind.
var ErrNotAPI = errors.New("the answer is not that of a provider")

// errIdle is why an attempt is cancelled that gives no sign of life.
var errIdle = errors.New("no sign of life")

// Attempt is one request. It calls alive whenever something comes, and says whether anything of the answer was told.
type Attempt func(ctx context.Context, alive func()) (told bool, err error)

// Ask makes attempts until one succeeds or another makes no sense. Model is for messages.
func (p Policy) Ask(ctx context.Context, model string, attempt Attempt) error {
	pause := p.Pause
	for n := 1; ; n++ {
		told, err := p.once(ctx, attempt)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		failure := faultOf(err, model)
		wait, again := p.pauseAfter(err, pause)
		if told || !again || failure.Kind != fault.KindUnavailable || n == p.Attempts {
			return failure
		}
		if err := sleep(ctx, wait); err != nil {
			return err
		}
		pause *= 2
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// once makes an attempt, and ends it when there is no sign of life for long.
func (p Policy) once(ctx context.Context, attempt Attempt) (told bool, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	timer := time.AfterFunc(p.Idle, func() { cancel(errIdle) })
	defer timer.Stop()
	told, err = attempt(ctx, func() { timer.Reset(p.Idle) })
	if err != nil && errors.Is(context.Cause(ctx), errIdle) {
		err = errIdle
	}
	return told, err
}

// pauseAfter is how long to wait before the next attempt, and whether to make it.
func (p Policy) pauseAfter(err error, otherwise time.Duration) (time.Duration, bool) {
	if refusal := new(RefusalError); errors.As(err, &refusal) {
		if seconds, err := strconv.ParseFloat(refusal.RetryAfter, 64); err == nil && seconds >= 0 {
			wished := time.Duration(seconds * float64(time.Second))
			return wished, wished <= p.LongestPause
		}
		if at, err := http.ParseTime(refusal.RetryAfter); err == nil {
			wished := max(0, time.Until(at))
			return wished, wished <= p.LongestPause
		}
	}
	return min(otherwise, p.LongestPause), true
}

// faultOf says what went wrong, and what to do.
func faultOf(err error, model string) *fault.Error {
	if refusal := new(RefusalError); errors.As(err, &refusal) {
		return refusal.fault(model)
	}
	unavailable := func(code, format string, args ...any) *fault.Error {
		return fault.New(fault.KindUnavailable, code, format, args...).Because(err)
	}
	switch {
	case errors.Is(err, errIdle):
		return unavailable(ports.LLMCut, "the model %s went silent in the middle of its answer; try again", model)
	case errors.Is(err, ErrNotAPI):
		return fault.New(fault.KindInvalid, ports.LLMNotAnAPI,
			"what answers at the address of the model %s's provider is not its API, but something else, such as a web page; check the provider's address and kind", model).Because(err)
	case errors.Is(err, ErrGarbled):
		return unavailable(ports.LLMGarbled, "what the provider of the model %s answers is not in its format; check the provider's address and kind", model)
	case isConnecting(err):
		return unavailable(ports.LLMUnreachable, "the provider of the model %s can't be reached (%v); check its address, and whether it runs", model, err)
	default:
		return unavailable(ports.LLMCut, "the answer of the model %s broke off; try again", model)
	}
}

// isConnecting tells whether there was no connection at all.
func isConnecting(err error) bool {
	var op *net.OpError
	var dns *net.DNSError
	var address *url.Error
	return errors.As(err, &dns) || errors.As(err, &op) && op.Op == "dial" || errors.As(err, &address) && address.Op == "parse"
}

// tooLong finds in what providers say that a request has more tokens than the model takes, since the formats have no code
// for it that all of them use. Descriptions of tools may be too long as well, which is another matter.
var tooLong = regexp.MustCompile(`(?i)\b(prompt|inputs?|requests?|messages?|conversation|context)\b[^.;:]{0,40}\btoo (long|large)\b` +
	`|context[ _](length|window|size|limit)|(prompt|model|input) (token )?(length|count)[^.;]{0,40}\b(exceed|but|max)` +
	`|longer than the (maximum )?(model|context)|reduce the length of|too many (input |prompt )?tokens`)

func (r *RefusalError) fault(model string) *fault.Error {
	said := ""
	if r.Message != "" {
		said = ": " + shorten(r.Message)
	}
	invalid, unavailable := fault.KindInvalid, fault.KindUnavailable
	switch {
	case r.Status == http.StatusUnauthorized, r.Status == http.StatusForbidden:
		return fault.New(invalid, ports.LLMWrongKey, "the provider does not take the key (%d%s); set the right one as the provider's secret", r.Status, said)
	case r.Status == http.StatusNotFound:
		return fault.New(invalid, ports.LLMUnknownModel,
			"the provider does not know the model %s (404%s); choose another model, or correct the provider's address", model, said)
	case r.Status != http.StatusTooManyRequests && (r.Status == http.StatusRequestEntityTooLarge || tooLong.MatchString(r.Message)):
		return fault.New(invalid, ports.LLMTooLong,
			"the conversation is too long for the model %s (%d%s); send a shorter message, choose a model that has more room, or set the model's context in its provider",
			model, r.Status, said)
	case r.Status == http.StatusTooManyRequests:
		return fault.New(unavailable, ports.LLMRateLimited, "the provider takes no more requests for now (429%s); wait a while%s", said, r.wish())
	case r.Status == http.StatusRequestTimeout, r.Status == http.StatusConflict, r.Status >= http.StatusInternalServerError:
		return fault.New(unavailable, ports.LLMOverloaded, "the provider is overloaded or broken (%d%s); try again later%s", r.Status, said, r.wish())
	default:
		return fault.New(invalid, ports.LLMRefused,
			"the provider refused the request to the model %s (%d%s); choose another model, or correct the provider's settings", model, r.Status, said)
	}
}

// wish is when the provider wants to be asked again, for people.
func (r *RefusalError) wish() string {
	if r.RetryAfter == "" {
		return ""
	}
	if _, err := strconv.ParseFloat(r.RetryAfter, 64); err == nil {
		return ", it says " + r.RetryAfter + " s"
	}
	return ", it says until " + r.RetryAfter
}

// shorten keeps what a provider says fit for a message.
func shorten(text string) string {
	const most = 300
	runes := []rune(text)
	if len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
