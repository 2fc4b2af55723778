package heddletest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// Binary answers the path of the program, which is built when it is asked for first. It has the race detector where
// the tests have it.
func Binary() (string, error) { return built() }

var (
	built = sync.OnceValues(func() (string, error) { return build("heddle") })
	// fragile is the program that can be made to die at a transaction.
	fragile = sync.OnceValues(func() (string, error) { return build("heddle-failpoints", "-tags=failpoints") })
)

func build(name string, flags ...string) (string, error) {
	root, err := Root()
	if err != nil {
		return "", err
	}
	dir, err := binaryDir()
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, name)
	args := append([]string{"build", "-o", path}, flags...)
	if raceDetector {
		args = append(args, "-race")
	}
	build := exec.Command("go", append(args, "./app/heddle")...)
	build.Dir = root
	if output, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("the program does not build: %w\n%s", err, output)
	}
	return path, nil
}

var binaryDir = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "heddle-e2e-")
	madeDir = dir
	return dir, err
})

// madeDir is what Clean removes.
var madeDir string

// Root answers the folder of the repository.
var Root = sync.OnceValues(func() (string, error) {
	output, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", err
	}
	return filepath.Dir(strings.TrimSpace(string(output))), nil
})

// Clean removes what Binary built. Tests call it in TestMain, when all have ended.
func Clean() {
	if madeDir != "" {
		_ = os.RemoveAll(madeDir) // a folder in the system's temporary directory
	}
}
