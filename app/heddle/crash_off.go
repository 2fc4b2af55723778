//go:build !failpoints

package main

import "heddle.dev/heddle/ports"

// crashing is the store as it is. With the build tag failpoints the process can be made to die in it.
func crashing(store ports.Store) ports.Store { return store }
