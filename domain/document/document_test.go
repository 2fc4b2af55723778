package document_test

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
)

func parse(t *testing.T, text string) *document.Document {
	t.Helper()
	d, err := document.Parse([]byte(text))
	if err != nil {
		t.Fatalf("Parse(%s): %v", text, err)
	}
	return d
}

// conformance decodes one of the shared conformance files.
func conformance(t testing.TB, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "testdata", "conformance", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

func TestTextIsTheBytesThatWereParsed(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{}`,
		"{ \"nodes\" : [ ] ,\r\n\t\"edges\": [{ }], \"z\": -0, \"a\": 1.0e+2, \"n\": null }",
		`{"nodes":[1,null,{"id":"a"},"x"],"edges":{"not":"a list"}}`,
		"  {\"k\\u0065y\": \"\\ud83d\\ude00\"}\n",
	} {
		if got := string(parse(t, text).Text()); got != text {
			t.Errorf("Text() = %s, want %s", got, text)
		}
	}
}

func TestParseCopiesItsInput(t *testing.T) {
	t.Parallel()
	text := []byte(`{"id":"a"}`)
	d, err := document.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	clear(text)
	if string(d.Text()) != `{"id":"a"}` {
		t.Errorf("the document changed with the buffer: %q", d.Text())
	}
}

func TestElementsThatAreNoObjectsAreNotListed(t *testing.T) {
	t.Parallel()
	d := parse(t, `{"nodes":[1,{"id":"a"},null],"edges":["x",{"id":"e","source":"a","target":7}]}`)
	if len(d.Nodes()) != 1 || d.Nodes()[0].ID() != "a" {
		t.Errorf("nodes: %d", len(d.Nodes()))
	}
	if len(d.Edges()) != 1 || d.Edges()[0].Target() != "" {
		t.Errorf("edges: %d", len(d.Edges()))
	}
}

func TestElementsThatAreNoObjectsAreStrays(t *testing.T) {
	t.Parallel()
	d := parse(t, `{"nodes":[{"id":"a"},7,{"id":"b"}, null],"edges":[["x"]]}`)
	if strays := maps.Collect(d.StrayEdges()); len(strays) != 1 || string(strays[0]) != `["x"]` {
		t.Errorf("edges: %v", strays)
	}
	editor := d.Edit()
	editor.RemoveNode("a")
	for edition, first := range map[*document.Document]int{d: 1, editor.Document(): 0} {
		strays := maps.Collect(edition.StrayNodes())
		if len(strays) != 2 || string(strays[first]) != "7" || string(strays[first+2]) != "null" {
			t.Errorf("nodes of %s: %v", edition.Text(), strays)
		}
	}
}

func TestNodeAndEdgeAreFoundByID(t *testing.T) {
	t.Parallel()
	d := parse(t, `{"nodes":[{"id":"a","name":"first"},{"id":"a","name":"second"}],"edges":[{"id":"e","label":"L"}]}`)
	if node, ok := d.Node("a"); !ok || node.Name() != "first" {
		t.Error("of two nodes with one id the first must be found")
	}
	if edge, ok := d.Edge("e"); !ok || edge.Label() != "L" {
		t.Error("edge e not found")
	}
	if _, ok := d.Node("b"); ok {
		t.Error("node b found")
	}
}

func TestEdgeReadsLeniently(t *testing.T) {
	t.Parallel()
	d := parse(t, `{"edges":[
		{"id":"e","source":"a","target":"b","condition":"context.x","priority":2.0,"isDefault":true,"isTimeout":false},
		{"id":"f","condition":null,"priority":null,"isDefault":null,"isTimeout":"yes"}]}`)
	e, f := d.Edges()[0], d.Edges()[1]
	if e.Source() != "a" || e.Target() != "b" || e.Condition() != "context.x" || e.Priority() != 2 || !e.IsDefault() || e.IsTimeout() {
		t.Errorf("edge e misread: %+v", e)
	}
	if f.Condition() != "" || f.Priority() != 0 || f.IsDefault() || f.IsTimeout() {
		t.Errorf("edge f misread: %+v", f)
	}
}

func TestConfigTellsNullFromAbsent(t *testing.T) {
	t.Parallel()
	d := parse(t, `{"nodes":[{"id":"a","config":{"there":null}},{"id":"b","config":null},{"id":"c","config":[1]}]}`)
	a, _ := d.Node("a")
	if value, ok := a.Config("there"); !ok || string(value) != "null" {
		t.Errorf("Config(there) = %s, %v", value, ok)
	}
	if _, ok := a.Config("absent"); ok {
		t.Error("absent key found")
	}
	for _, id := range []string{"b", "c"} {
		node, _ := d.Node(id)
		if _, ok := node.Config("there"); ok {
			t.Errorf("node %s has a config key", id)
		}
	}
}

func TestPositionNeedsBothNumbers(t *testing.T) {
	t.Parallel()
	d := parse(t, `{"nodes":[{"id":"a","position":{"x":1.5,"y":-2}},{"id":"b","position":{"x":1}},{"id":"c","position":null},{"id":"d"}]}`)
	if x, y, ok := d.Nodes()[0].Position(); !ok || x != 1.5 || y != -2 {
		t.Errorf("Position() = %v, %v, %v", x, y, ok)
	}
	for _, node := range d.Nodes()[1:] {
		if _, _, ok := node.Position(); ok {
			t.Errorf("node %s has a position", node.ID())
		}
	}
}

func TestFieldsAreDecodedLeniently(t *testing.T) {
	t.Parallel()
	var file struct {
		Workflow jsontext.Value `json:"workflow"`
	}
	conformance(t, "config-v1.json", &file)
	d := parse(t, string(file.Workflow))
	action, _ := d.Node("action")
	fields := action.Fields("outputs")
	if len(fields) != 1 {
		t.Fatalf("%d fields", len(fields))
	}
	field := fields[0]
	if field.Name != "result" || field.Key() != "renamed" || field.Type != "string" || field.Label != "" || field.Required {
		t.Errorf("field: %+v", field)
	}
	if len(field.Options) != 1 || field.Options[0] != (document.Option{Value: "yes"}) {
		t.Errorf("options: %+v", field.Options)
	}
	human, _ := d.Node("human")
	if form := human.Fields("outputs"); form[0].Key() != "answer" || string(form[0].DefaultValue) != "null" {
		t.Errorf("form: %+v", form)
	}
}

func TestFieldsLeaveOutWhatIsNoField(t *testing.T) {
	t.Parallel()
	d := parse(t, `{"nodes":[{"id":"a","config":{"outputs":[null,1,{"name":7},{"name":"x","sensitive":true}],"inputs":{}}}]}`)
	node := d.Nodes()[0]
	if fields := node.Fields("outputs"); len(fields) != 1 || fields[0].Name != "x" || !fields[0].Sensitive {
		t.Errorf("fields: %+v", fields)
	}
	if fields := node.Fields("inputs"); fields != nil {
		t.Errorf("fields of an object: %+v", fields)
	}
}

func TestParseRefusesWhatIsNoObject(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`[]`, `null`, `"x"`, `1`} {
		if _, err := document.Parse([]byte(text)); fault.CodeOf(err) != document.CodeNotAnObject {
			t.Errorf("Parse(%s): %v", text, err)
		}
	}
}
