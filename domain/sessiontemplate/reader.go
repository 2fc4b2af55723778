package sessiontemplate

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/secret"
)

var variablePattern = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// reader reads the fields of one object and collects what is wrong with them.
type reader struct {
	object rawjson.Object
	path   string           // of the object, with a trailing point; empty at the top
	found  *[]fault.Problem // shared by the readers of one text
}

// inside reads an object that is the value of key.
func (in reader) inside(key string, object rawjson.Object) reader {
	return reader{object: object, path: in.path + key + ".", found: in.found}
}

func (in reader) report(code, field, format string, args ...any) {
	*in.found = append(*in.found, fault.Problem{
		Severity: fault.SeverityError, Code: code, Field: in.path + field, Message: fmt.Sprintf(format, args...),
	})
}

// reported tells whether something is wrong with the field already.
func (in reader) reported(field string) bool {
	return slices.ContainsFunc(*in.found, func(p fault.Problem) bool { return p.Field == in.path+field })
}

func (in reader) refuseUnknown(known []string) {
	for name := range in.object.Members() {
		if slices.Contains(known, name) {
			continue
		}
		near, _ := spelling.Nearest(name, known)
		*in.found = append(*in.found, fault.Problem{
			Severity: fault.SeverityError, Code: CodeUnknownField, Field: in.path + name, Suggestion: near,
			Message: fmt.Sprintf("%q means nothing here%s", in.path+name, spelling.DidYouMean(name, "fields", known)),
		})
	}
}

// text reads a field that is text or absent, within a number of bytes.
func (in reader) text(key string, most int) string {
	value, given := in.object.Get(key)
	if !given || rawjson.IsNull(value) {
		return ""
	}
	text, ok := rawjson.String(value)
	switch {
	case !ok:
		in.report(CodeInvalidField, key, "%s must be text, not %s", key, rawjson.Kind(value))
	case len(text) > most:
		in.report(CodeInvalidField, key, "%s has %d bytes, more than the %d allowed", key, len(text), most)
	case strings.Contains(text, "\x00"):
		in.report(CodeInvalidField, key, "%s holds a NUL character", key)
	}
	return text
}

// texts reads a list of texts, or nothing.
func (in reader) texts(key, code string) []string {
	value, given := in.object.Get(key)
	if !given || rawjson.IsNull(value) {
		return nil
	}
	array, ok := rawjson.ParseArray(value)
	if !ok {
		in.report(code, key, "%s must be a list of texts, not %s", key, rawjson.Kind(value))
		return nil
	}
	if array.Len() > maxListed {
		in.report(code, key, "%s lists %d texts, more than the %d allowed", key, array.Len(), maxListed)
		return nil
	}
	texts := make([]string, 0, array.Len())
	for i, element := range array.Values() {
		text, ok := rawjson.String(element)
		if !ok || len(text) > maxWords || strings.Contains(text, "\x00") {
			in.report(code, fmt.Sprintf("%s[%d]", key, i), "%s must be a list of texts of %d bytes at most, not of %s", key, maxWords, shorten(element))
			continue
		}
		texts = append(texts, text)
	}
	return texts
}

// eachObject reads the elements of a list of objects.
func (in reader) eachObject(key, code string, do func(element reader)) {
	value, given := in.object.Get(key)
	if !given || rawjson.IsNull(value) {
		return
	}
	array, ok := rawjson.ParseArray(value)
	if !ok {
		in.report(code, key, "%s must be a list of objects, not %s", key, rawjson.Kind(value))
		return
	}
	for i, element := range array.Values() {
		place := fmt.Sprintf("%s[%d]", key, i)
		object, ok := rawjson.ParseObject(element)
		if !ok {
			in.report(code, place, "%s must be an object, not %s", place, rawjson.Kind(element))
			continue
		}
		do(in.inside(place, object))
	}
}

// environment reads variables and their values.
func (in reader) environment() map[string]string {
	value, given := in.object.Get("environment")
	if !given || rawjson.IsNull(value) {
		return nil
	}
	object, ok := rawjson.ParseObject(value)
	if !ok {
		in.report(CodeInvalidEnvironment, "environment", "the environment must be an object of texts, not %s", rawjson.Kind(value))
		return nil
	}
	if object.Len() > maxVariables {
		in.report(CodeInvalidEnvironment, "environment", "the environment has %d variables, more than the %d allowed", object.Len(), maxVariables)
		return nil
	}
	environment := make(map[string]string, object.Len())
	for name, value := range object.Members() {
		field := "environment." + name
		text, isText := rawjson.String(value)
		switch {
		case !variablePattern.MatchString(name) || len(name) > maxName:
			in.report(CodeInvalidEnvironment, field, "%q can't be the name of a variable: letters, digits and _ only, no digit first, %d at most", name, maxName)
		case in.isReserved(name):
			in.report(CodeInvalidEnvironment, field, "%s is set by Heddle; choose another name", name)
		case !isText:
			in.report(CodeInvalidEnvironment, field, "the value of %s must be text, not %s", name, rawjson.Kind(value))
		case strings.Contains(text, "\x00"):
			in.report(CodeInvalidEnvironment, field, "the value of %s holds a NUL character, which no variable can", name)
		case len(text) > maxValue:
			in.report(CodeInvalidEnvironment, field, "the value of %s has %d bytes, more than the %d allowed", name, len(text), maxValue)
		default:
			environment[name] = text
		}
	}
	return environment
}

// isReserved tells of variables that sessions have already; an agent's program must also not be told another model server
// than the one that its engine was set up with, which would get the key.
func (in reader) isReserved(name string) bool {
	ofAgents := slices.ContainsFunc([]string{"OPENCODE_", "ANTHROPIC_", "CLAUDE_"}, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
	return secret.CheckName(name) != nil || in.path == "" && ofAgents
}

// secrets reads the names of secrets, which become variables beside those of the environment.
func (in reader) secrets(environment map[string]string) []string {
	names := in.texts("secrets", CodeInvalidSecrets)
	for i, name := range names {
		field := fmt.Sprintf("secrets[%d]", i)
		_, taken := environment[name]
		switch err := fault.As(secret.CheckName(name)); {
		case err != nil:
			in.report(CodeInvalidSecrets, field, "%s", err.Message)
		case in.isReserved(name):
			in.report(CodeInvalidSecrets, field, "%s is set by Heddle, and can't be a secret of a session", name)
		case slices.Contains(names[:i], name):
			in.report(CodeInvalidSecrets, field, "the secret %s is named twice", name)
		case taken:
			in.report(CodeInvalidSecrets, field, "%s is a variable of the environment and a secret; rename one of them", name)
		}
	}
	return names
}
