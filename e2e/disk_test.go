package e2e_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"heddle.dev/heddle/e2e/heddletest"
)

// smallDisk is a data directory with little room.
type smallDisk struct {
	fill     func(s *heddletest.Server) // leaves nearly none
	makeRoom func(s *heddletest.Server)
	status   int
	code     string
}

// newSmallDisk mounts a file system of its own. Where that is not allowed, the server's files may not grow any more,
// which the database tells from a full disk.
func newSmallDisk(t *testing.T, dir string) smallDisk {
	t.Helper()
	const size = 24 << 20
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", size))
	if errors.Is(err, syscall.EPERM) {
		return limitedFiles(t)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	filler := filepath.Join(dir, "filler")
	return smallDisk{
		status: 507, code: "storage-full",
		fill: func(*heddletest.Server) {
			var free syscall.Statfs_t
			if err := syscall.Statfs(dir, &free); err != nil {
				t.Fatal(err)
			}
			const left = 256 << 10
			if err := os.WriteFile(filler, make([]byte, int64(free.Bavail)*free.Bsize-left), 0o600); err != nil {
				t.Fatal(err)
			}
		},
		makeRoom: func(*heddletest.Server) {
			if err := os.Remove(filler); err != nil {
				t.Fatal(err)
			}
		},
	}
}

func limitedFiles(t *testing.T) smallDisk {
	t.Helper()
	limit := func(bytes uint64) func(*heddletest.Server) {
		return func(s *heddletest.Server) {
			limits := unix.Rlimit{Cur: bytes, Max: unix.RLIM_INFINITY}
			if err := unix.Prlimit(s.PID(), unix.RLIMIT_FSIZE, &limits, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	const little = 1 << 20
	return smallDisk{fill: limit(little), makeRoom: limit(unix.RLIM_INFINITY), status: 503, code: "database-io"}
}

func TestAFullDiskIsToldKeepsWhatWasStoredAndPasses(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	disk := newSmallDisk(t, dir)
	s := heddletest.Start(t, heddletest.SQLite, heddletest.DataDir(dir))
	workflow := publish(t, s, "", linear("true"))
	waiting := s.Begin(workflow.Id, `{"n": 1}`)
	task := s.OpenTask(waiting.Id)

	disk.fill(s)
	var kept []string
	refused := heddletest.Response{Status: 201}
	for n := 0; refused.Status == 201 && n < 1000; n++ {
		refused = s.Send(heddletest.Request{Path: "/compositions", Body: strings.NewReader(`{"name": "N", "goal": "` + strings.Repeat("g", 15000) + `"}`)})
		if refused.Status == 201 {
			kept = append(kept, idOf(t, refused))
		}
	}
	refused.Expect(t, disk.status, disk.code)
	if s.Instance(waiting.Id).Status != "waiting" {
		t.Errorf("reading does not work on a full disk")
	}

	disk.makeRoom(s)
	s.Complete(waiting.Id, task, `{}`)
	s.Ask(s.Compose("With room").Id, goal)
	s.Kill()
	s.Restart()
	for _, id := range kept {
		s.Composition(id)
	}
	s.Becomes(waiting.Id, "completed")
}
