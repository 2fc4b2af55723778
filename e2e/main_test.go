// Package e2e_test drives the real program from the outside, on both stores: what it promises to people who use it.
package e2e_test

import (
	"flag"
	"os"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
)

func TestMain(m *testing.M) {
	if os.Getenv(ordersServer) != "" {
		if err := serveOrders(); err != nil {
			panic(err)
		}
		return
	}
	flag.Parse()
	if err := flag.Set("test.parallel", "12"); err != nil { // the tests wait more than they compute
		panic(err)
	}
	code := m.Run()
	heddletest.Clean()
	os.Exit(code)
}
