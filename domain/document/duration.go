package document

import (
	"math"
	"strconv"
	"strings"
	"time"

	"heddle.dev/heddle/domain/fault"
)

// CodeInvalidDuration is the fault code of ParseDuration.
const CodeInvalidDuration = "invalid-duration"

// ParseDuration reads a duration as the document writes them: the part of ISO 8601
// with days, hours, minutes and seconds, upper case and unsigned, with a fraction
// (to the nanosecond) in the seconds only: "P1DT2H", "PT0.5S". A day is 24 hours.
// The error is a fault of kind invalid.
func ParseDuration(text string) (time.Duration, error) {
	rest, ok := strings.CutPrefix(text, "P")
	if !ok {
		return 0, durationError(text)
	}
	days, clock, hasClock := strings.Cut(rest, "T")
	parser := durationParser{rest: days, ok: true}
	parser.whole('D', 24*time.Hour)
	parser.end()
	if hasClock {
		parser.rest = clock
		before := parser.parts
		parser.whole('H', time.Hour)
		parser.whole('M', time.Minute)
		parser.seconds()
		parser.end()
		parser.ok = parser.ok && parser.parts > before
	}
	if !parser.ok || parser.parts == 0 {
		return 0, durationError(text)
	}
	return parser.total, nil
}

func durationError(text string) error {
	return fault.New(fault.KindInvalid, CodeInvalidDuration,
		"%q is no duration; write days, hours, minutes and seconds as in P1DT2H30M or PT0.5S", text)
}

// durationParser takes components from the front of rest and adds them up.
type durationParser struct {
	rest  string
	total time.Duration
	parts int
	ok    bool
}

// whole takes a component without a fraction, if there is one.
func (p *durationParser) whole(unit byte, size time.Duration) {
	digits, after, found := strings.Cut(p.rest, string(unit))
	if !found || !isDigits(digits) {
		return
	}
	p.rest = after
	p.add(digits, size)
}

// seconds takes the seconds, if there are any.
func (p *durationParser) seconds() {
	number, found := strings.CutSuffix(p.rest, "S")
	if !found {
		return
	}
	p.rest = ""
	digits, fraction, hasFraction := strings.Cut(number, ".")
	const nanoDigits = 9
	if !isDigits(digits) || hasFraction && (!isDigits(fraction) || len(fraction) > nanoDigits) {
		p.ok = false
		return
	}
	p.add(digits, time.Second)
	if hasFraction {
		p.parts-- // the fraction belongs to the component just counted
		p.add(fraction+strings.Repeat("0", nanoDigits-len(fraction)), time.Nanosecond)
	}
}

func (p *durationParser) add(digits string, size time.Duration) {
	count, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || count > (math.MaxInt64-int64(p.total))/int64(size) {
		p.ok = false
		return
	}
	p.total += time.Duration(count) * size
	p.parts++
}

// end refuses what no component took.
func (p *durationParser) end() { p.ok = p.ok && p.rest == "" }

func isDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
