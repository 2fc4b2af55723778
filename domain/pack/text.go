package pack

import (
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/document/rawjson"
)

// Text writes the pack as JSON, each item on lines of its own. Contents stay as they are, byte for byte; the same pack
// always gives the same text. Labels and ids are not written: they mean nothing elsewhere.
func (p *Pack) Text() []byte {
	text := []byte(`{` + "\n" + `"` + keyFormat + `": ` + strconv.Itoa(Format))
	text = p.appendSection(text, keyActionTypes, catalog.ActionType)
	text = p.appendSection(text, keyTools, catalog.Tool)
	if slices.ContainsFunc(p.items, func(item Item) bool { return item.Kind == catalog.SessionTemplate }) {
		text = p.appendSection(text, keyTemplates, catalog.SessionTemplate) // which packs did not have from the beginning
	}
	text = p.appendSection(text, keyWorkflows, Workflow)
	text = p.appendBases(text)
	return append(text, "\n}\n"...)
}

func (p *Pack) appendSection(text []byte, key string, kind catalog.Kind) []byte {
	text = append(text, ",\n\""+key+"\": ["...)
	before := "\n"
	for i := range p.items {
		item := &p.items[i]
		if item.Kind != kind {
			continue
		}
		text = append(text, before...)
		if kind == Workflow {
			text = item.appendWorkflow(text)
		} else {
			text = append(text, item.Content...)
		}
		before = ",\n"
	}
	if before == "\n" {
		return append(text, ']')
	}
	return append(text, "\n]"...)
}

func (i *Item) appendWorkflow(text []byte) []byte {
	text = append(text, `{"`+keySlug+`": `...)
	text = append(text, rawjson.Quote(i.Name)...)
	for _, key := range []string{keyName, keyDescription} {
		if value, given := rawjson.Get([]byte(i.Content), key); given && value.Kind() == jsontext.KindString {
			text = appendMember(text, key, value)
		}
	}
	for _, setting := range settingValues(i.Settings) {
		text = appendMember(text, setting.key, setting.value)
	}
	text = append(text, ",\n\""+keyDocument+"\": "...)
	text = append(text, i.Content...)
	return append(text, '}')
}

func appendMember(text []byte, key string, value jsontext.Value) []byte {
	text = append(text, `, "`+key+`": `...)
	return append(text, value...)
}

type settingValue struct {
	key   string
	value jsontext.Value
}

// settingValues lists what a patch sets, in the order of definition.SettingKeys.
func settingValues(p definition.SettingsPatch) (values []settingValue) {
	for _, key := range definition.SettingKeys() {
		if value, given := p.Value(key); given {
			values = append(values, settingValue{key, value})
		}
	}
	return values
}

func (p *Pack) appendBases(text []byte) []byte {
	before := ",\n\"" + keyBases + "\": {\n"
	for _, kind := range []catalog.Kind{catalog.ActionType, catalog.Tool, catalog.SessionTemplate, Workflow} {
		for i := range p.items {
			item := &p.items[i]
			if item.Kind != kind || item.Base == nil {
				continue
			}
			text = append(text, before...)
			text = append(text, rawjson.Quote(item.String())...)
			text = append(text, ": "...)
			text = append(text, item.baseText()...)
			before = ",\n"
		}
	}
	if before == ",\n" {
		text = append(text, "\n}"...)
	}
	return text
}

func (i *Item) baseText() jsontext.Value {
	if *i.Base == "" {
		return jsontext.Value("null")
	}
	return rawjson.Quote(string(*i.Base))
}
