package document_test

import (
	"testing"
	"time"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
)

func TestParseDurationReadsTheSubsetOfISO8601(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{
		"PT30S":                         30 * time.Second,
		"P1DT2H3M4.5S":                  26*time.Hour + 3*time.Minute + 4500*time.Millisecond,
		"PT0S":                          0,
		"P10D":                          240 * time.Hour,
		"PT0.000000001S":                1,
		"PT1H1S":                        time.Hour + time.Second,
		"PT9223372036.854775807S":       1<<63 - 1,
		"P106751DT23H47M16.854775807S":  1<<63 - 1,
		"PT000000000000000000000000.5S": 500 * time.Millisecond,
	} {
		if got, err := document.ParseDuration(text); err != nil || got != want {
			t.Errorf("ParseDuration(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
}

func TestParseDurationRefusesEverythingElse(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "P", "PT", "P1DT", "1D", "p1d", "PT1s", "-PT1S", "PT-1S", "+P1D", "P1W", "P1Y", "P1M", "PT1.5H", "P0.5D",
		"PT1S1M", "PT1M1H", "PT1H1H", "P1D1D", "PT1D", "P1H", "PT.5S", "PT1.S", "PT1,5S", "PT1.0000000001S", " PT1S", "PT1S ",
		"P1DT1H T", "PT1ST1S", "PT9223372036.854775808S", "P99999999999999999999D", "P106752D", "PTS", "P٣D",
	} {
		if got, err := document.ParseDuration(text); fault.CodeOf(err) != document.CodeInvalidDuration {
			t.Errorf("ParseDuration(%q) = %v, %v", text, got, err)
		}
	}
}
