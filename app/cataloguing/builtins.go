package cataloguing

import (
	"cmp"
	"slices"

	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/domain/sessiontemplate"
)

// Built-in session templates are objects of the catalog to whoever reads it, global ones whose id is their name. They
// are not stored.

// IsBuiltIn tells whether an object comes with Heddle.
func IsBuiltIn(kind catalog.Kind, id string) bool {
	if kind != catalog.SessionTemplate {
		return false
	}
	_, found := sessiontemplate.BuiltIn(id)
	return found
}

// BuiltInObject finds what comes with Heddle.
func BuiltInObject(kind catalog.Kind, id string) (catalog.Object, bool) {
	if kind != catalog.SessionTemplate {
		return catalog.Object{}, false
	}
	template, found := sessiontemplate.BuiltIn(id)
	if !found {
		return catalog.Object{}, false
	}
	return objectOf(template), true
}

func objectOf(template sessiontemplate.Template) catalog.Object {
	text, err := template.Text()
	if err != nil {
		panic("a built-in template can't be written: " + err.Error()) // each is a constant, which a test writes
	}
	rev, err := revision.OfContent([]byte(text))
	if err != nil {
		panic("a built-in template can't be hashed: " + err.Error())
	}
	return catalog.Object{ID: template.Name, Kind: catalog.SessionTemplate, Name: template.Name, Content: text, ContentRevision: rev}
}

// WithBuiltIns puts the built-in templates behind a name among a page of the objects that are stored.
func WithBuiltIns(kind catalog.Kind, found []catalog.Object, afterName string, limit int) []catalog.Object {
	if kind != catalog.SessionTemplate {
		return found
	}
	for _, template := range sessiontemplate.BuiltIns() {
		if template.Name > afterName {
			found = append(found, objectOf(template))
		}
	}
	slices.SortStableFunc(found, func(a, b catalog.Object) int { return cmp.Compare(a.Name, b.Name) })
	return found[:min(limit, len(found))]
}

// requireOwn refuses to change what comes with Heddle.
func requireOwn(kind catalog.Kind, id string) error {
	if IsBuiltIn(kind, id) {
		return fault.New(fault.KindConflict, "built-in", "the %s %q is built in and can't be changed; make one of another name from it", kind, id)
	}
	return nil
}
