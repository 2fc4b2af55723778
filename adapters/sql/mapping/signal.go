package mapping

import "sync"

// Signal wakes everybody who waits for the next commit. The zero value is ready.
type Signal struct {
	mu      sync.Mutex
	waiting chan struct{}
}

// Changed implements ports.EventSignal.
func (s *Signal) Changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.waiting == nil {
		s.waiting = make(chan struct{})
	}
	return s.waiting
}

// Fire wakes all that wait now.
func (s *Signal) Fire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.waiting != nil {
		close(s.waiting)
		s.waiting = nil
	}
}
