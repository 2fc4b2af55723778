//go:build !linux

package process

// taskLimitLines has no namespace to bound.
func taskLimitLines(Limits, isolation) string { return "" }
