package validation

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
)

// stageKey is the config key that makes a human task a stage.
const stageKey = "x-heddle"

// settingRule says what the value of one stage setting must be; null stands for
// the setting's default.
type settingRule struct {
	key  string
	want string
	ok   func(jsontext.Value) bool
}

func stageRules() []settingRule {
	return []settingRule{
		{"persona", "the slug of a persona", isSlug},
		{"team", "the slug of a team", isSlug},
		{"historyMode", "full, summary or fresh", isOneOf("full", "summary", "fresh")},
		{"autoTransition", "true or false", isBoolOrNull},
		{"visibleToVisitor", "true or false", isBoolOrNull},
		{"assignment", "an object", func(v jsontext.Value) bool { return v.Kind() == jsontext.KindBeginObject }},
	}
}

func assignmentRules() []settingRule {
	return []settingRule{
		{"mode", "pool or round-robin", isOneOf("pool", "round-robin")},
		{"dueIn", "a positive duration such as P1D", isPositiveDuration},
		{"priority", "a number or text", func(v jsontext.Value) bool {
			return v.Kind() == jsontext.KindNumber || v.Kind() == jsontext.KindString
		}},
		{"fourEyes", "true or false", isBoolOrNull},
	}
}

func checkStageSettings(r *report, node *document.Node) {
	settings, _ := node.Config(stageKey)
	if rawjson.IsNull(settings) { // no stage, as most tasks
		return
	}
	if !isNullOr(jsontext.KindBeginObject, settings) {
		r.node(InvalidStageSettings, node, stageKey, "the stage settings must be an object, not %s", rawjson.Kind(settings))
		return
	}
	checkSettings(r, node, stageKey, settings, stageRules())
	assignment, _ := rawjson.Get(settings, "assignment")
	checkSettings(r, node, stageKey+".assignment", assignment, assignmentRules())
}

func checkSettings(r *report, node *document.Node, path string, settings jsontext.Value, rules []settingRule) {
	for _, rule := range rules {
		value, _ := rawjson.Get(settings, rule.key)
		if !rawjson.IsNull(value) && !rule.ok(value) {
			r.node(InvalidStageSettings, node, path+"."+rule.key, "the stage setting %s must be %s, not %s", rule.key, rule.want, shown(value))
		}
	}
}

func isSlug(value jsontext.Value) bool {
	text, ok := textOf(value)
	return ok && text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

func isOneOf(words ...string) func(jsontext.Value) bool {
	return func(value jsontext.Value) bool {
		text, ok := textOf(value)
		return ok && slices.Contains(words, text)
	}
}
