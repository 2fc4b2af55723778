package postgrestest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// missing is what somebody reads whose machine has no PostgreSQL.
const missing = "PostgreSQL's programs (initdb, postgres) are neither in PATH nor in /usr/lib/postgresql/*/bin: `go tool task setup` installs them"

// ready is the line that the server logs once it takes connections.
const ready = "database system is ready to accept connections"

// start makes a cluster in a folder of its own and runs a server on it, reachable through a socket only.
func start(syncs bool) (*server, error) {
	bin, err := findPrograms()
	if err != nil {
		return nil, err
	}
	credential, err := serverUser()
	if err != nil {
		return nil, err
	}
	dir, err := claimFolder(credential)
	if err != nil {
		return nil, err
	}
	data := filepath.Join(dir, "data")
	initdb := exec.Command(filepath.Join(bin, "initdb"), "--no-sync", "--locale=C", "-E", "UTF8", "-A", "trust", "-U", "postgres", "-D", data)
	initdb.Dir, initdb.SysProcAttr = dir, &syscall.SysProcAttr{Credential: credential}
	if output, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, output)
	}
	postgres := exec.Command(filepath.Join(bin, "postgres"), arguments(data, dir, syncs)...)
	postgres.Dir = dir
	// A group of its own keeps a terminal's Ctrl-C from it; SIGQUIT ends it at once when this process is gone.
	postgres.SysProcAttr = &syscall.SysProcAttr{Credential: credential, Setpgid: true, Pdeathsig: syscall.SIGQUIT}
	if err := run(postgres); err != nil {
		return nil, err
	}
	return &server{socketDir: dir, templates: map[string]error{}}, nil
}

func arguments(data, socketDir string, syncs bool) []string {
	settings := []string{"autovacuum=off", "jit=off", "max_connections=400", "shared_buffers=64MB"}
	if !syncs {
		settings = append(settings, "fsync=off", "synchronous_commit=off", "full_page_writes=off")
	}
	args := []string{"-D", data, "-k", socketDir, "-h", ""}
	for _, setting := range settings {
		args = append(args, "-c", setting)
	}
	return args
}

// run starts the server and answers when it takes connections.
func run(postgres *exec.Cmd) error {
	log, err := postgres.StderrPipe()
	if err != nil {
		return err
	}
	started := make(chan error)
	go func() {
		// The signal of a parent's death is sent when the thread that started the child ends, so that thread is kept.
		runtime.LockOSThread()
		started <- postgres.Start()
		select {}
	}()
	if err := <-started; err != nil {
		return err
	}
	return awaitReady(log)
}

// awaitReady reads the server's log up to the line that says it is ready, and drops what comes behind it.
func awaitReady(log io.Reader) error {
	var said bytes.Buffer
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		said.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), ready) {
			go func() { _, _ = io.Copy(io.Discard, log) }()
			return nil
		}
	}
	return fmt.Errorf("the PostgreSQL for tests ended at its start:\n%s", said.String())
}

// findPrograms answers the newest folder that has both programs.
func findPrograms() (string, error) {
	folders, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil {
		return "", err
	}
	if path, err := exec.LookPath("initdb"); err == nil {
		folders = append(folders, filepath.Dir(path))
	}
	for i := len(folders) - 1; i >= 0; i-- {
		if isProgram(filepath.Join(folders[i], "initdb")) && isProgram(filepath.Join(folders[i], "postgres")) {
			return folders[i], nil
		}
	}
	return "", fmt.Errorf("%s", missing)
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// serverUser is whom the server runs as: PostgreSQL refuses to be run by root. Nil means the current user.
func serverUser() (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil //nolint:nilnil // no other user is a fine answer
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL does not run as root, and %w: `go tool task setup` makes that user", err)
	}
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}
