package scripted

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"

	"heddle.dev/heddle/domain/fault"
)

//go:embed playbooks/*.yaml
var builtIn embed.FS

// playbook answers the messages that fit its expression with fixed steps.
type playbook struct {
	Name  string `yaml:"name"`
	About string `yaml:"about"` // what it does, for the list of abilities
	Match string `yaml:"match"` // a regular expression (RE2) on the message
	Needs string `yaml:"needs"` // a tool without which it is as good as not there; empty for none
	Steps []step `yaml:"steps"`

	match *regexp.Regexp
}

// step says something, asks the user and waits for the answer, or calls a tool. In texts and arguments ${a.b[0]} stands
// for a value of an earlier result, and $${ for the two characters themselves.
type step struct {
	Say string `yaml:"say"`

	Ask     string   `yaml:"ask"`
	Options []string `yaml:"options"` // answers to choose from

	Call      string `yaml:"call"` // the tool's name
	Arguments any    `yaml:"arguments"`
	As        string `yaml:"as"` // what later steps call the result, or the answer

	// StopIf makes the step the last one, if the value it names is there and not
	// empty; else the step is left out.
	StopIf string `yaml:"stopIf"`
}

// CheckPlaybooks tells whether a directory of playbooks can be used, so that a wrong one stops the server at its start
// and not an agent at a person's first message. The fault (invalid-playbooks) names the file. No directory is fine.
func CheckPlaybooks(dir string) error {
	if _, err := loadPlaybooks(dir); err != nil {
		return fault.New(fault.KindInvalid, "invalid-playbooks", "%v", err)
	}
	return nil
}

// loadPlaybooks reads those of a directory, if one is given, and those built in.
func loadPlaybooks(dir string) ([]*playbook, error) {
	var all []*playbook
	if dir != "" {
		own, err := readPlaybooks(os.DirFS(dir), ".")
		if err != nil {
			return nil, fmt.Errorf("the playbooks in %s: %w", dir, err)
		}
		all = own
	}
	ours, err := readPlaybooks(builtIn, "playbooks")
	return append(all, ours...), err
}

// readPlaybooks reads the YAML files of one directory in the order of their names.
func readPlaybooks(files fs.FS, dir string) ([]*playbook, error) {
	if _, err := fs.ReadDir(files, dir); err != nil { // which a glob takes for an empty directory
		return nil, withoutPath(err)
	}
	names, err := fs.Glob(files, path.Join(dir, "*.yaml"))
	if err != nil {
		return nil, err
	}
	all := make([]*playbook, 0, len(names))
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path.Base(name), withoutPath(err))
		}
		p, err := parsePlaybook(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path.Base(name), err)
		}
		all = append(all, p)
	}
	return all, nil
}

// withoutPath takes off an error what is said in front of it already.
func withoutPath(err error) error {
	if at := new(fs.PathError); errors.As(err, &at) {
		return at.Err
	}
	return err
}

func parsePlaybook(text []byte) (*playbook, error) {
	p := &playbook{}
	if err := yaml.UnmarshalWithOptions(text, p, yaml.Strict(), yaml.UseOrderedMap()); err != nil {
		return nil, err
	}
	if p.Name == "" || p.About == "" || p.Match == "" || len(p.Steps) == 0 {
		return nil, errors.New("a playbook needs name, about, match and steps")
	}
	for i, s := range p.Steps {
		if !s.isWellFormed() {
			return nil, fmt.Errorf("step %d: a step has one of say (with stopIf, if wanted), ask (with options and as) and "+
				"call (with arguments and as)", i+1)
		}
	}
	var err error
	p.match, err = regexp.Compile(p.Match)
	return p, err
}

// isWellFormed tells whether the step is of one sort, with nothing of another.
func (s step) isWellFormed() bool {
	switch {
	case s.Say != "":
		return s.Ask == "" && s.Call == "" && s.Options == nil && s.Arguments == nil && s.As == ""
	case s.Ask != "":
		return s.Call == "" && s.Arguments == nil && s.StopIf == ""
	default:
		return s.Call != "" && s.Options == nil && s.StopIf == ""
	}
}

// fitting are the playbooks whose tools are there.
func fitting(playbooks []*playbook, tools toolbox) (fit []*playbook) {
	for _, p := range playbooks {
		if p.Needs == "" || tools.has(p.Needs) {
			fit = append(fit, p)
		}
	}
	return fit
}

func choose(playbooks []*playbook, message string) *playbook {
	message = personsWords(message)
	for _, p := range playbooks {
		if p.match.MatchString(message) {
			return p
		}
	}
	return nil
}

// personsWords leaves out what the server says before a person's words: lines in square brackets.
func personsWords(message string) string {
	for strings.HasPrefix(message, "[") {
		line, rest, more := strings.Cut(message, "\n")
		if !more || !strings.HasSuffix(line, "]") {
			break
		}
		message = rest
	}
	return message
}

// abilities answers a message that no playbook fits.
func abilities(playbooks []*playbook) string {
	var text strings.Builder
	text.WriteString("I am a scripted demo agent, not an AI, and I have no playbook for that. I can:\n")
	for _, p := range playbooks {
		fmt.Fprintf(&text, "\n- **%s**: %s", p.Name, p.About)
	}
	return text.String()
}
