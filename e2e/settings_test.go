package e2e_test

import (
	"maps"
	"regexp"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
)

// setting is what help and documentation say about one setting.
type setting struct{ variable, standard string }

var (
	helpFlag = regexp.MustCompile(`--([a-z-]+)=(\S+) ([^$]*)\(\$(HEDDLE_[A-Z_]+)\)`)
	pageRow  = regexp.MustCompile("(?m)^\\| `--([a-z-]+)` \\| `(HEDDLE_[A-Z_]+)` \\| (.*?) \\|")
)

func TestTheSettingsPageSaysWhatHelpSays(t *testing.T) {
	t.Parallel()
	help := heddletest.Run(t, "serve", "--help")
	inHelp := map[string]setting{}
	for _, match := range helpFlag.FindAllStringSubmatch(strings.Join(strings.Fields(help.Stdout), " "), -1) {
		standard := strings.Trim(match[2], `"`)
		if standard == strings.ToUpper(standard) && strings.Trim(standard, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
			standard = "" // a word such as DIR stands for what has to be given
		}
		inHelp[match[1]] = setting{variable: match[4], standard: standard}
	}
	onPage := map[string]setting{}
	for _, match := range pageRow.FindAllStringSubmatch(readPage(t, "settings.md"), -1) {
		standard, isValue := strings.CutPrefix(match[3], "`")
		if !isValue {
			standard = "" // words that describe a default
		}
		onPage[match[1]] = setting{variable: match[2], standard: strings.TrimSuffix(standard, "`")}
	}
	if help.Code != 0 || len(inHelp) == 0 || !maps.Equal(inHelp, onPage) {
		t.Errorf("heddle serve --help has\n%v, docs/settings.md has\n%v", inHelp, onPage)
	}
}
