//go:build !linux

package process

// watcher has nothing to look at outside Linux.
type watcher struct{ home *Home }

func (w *watcher) begin() {}
