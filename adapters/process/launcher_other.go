//go:build !linux

package process

// launcher starts programs from any thread: nothing hangs on it here.
type launcher struct{}

func newLauncher() *launcher { return &launcher{} }

func (l *launcher) close() {}

func (l *launcher) start(cmd command) error { return cmd.Start() }

func (l *launcher) isolation() isolation { return sharedWithServer }
