package pack

import (
	"regexp"
	"strings"

	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/revision"
)

var revisionPattern = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)

// bases reads what the items were made from: an object with a content revision for each, by its key, or null where there
// was nothing. They stand apart from the items, whose members are their own.
func (p *parser) bases(root rawjson.Object) {
	value, given := root.Get(keyBases)
	if !given {
		return
	}
	object, ok := rawjson.ParseObject(value)
	if !ok {
		p.report(CodeInvalidPack, "", keyBases, "%s must be an object, not %s", keyBases, rawjson.Kind(value))
		return
	}
	for name, value := range object.Members() {
		field := keyBases + "." + name
		text, _ := rawjson.String(value)
		if !rawjson.IsNull(value) && !revisionPattern.MatchString(text) {
			p.report(CodeInvalidRevision, name, field, `%s must be a content revision, "sha256:…", or null where there was nothing`, field)
			continue
		}
		item := p.named(name)
		if item == nil {
			p.report(CodeInvalidRevision, name, field, "%s is of no item of this pack%s", field, spelling.DidYouMean(name, "items", p.names()))
			continue
		}
		base := revision.Revision(text)
		item.Base = &base
	}
}

func (p *parser) named(name string) *Item {
	kind, name, _ := strings.Cut(name, "/")
	return p.pack.Item(Key{catalog.Kind(kind), name})
}

func (p *parser) names() []string {
	names := make([]string, len(p.pack.items))
	for i := range p.pack.items {
		names[i] = p.pack.items[i].String()
	}
	return names
}
