package conversing

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

const (
	// initLimit bounds how long an init script may take.
	initLimit = 5 * time.Minute
	// preparedFile in a session's directory notes the init script that was run there.
	preparedFile = ".heddle-prepared"
	// toldOutput is how many bytes of a failed script's output people are told: the last ones.
	toldOutput = 2 << 10
)

// prepare runs the template's init script in the session's directory, unless that very script was run there to its end
// before. The fault of one that fails tells what it said.
func (s *Service) prepare(ctx context.Context, p plan, session composition.Session) error {
	script := p.template.InitScript
	if script == nil {
		return nil
	}
	dir := s.sessionDir(session.ID)
	mark := fmt.Sprintf("%x", sha256.Sum256([]byte(string(script.Language)+"\n"+script.Source)))
	note := filepath.Join(dir, preparedFile)
	if done, err := os.ReadFile(note); err == nil && string(done) == mark { //nolint:gosec // a file of our own directory
		return nil
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fault.New(fault.KindUnavailable, "session-directory", "the session's directory can't be read").Because(err)
	}
	result, err := s.config.Scripts.Run(ctx, ports.ScriptRun{
		ActivationID: session.ID, Language: script.Language, Source: script.Source, Environment: p.template.Environment,
		Secrets: p.secretsNamed(p.template.Secrets), Timeout: initLimit, Dir: dir,
	})
	if err != nil {
		return err
	}
	if result.Failure != nil {
		return fault.New(fault.KindUnavailable, "init-script-failed", "the init script of the session template %q failed: %s.%s Correct it, and send the message again",
			p.template.Name, strings.TrimRight(result.Failure.Message, "."), said(result))
	}
	if err := os.WriteFile(note, []byte(mark), 0o600); err != nil {
		return fault.New(fault.KindUnavailable, "session-directory", "the session's directory can't be written").Because(err)
	}
	return nil
}

// said is the end of what a script wrote, in words for people.
func said(result ports.ScriptResult) string {
	output := strings.TrimSpace(result.Stdout + "\n" + result.Stderr)
	if output == "" {
		return ""
	}
	if len(output) > toldOutput {
		output = "… " + strings.ToValidUTF8(output[len(output)-toldOutput:], "")
	}
	return fmt.Sprintf(" It said:\n%s\n", storable(output))
}
