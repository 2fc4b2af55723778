package process

import "os"

// Streams are pipes to the standard streams of a program that is spoken with.
type Streams struct {
	Stdin          *os.File // what is written here, the program reads
	Stdout, Stderr *os.File // what the program writes, is read here

	child [3]*os.File // the other ends: stdin, stdout, stderr
}

// OpenStreams makes the pipes. The error is an unavailable fault.
func OpenStreams() (*Streams, error) {
	s := &Streams{}
	var err error
	open := func() (reading, writing *os.File) {
		if err == nil {
			reading, writing, err = os.Pipe()
		}
		return reading, writing
	}
	s.child[0], s.Stdin = open()
	s.Stdout, s.child[1] = open()
	s.Stderr, s.child[2] = open()
	if err != nil {
		s.closeChildEnds()
		s.Close()
		return nil, unavailable(err, "no pipe to a program could be opened")
	}
	return s, nil
}

// StartWith starts a program with the streams as its standard ones; they are closed if that fails.
func (h *Home) StartWith(s *Streams, spec Spec) (*Process, error) {
	spec.Stdin, spec.Stdout, spec.Stderr = s.child[0], s.child[1], s.child[2]
	p, err := h.Start(spec)
	s.closeChildEnds()
	if err != nil {
		s.Close()
		return nil, err
	}
	return p, nil
}

func (s *Streams) closeChildEnds() {
	for _, file := range s.child {
		_ = file.Close() // a nil file answers an error, as a closed one does
	}
}

// Close closes this side of the streams.
func (s *Streams) Close() {
	for _, file := range []*os.File{s.Stdin, s.Stdout, s.Stderr} {
		_ = file.Close() // see above
	}
}
