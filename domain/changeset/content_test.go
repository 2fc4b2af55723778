package changeset_test

import (
	"maps"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
)

// content is what a document says, whatever the order: values in canonical form by
// element and field ("node n0", "config.k"). It is made without the code under test
// and serves as its oracle.
type content map[field]string

type field struct{ element, name string }

func contentOf(d *document.Document) content {
	return renamedContentOf(d, func(id string) string { return id })
}

// renamedContentOf is the content with nodes under other ids.
func renamedContentOf(d *document.Document, rename func(string) string) content {
	c := content{}
	for _, node := range d.Nodes() {
		element := "node " + rename(node.ID())
		c[field{element, "exists"}] = "true"
		for name, value := range rawjson.Members(node.Text()) {
			switch string(name) {
			case "id", "position":
			case "config":
				c.addMembers(element, "config.", value)
			default:
				c.add(element, string(name), value)
			}
		}
	}
	for _, edge := range d.Edges() {
		element := "edge " + edge.ID()
		c.addMembers(element, "", edge.Text())
		c[field{element, "exists"}] = "true"
		c[field{element, "source"}], c[field{element, "target"}] = rename(edge.Source()), rename(edge.Target())
	}
	for _, name := range []string{"id", "name", "description", "version", "x-owner"} {
		if value, ok := d.Member(name); ok {
			c.add("workflow", name, value)
		}
	}
	return c
}

func (c content) add(element, name string, value jsontext.Value) {
	c[field{element, name}] = string(rawjson.Canonical(value))
}

func (c content) addMembers(element, prefix string, object jsontext.Value) {
	c[field{element, prefix + "{}"}] = rawjson.Kind(object)
	for name, value := range rawjson.Members(object) {
		c.add(element, prefix+string(name), value)
	}
}

func (c content) equals(other content) bool { return maps.Equal(c, other) }
