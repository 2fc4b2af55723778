// Package secret holds secrets: values such as keys and passwords that are stored sealed, given to the runs that declare
// them, and hidden in everything that those runs leave behind.
package secret

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"heddle.dev/heddle/domain/fault"
)

// Secret is one secret. Its value is not here: only who holds the key can open Sealed.
type Secret struct {
	ID        string
	TeamID    string // empty for one that every team may use
	Name      string // also the variable in which scripts get the value
	Sealed    Sealed
	CreatedBy string
	CreatedAt time.Time
	UpdatedBy string
	UpdatedAt time.Time
}

// Place is what a sealed value is bound to: moved to another row, it can't be opened.
func (s Secret) Place() string { return s.TeamID + "/" + s.Name }

// Replace puts another value in the place of the one that is there.
func (s *Secret) Replace(sealed Sealed, by string, at time.Time) {
	s.Sealed, s.UpdatedBy, s.UpdatedAt = sealed, by, at
}

// Sealed is an encrypted value.
type Sealed struct {
	KeyID string // names the key, and tells nothing about it
	Text  string // base64
}

// The bounds of names and values, in bytes. A value that is shorter than the least can't be hidden in texts: it would
// be found in words that have nothing to do with it.
const (
	MaxName  = 64
	MinValue = 8
	MaxValue = 32 << 10
)

var namePattern = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// reserved are variables that the runner sets.
var reserved = []string{"PATH", "HOME", "TMPDIR", "LANG"}

// CheckName refuses what can't name a secret: the name of a variable of a script's environment that is not the
// runner's. The fault is invalid (invalid-secret-name).
func CheckName(name string) error {
	switch {
	case len(name) > MaxName || !namePattern.MatchString(name):
		return fault.New(fault.KindInvalid, "invalid-secret-name",
			"%q can't name a secret: use letters, digits and _ only, no digit first, at most %d of them", name, MaxName)
	case strings.HasPrefix(name, "HEDDLE_"), strings.HasPrefix(name, "INPUT_"), slices.Contains(reserved, name):
		return fault.New(fault.KindInvalid, "invalid-secret-name",
			"%q is a variable that scripts get from Heddle; choose another name for the secret", name)
	}
	return nil
}

// CheckValue refuses a value that could not be hidden, or not be given to a script. The fault is invalid
// (invalid-secret-value) and does not repeat the value.
func CheckValue(value string) error {
	switch {
	case len(value) < MinValue:
		return fault.New(fault.KindInvalid, "invalid-secret-value",
			"the value has %d bytes; at least %d are needed, since shorter ones can't be hidden in logs", len(value), MinValue)
	case len(value) > MaxValue:
		return fault.New(fault.KindInvalid, "invalid-secret-value", "the value has %d bytes, more than the %d allowed", len(value), MaxValue)
	case strings.Contains(value, "\x00"):
		return fault.New(fault.KindInvalid, "invalid-secret-value", "the value holds a NUL character, which no variable can")
	}
	return nil
}
