package scripttest

import (
	"path/filepath"
	"testing"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/ports"
)

// testDir runs scripts one after another in a directory of the caller's.
func testDir(t *testing.T, open func(t *testing.T) ports.ScriptRunner) {
	t.Parallel()
	scripts, dir := open(t), t.TempDir()
	for _, source := range []string{`echo kept > note && [ "$HOME" = "$PWD" ]`, `[ "$(cat "$HOME/note")" = kept ]`} {
		result, err := scripts.Run(t.Context(), ports.ScriptRun{Language: action.Bash, Source: source, Dir: dir})
		if err != nil || result.Failure != nil {
			t.Errorf("%s: %+v, %v", source, result, err)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(left) != 1 || filepath.Base(left[0]) != "note" {
		t.Errorf("the directory holds %v, %v", left, err)
	}
}
