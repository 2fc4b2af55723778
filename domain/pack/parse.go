package pack

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
)

// Codes of what can be wrong with the form of a pack.
const (
	CodeInvalidPack     = "INVALID_PACK"     // no JSON object that can be kept, or a member of a wrong type
	CodeUnknownFormat   = "UNKNOWN_FORMAT"   // heddlePack is missing, or a number that is not known here
	CodeUnknownField    = "UNKNOWN_FIELD"    // a member that means nothing
	CodeMissingField    = "MISSING_FIELD"    // a member without which an item is none
	CodeDuplicateItem   = "DUPLICATE_ITEM"   // two items of one kind and name
	CodeInvalidRevision = "INVALID_REVISION" // a base that is no content revision, or of no item
	CodeNameIgnored     = "NAME_IGNORED"     // warning: the pack says otherwise than the document
)

// The members of a pack.
const (
	keyFormat      = "heddlePack"
	keyActionTypes = "actionTypes"
	keyTools       = "tools"
	keyTemplates   = "sessionTemplates"
	keyWorkflows   = "workflows"
	keyBases       = "baseContentRevisions"
)

// The members of a workflow in a pack, beside its settings.
const (
	keySlug        = "slug"
	keyName        = "name"
	keyDescription = "description"
	keyDocument    = "document"
)

func packKeys() []string {
	return []string{keyFormat, keyActionTypes, keyTools, keyTemplates, keyWorkflows, keyBases}
}

func workflowKeys() []string {
	return append([]string{keySlug, keyName, keyDescription, keyDocument}, definition.SettingKeys()...)
}

// Parse reads the text of a pack and lists what is wrong with its form; the field of a problem is its place in the text.
// What its items are worth is for Checker to say. With any problem there is no pack.
func Parse(text []byte) (*Pack, []fault.Problem) {
	p := &parser{places: map[Key]string{}}
	if err := document.CheckText(text); err != nil {
		p.report(CodeInvalidPack, "", "", "%s", fault.As(err).Message)
		return nil, p.problems
	}
	root, ok := rawjson.ParseObject(text)
	if !ok {
		p.report(CodeInvalidPack, "", "", "a pack is a JSON object, not %s", rawjson.Kind(text))
		return nil, p.problems
	}
	p.format(root)
	p.refuseUnknown(root, "", "", packKeys())
	p.objects(root, keyActionTypes, catalog.ActionType)
	p.objects(root, keyTools, catalog.Tool)
	p.objects(root, keyTemplates, catalog.SessionTemplate)
	p.workflows(root)
	p.bases(root)
	if len(p.problems) > 0 {
		return nil, p.problems
	}
	return &p.pack, nil
}

type parser struct {
	pack     Pack
	places   map[Key]string // where the items stand
	problems []fault.Problem
}

func (p *parser) report(code, item, field, format string, args ...any) {
	p.problems = append(p.problems, fault.Problem{
		Severity: fault.SeverityError, Code: code, Item: item, Field: field, Message: fmt.Sprintf(format, args...),
	})
}

func (p *parser) format(root rawjson.Object) {
	value, given := root.Get(keyFormat)
	if number, ok := rawjson.Int32(value); given && (!ok || number != Format) {
		p.report(CodeUnknownFormat, "", keyFormat, "this is a pack of the format %s; this program reads the format %d", value, Format)
	}
	if !given {
		p.report(CodeUnknownFormat, "", keyFormat, "this is no pack: a pack begins with %q: %d", keyFormat, Format)
	}
}

func (p *parser) refuseUnknown(object rawjson.Object, item, place string, known []string) {
	for name := range object.Members() {
		if !slices.Contains(known, name) {
			p.report(CodeUnknownField, item, place+name, "%s means nothing here%s", place+name, spelling.DidYouMean(name, "fields", known))
		}
	}
}

