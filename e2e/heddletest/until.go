package heddletest

import (
	"testing"
	"time"
)

// Patience is how long a test waits for what has to happen. It is far beyond what anything takes on a busy machine,
// leases that must pass first (10 s) included.
const Patience = 45 * time.Second

// glance is the pause between two looks.
const glance = 10 * time.Millisecond

// Until waits for a condition and fails the test when it does not come to hold.
func Until(t testing.TB, what string, condition func() bool) {
	t.Helper()
	if !holdsWithin(Patience, condition) {
		t.Fatalf("waited %s in vain: %s", Patience, what)
	}
}

func holdsWithin(limit time.Duration, condition func() bool) bool {
	deadline := time.NewTimer(limit)
	defer deadline.Stop()
	look := time.NewTicker(glance)
	defer look.Stop()
	for {
		if condition() {
			return true
		}
		select {
		case <-look.C:
		case <-deadline.C:
			return condition()
		}
	}
}
