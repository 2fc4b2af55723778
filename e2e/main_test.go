// Package e2e_test drives the real program from the outside, on both stores: what it promises to people who use it.
package e2e_test

import (
	"os"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
)

func TestMain(m *testing.M) {
	code := m.Run()
	heddletest.Clean()
	os.Exit(code)
}
