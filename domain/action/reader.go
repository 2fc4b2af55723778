package action

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/secret"
)

// maxNameLength is in bytes, which are characters here.
const maxNameLength = 64

var (
	namePattern     = regexp.MustCompile(`^[a-z0-9-]+$`)
	variablePattern = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

// reader reads the fields of one object and collects what is wrong with them.
type reader struct {
	object rawjson.Object
	path   string           // of the object, with a trailing point; empty at the top
	found  *[]fault.Problem // shared by the readers of one text
}

func newReader(object rawjson.Object) *reader {
	return &reader{object: object, found: new([]fault.Problem)}
}

// inside reads an object that is the value of key.
func (in *reader) inside(key string, object rawjson.Object) *reader {
	return &reader{object: object, path: in.path + key + ".", found: in.found}
}

func (in *reader) problems() []fault.Problem { return *in.found }

func (in *reader) report(code, field, format string, args ...any) {
	in.add("error", code, field, "", fmt.Sprintf(format, args...))
}

func (in *reader) warn(code, field, format string, args ...any) {
	in.add("warning", code, field, "", fmt.Sprintf(format, args...))
}

// reportUnknown reports a word that is none of the known ones, and suggests one.
func (in *reader) reportUnknown(code, field, word, plural string, known []string) {
	near, _ := spelling.Nearest(word, known)
	in.add("error", code, field, near, fmt.Sprintf("there is no %q; %s", word, spelling.Listing(plural, known)))
}

func (in *reader) add(severity, code, field, suggestion, message string) {
	*in.found = append(*in.found, fault.Problem{
		Severity: severity, Code: code, Field: in.path + field, Suggestion: suggestion, Message: message,
	})
}

// reported tells whether something is wrong with the field already.
func (in *reader) reported(field string) bool {
	return slices.ContainsFunc(*in.found, func(p fault.Problem) bool { return p.Field == in.path+field })
}

// reportMisspelled warns of unknown fields that are near a known one which is not
// there. Other unknown fields belong to somebody else.
func (in *reader) reportMisspelled(known []string) {
	var absent []string
	for _, name := range known {
		if _, given := in.object.Get(name); !given {
			absent = append(absent, name)
		}
	}
	for name := range in.object.Members() {
		if slices.Contains(known, name) {
			continue
		}
		if near, ok := spelling.Nearest(name, absent); ok {
			in.add("warning", CodeMisspelledField, name, near, fmt.Sprintf("the field %q means nothing here; did you mean %q?", name, near))
		}
	}
}

// text reads a field that is text or absent.
func (in *reader) text(key string) string {
	value, given := in.object.Get(key)
	if !given || rawjson.IsNull(value) {
		return ""
	}
	text, ok := rawjson.String(value)
	if !ok {
		in.report(CodeInvalidText, key, "%s must be text, not %s", key, rawjson.Kind(value))
	}
	return text
}

func (in *reader) name() string {
	name := in.text("name")
	switch {
	case in.reported("name"):
	case name == "":
		in.report(CodeMissingName, "name", "the name is missing")
	case len(name) > maxNameLength:
		in.report(CodeInvalidName, "name", "the name has %d characters, more than the %d allowed", len(name), maxNameLength)
	case !namePattern.MatchString(name):
		in.report(CodeInvalidName, "name", "the name %q may hold lower-case letters, digits and hyphens only", name)
	}
	return name
}

// oneOf reads a required field with a closed set of values; the codes are
// MISSING_ and INVALID_ with the key in upper case. What is wrong reads as empty.
func (in *reader) oneOf(key string, values []string) string {
	text := in.text(key)
	code := strings.ToUpper(key)
	switch {
	case slices.Contains(values, text):
		return text
	case in.reported(key):
	case text == "":
		in.report("MISSING_"+code, key, "the %s is missing; %s", key, spelling.Listing(key+"s", values))
	default:
		in.reportUnknown("INVALID_"+code, key, text, key+"s", values)
	}
	return ""
}

// texts reads a list of texts, or nothing.
func (in *reader) texts(key, code string) []string {
	value, given := in.object.Get(key)
	if !given || rawjson.IsNull(value) {
		return nil
	}
	array, ok := rawjson.ParseArray(value)
	if !ok {
		in.report(code, key, "%s must be a list of texts, not %s", key, rawjson.Kind(value))
		return nil
	}
	texts := make([]string, 0, array.Len())
	for i, element := range array.Values() {
		text, ok := rawjson.String(element)
		if !ok || text == "" {
			in.report(code, fmt.Sprintf("%s[%d]", key, i), "%s must be a list of texts, not of %s", key, shorten(element))
			continue
		}
		texts = append(texts, text)
	}
	return texts
}

// secrets reads the names of secrets, which become variables beside those of the environment.
func (in *reader) secrets(environment map[string]string) []string {
	names := in.texts("secrets", CodeInvalidSecrets)
	for i, name := range names {
		field := fmt.Sprintf("secrets[%d]", i)
		_, taken := environment[name]
		switch err := fault.As(secret.CheckName(name)); {
		case err != nil:
			in.report(CodeInvalidSecrets, field, "%s", err.Message)
		case slices.Contains(names[:i], name):
			in.report(CodeInvalidSecrets, field, "the secret %s is named twice", name)
		case taken:
			in.report(CodeInvalidSecrets, field, "%s is a variable of the environment and a secret; rename one of them", name)
		}
	}
	return names
}

// environment reads variables and their values.
func (in *reader) environment() map[string]string {
	value, given := in.object.Get("environment")
	if !given || rawjson.IsNull(value) {
		return nil
	}
	object, ok := rawjson.ParseObject(value)
	if !ok {
		in.report(CodeInvalidEnvironment, "environment", "the environment must be an object of texts, not %s", rawjson.Kind(value))
		return nil
	}
	environment := make(map[string]string, object.Len())
	for name, value := range object.Members() {
		field := "environment." + name
		text, isText := rawjson.String(value)
		switch {
		case !variablePattern.MatchString(name):
			in.report(CodeInvalidEnvironment, field, "%q can't be the name of a variable: letters, digits and _ only, no digit first", name)
		case strings.HasPrefix(name, "HEDDLE_"), strings.HasPrefix(name, "INPUT_"):
			in.report(CodeInvalidEnvironment, field, "variables named HEDDLE_… and INPUT_… are set by Heddle; choose another name for %q", name)
		case !isText:
			in.report(CodeInvalidEnvironment, field, "the value of %s must be text, not %s", name, rawjson.Kind(value))
		case strings.Contains(text, "\x00"):
			in.report(CodeInvalidEnvironment, field, "the value of %s holds a NUL character, which no variable can", name)
		default:
			environment[name] = text
		}
	}
	return environment
}

// parseObject refuses what can't be kept or hashed.
func parseObject(text []byte, what string) (rawjson.Object, *fault.Problem) {
	problem := &fault.Problem{Severity: "error", Code: CodeInvalidJSON}
	if err := document.CheckText(text); err != nil {
		problem.Message = err.Error()
		if f := new(fault.Error); errors.As(err, &f) {
			problem.Message = f.Message
		}
		return rawjson.Object{}, problem
	}
	object, ok := rawjson.ParseObject(text)
	if !ok {
		problem.Message = fmt.Sprintf("%s is a JSON object, not %s", what, rawjson.Kind(text))
		return rawjson.Object{}, problem
	}
	return object, nil
}

// shorten is a value for a message.
func shorten(value jsontext.Value) string {
	const longest = 40
	if len(value) > longest {
		return strings.ToValidUTF8(string(value[:longest]), "") + "…"
	}
	return string(value)
}
