// Package system gives the real clock and real ids.
package system

import (
	"time"

	"github.com/google/uuid"
)

// Clock is the machine's clock.
type Clock struct{}

// Now implements ports.Clock.
func (Clock) Now() time.Time { return time.Now() }

// After implements ports.Clock.
func (Clock) After(d time.Duration) (<-chan time.Time, func()) {
	timer := time.NewTimer(d)
	return timer.C, func() { timer.Stop() }
}

// NewID makes a UUIDv7 (RFC 9562).
func NewID() string { return uuid.Must(uuid.NewV7()).String() }
