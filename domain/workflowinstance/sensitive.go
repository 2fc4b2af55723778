package workflowinstance

import (
	"maps"
	"slices"
	"strings"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
)

// maskText is what is shown in the place of a sensitive value, and mask is that as JSON.
const maskText = "•••"

var mask = expression.Quote(maskText)

// SensitiveKeys lists the context keys that hold a field declared as sensitive, by
// name. What they hold belongs in no prompt, log or preview.
func (v *Version) SensitiveKeys() []string { return slices.Sorted(maps.Keys(v.sensitive)) }

// Masked gives a context with its sensitive values hidden; a null stays one.
func (v *Version) Masked(context *expression.Object) *expression.Object {
	var hidden []expression.Member
	for _, key := range v.SensitiveKeys() {
		if value, found := context.Get(key); found && string(value) != "null" {
			hidden = append(hidden, expression.Member{Name: key, Value: mask})
		}
	}
	return context.Merge(expression.NewObject(hidden...))
}

// namesSensitive tells whether a formula may read a sensitive key, so that what comes of
// it is told to nobody.
func (v *Version) namesSensitive(f *formula) bool {
	for key := range v.sensitive {
		if f != nil && strings.Contains(f.text, key) {
			return true
		}
	}
	return false
}

// sensitiveKeys gives the context keys of which one declaration at least is sensitive.
func sensitiveKeys(doc *document.Document) map[string]bool {
	keys := make(map[string]bool)
	for _, n := range doc.Nodes() {
		for _, field := range declaredFields(n) {
			if field.Sensitive {
				keys[field.Key()] = true
			}
		}
	}
	return keys
}
