package process

// WithoutNamespaces makes a home behave as on a kernel that grants none.
func (h *Home) WithoutNamespaces() *Home {
	h.launcher.probe.Do(func() { h.launcher.probed = sharedWithServer })
	return h
}

// Isolates tells whether this kernel grants namespaces.
func (h *Home) Isolates() bool { return h.launcher.isolation() != sharedWithServer }

// ParseStat gives parent and start time of a line of /proc/PID/stat.
func ParseStat(text string) (parent int, start uint64, ok bool) {
	r, ok := parseStat(1, text)
	return r.parent, r.start, ok
}
