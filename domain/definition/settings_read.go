package definition

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
)

// The keys of settings.
const (
	keyEntryMode  = "entryMode"
	keyIsActive   = "isActive"
	keyBranding   = "branding"
	keyRetention  = "retention"
	keyOnComplete = "onComplete"
)

// SettingKeys lists the keys that ReadSettings reads.
func SettingKeys() []string {
	return []string{keyEntryMode, keyIsActive, keyBranding, keyRetention, keyOnComplete}
}

// InvalidSetting is the code of the problem that a setting is not what it has to be.
const InvalidSetting = "INVALID_SETTING"

// ReadSettings reads the settings that an object has members for, and lists what is wrong with them, by field. Other
// members are not looked at.
func ReadSettings(object rawjson.Object) (SettingsPatch, []fault.Problem) {
	in := &settingsReader{object: object}
	return SettingsPatch{
		EntryMode:  in.entryMode(),
		IsActive:   in.isActive(),
		Branding:   in.branding(),
		Retention:  in.retention(),
		OnComplete: in.onComplete(),
	}, in.problems
}

type settingsReader struct {
	object   rawjson.Object
	problems []fault.Problem
}

func (in *settingsReader) report(field, format string, args ...any) {
	in.problems = append(in.problems, fault.Problem{
		Severity: fault.SeverityError, Code: InvalidSetting, Field: field, Message: field + " " + fmt.Sprintf(format, args...),
	})
}

func (in *settingsReader) entryMode() *EntryMode {
	value, given := in.object.Get(keyEntryMode)
	if !given {
		return nil
	}
	text, _ := rawjson.String(value)
	modes := []string{string(PublicLink), string(TeamOnly)}
	if !slices.Contains(modes, text) {
		in.report(keyEntryMode, "can't be %s; %s", value, spelling.Listing("entry modes", modes))
		return nil
	}
	mode := EntryMode(text)
	return &mode
}

func (in *settingsReader) isActive() *bool {
	value, given := in.object.Get(keyIsActive)
	if !given {
		return nil
	}
	active, ok := rawjson.Bool(value)
	if !ok {
		in.report(keyIsActive, "must be true or false, not %s", rawjson.Kind(value))
		return nil
	}
	return &active
}

// branding takes any object: keys that are not known belong to somebody else.
func (in *settingsReader) branding() *string {
	_, text := in.given(keyBranding, nil)
	return text
}

// given reads a setting that is an object with no other than the known keys; nil known allows any.
func (in *settingsReader) given(key string, known []string) (rawjson.Object, *string) {
	value, given := in.object.Get(key)
	if !given {
		return rawjson.Object{}, nil
	}
	object, ok := rawjson.ParseObject(value)
	if !ok {
		in.report(key, "must be an object, not %s", rawjson.Kind(value))
		return rawjson.Object{}, nil
	}
	for name := range object.Members() {
		if known != nil && !slices.Contains(known, name) {
			in.report(key+"."+name, "means nothing here%s", spelling.DidYouMean(name, "keys of "+key, known))
		}
	}
	text := string(value)
	return object, &text
}

func (in *settingsReader) retention() *string {
	object, text := in.given(keyRetention, []string{"mode", "deleteAfterDays"})
	if text == nil {
		return nil
	}
	mode, given := object.Get("mode")
	name, _ := rawjson.String(mode)
	if given && name != "archive" && name != "delete" {
		in.report("retention.mode", `must be "archive" or "delete", not %s`, mode)
	}
	days, given := object.Get("deleteAfterDays")
	if n, ok := rawjson.Int32(days); given && (!ok || n < 1) {
		in.report("retention.deleteAfterDays", "must be a whole number of days, at least 1, not %s", days)
	}
	if name == "delete" && !given {
		in.report("retention.deleteAfterDays", "says after how many days instances are deleted; it is missing")
	}
	return text
}

// startWorkflow is the one action that can follow the completion of an instance.
const startWorkflow = "start_workflow"

func (in *settingsReader) onComplete() *string {
	if value, given := in.object.Get(keyOnComplete); given && rawjson.IsNull(value) {
		return new(string)
	}
	object, text := in.given(keyOnComplete, []string{"action", "targetSlug", "targetScope", "dataMap"})
	if text == nil {
		return nil
	}
	action, _ := object.Get("action")
	if name, _ := rawjson.String(action); name != startWorkflow {
		in.report("onComplete.action", "must be %q", startWorkflow)
	}
	in.slug(object, "targetSlug")
	if _, given := object.Get("targetScope"); given {
		in.slug(object, "targetScope")
	}
	in.dataMap(object)
	return text
}

func (in *settingsReader) slug(object rawjson.Object, key string) {
	value, _ := object.Get(key)
	slug, _ := rawjson.String(value)
	if err := access.CheckSlug(slug); err != nil {
		in.report("onComplete."+key, "must be a slug, such as refund-intake")
	}
}

func (in *settingsReader) dataMap(object rawjson.Object) {
	value, given := object.Get("dataMap")
	if !given {
		return
	}
	expressions, ok := rawjson.ParseObject(value)
	if !ok {
		in.report("onComplete.dataMap", "must be an object of expressions, not %s", rawjson.Kind(value))
		return
	}
	for key, expression := range expressions.Members() {
		if expression.Kind() != jsontext.KindString {
			in.report("onComplete.dataMap."+key, "must be an expression, which is text, not %s", rawjson.Kind(expression))
		}
	}
}

// Value gives the JSON text of what the patch sets a key to; false where it leaves the key alone.
func (p SettingsPatch) Value(key string) (jsontext.Value, bool) {
	text := p.Branding
	switch key {
	case keyEntryMode:
		if p.EntryMode == nil {
			return nil, false
		}
		return rawjson.Quote(string(*p.EntryMode)), true
	case keyIsActive:
		if p.IsActive == nil {
			return nil, false
		}
		return jsontext.Value(strconv.FormatBool(*p.IsActive)), true
	case keyRetention:
		text = p.Retention
	case keyOnComplete:
		if p.OnComplete != nil && *p.OnComplete == "" {
			return jsontext.Value("null"), true
		}
		text = p.OnComplete
	}
	if text == nil {
		return nil, false
	}
	return jsontext.Value(*text), true
}