// list reads the elements of a section, each with its place; a section that is not there has none.
func (p *parser) list(root rawjson.Object, key string, read func(place string, object rawjson.Object, text jsontext.Value)) {
	value, given := root.Get(key)
	if !given {
		return
	}
	array, ok := rawjson.ParseArray(value)
	if !ok {
		p.report(CodeInvalidPack, "", key, "%s must be a list, not %s", key, rawjson.Kind(value))
		return
	}
	for i, element := range array.Values() {
		place := fmt.Sprintf("%s[%d]", key, i)
		object, ok := rawjson.ParseObject(element)
		if !ok {
			p.report(CodeInvalidPack, "", place, "%s must be an object, not %s", place, rawjson.Kind(element))
			continue
		}
		read(place, object, element)
	}
}

// objects reads a section of catalog objects. Their members are theirs: only the name is looked at.
func (p *parser) objects(root rawjson.Object, key string, kind catalog.Kind) {
	p.list(root, key, func(place string, object rawjson.Object, text jsontext.Value) {
		value, _ := object.Get(keyName)
		name, _ := rawjson.String(value)
		if name == "" {
			p.report(CodeMissingField, "", place+".name", "%s needs a name, since it is known by it", place)
			return
		}
		p.add(place, Item{Key: Key{kind, name}, Content: string(text)}, revision.OfContent)
	})
}

func (p *parser) workflows(root rawjson.Object) {
	p.list(root, keyWorkflows, func(place string, object rawjson.Object, _ jsontext.Value) {
		value, _ := object.Get(keySlug)
		slug, _ := rawjson.String(value)
		if err := access.CheckSlug(slug); err != nil {
			p.report(CodeMissingField, "", place+".slug", "%s.slug, by which the workflow is known, is missing or no slug: %s",
				place, fault.As(err).Message)
			return
		}
		item := Item{Key: Key{Workflow, slug}}
		p.refuseUnknown(object, item.String(), place+".", workflowKeys())
		item.Settings = p.settings(object, item.String(), place)
		text, given := object.Get(keyDocument)
		if text.Kind() != jsontext.KindBeginObject {
			p.report(CodeMissingField, item.String(), place+".document", "%s.document, the workflow document, must be an object, not %s",
				place, map[bool]string{true: rawjson.Kind(text), false: "missing"}[given])
			return
		}
		item.Content = string(text)
		for _, key := range []string{keyName, keyDescription} {
			p.compare(&item, object, key, place)
		}
		p.add(place, item, revision.OfDocumentText)
	})
}

func (p *parser) settings(object rawjson.Object, item, place string) definition.SettingsPatch {
	patch, problems := definition.ReadSettings(object)
	for _, problem := range problems {
		problem.Item, problem.Field = item, place+"."+problem.Field
		p.problems = append(p.problems, problem)
	}
	return patch
}

// compare looks at what the pack says beside the document for readers, while the document says it for Heddle.
func (p *parser) compare(item *Item, object rawjson.Object, key, place string) {
	value, given := object.Get(key)
	said, isText := rawjson.String(value)
	if given && !isText {
		p.report(CodeInvalidPack, item.String(), place+"."+key, "%s.%s must be text, not %s", place, key, rawjson.Kind(value))
	}
	own, _ := rawjson.Get([]byte(item.Content), key)
	if text, _ := rawjson.String(own); isText && said != text {
		item.Warnings = append(item.Warnings, fmt.Sprintf("the pack says %s %q, the document says %q, which is what counts", key, said, text))
	}
}

func (p *parser) add(place string, item Item, revisionOf func([]byte) (revision.Revision, error)) {
	rev, err := revisionOf([]byte(item.Content))
	if err != nil {
		p.report(CodeInvalidPack, item.String(), place, "%s: %s", place, fault.As(err).Message)
		return
	}
	item.Revision = rev
	if !p.pack.Add(item) {
		p.report(CodeDuplicateItem, item.String(), place, "%s is %s, which %s is already", place, item.Key, p.places[item.Key])
		return
	}
	p.places[item.Key] = place
}
