package pack_test

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/domain/revision"
)

// Contents whose way of writing tells whether they were kept byte for byte.
const (
	checker = `{ "name":"check", "x":1.50,"mode":"script","script":{"language":"bash","source":"true"},"allowedTools":["look","mcp__x__y"] }`
	looker  = `{"name":"look","description":"<d> & \u00e4","parameters":{"type":"object"},"language":"bash","source":"true"}`
	flow    = `{"id":"flow", "name":"Flow","description":"Flows", "nodes":[
 {"id":"s","type":"start","name":"S","config":{"inputs":[]}},
 {"id":"a","type":"action","name":"A","config":{"actionType":"check","inputs":{},"outputs":[]}},
 {"id":"e","type":"end","name":"E","config":{}}],"edges":[{"id":"1","source":"s","target":"a"},{"id":"2","source":"a","target":"e"}]}`
)

// flowPack is all three in a pack, as people write it.
const flowPack = `{"heddlePack":1,"workflows":[{"slug":"flow","document":` + flow + `}],"tools":[` + looker + `],"actionTypes":[` + checker + `]}`

func parsed(t testing.TB, text string) *pack.Pack {
	t.Helper()
	p, problems := pack.Parse([]byte(text))
	if p == nil {
		t.Fatalf("%s: %+v", text, problems)
	}
	return p
}

func TestAPackKeepsContentsByteForByte(t *testing.T) {
	t.Parallel()
	p := parsed(t, flowPack)
	for key, want := range map[pack.Key]string{
		{Kind: catalog.ActionType, Name: "check"}: strings.TrimSpace(checker), {Kind: catalog.Tool, Name: "look"}: looker, {Kind: pack.Workflow, Name: "flow"}: flow,
	} {
		item := p.Item(key)
		if item == nil || item.Content != want || item.Base != nil || item.Settings != (definition.SettingsPatch{}) {
			t.Fatalf("%s: %+v", key, item)
		}
		if !strings.Contains(string(p.Text()), want) {
			t.Errorf("%s is written otherwise:\n%s", key, p.Text())
		}
	}
	rev, err := revision.OfDocumentText([]byte(flow))
	if got := p.Item(pack.Key{Kind: pack.Workflow, Name: "flow"}).Revision; err != nil || got != rev {
		t.Errorf("the revision is %s, want %s", got, rev)
	}
}

func TestAWrittenPackReadsAsTheSamePack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := new(pack.Pack)
		names := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z][a-z0-9]{0,9}`), 0, 6, rapid.ID).Draw(t, "names")
		for _, name := range names {
			item := pack.Item{Key: pack.Key{Kind: rapid.SampledFrom([]catalog.Kind{catalog.ActionType, catalog.Tool, catalog.SessionTemplate, pack.Workflow}).Draw(t, "kind"), Name: name}}
			item.Content = `{"name":` + string(rawjson.Quote(name)) + `,"text":` + string(rawjson.Quote(rapid.String().Draw(t, "text"))) + "}"
			if item.Kind == pack.Workflow {
				item.Settings = anySettings(t)
			}
			if rapid.Bool().Draw(t, "based") {
				base := revision.Revision("")
				if rapid.Bool().Draw(t, "on something") {
					base = revision.Revision("sha256:" + strings.Repeat("0a", 32))
				}
				item.Base = &base
			}
			p.Add(item)
		}
		text := string(p.Text())
		again, problems := pack.Parse([]byte(text))
		if again == nil {
			t.Fatalf("%s: %+v", text, problems)
		}
		if second := string(again.Text()); second != text {
			t.Fatalf("%s\nreads as\n%s", text, second)
		}
	})
}

func anySettings(t *rapid.T) (s definition.SettingsPatch) {
	if rapid.Bool().Draw(t, "entry mode") {
		mode := definition.PublicLink
		s.EntryMode = &mode
	}
	if rapid.Bool().Draw(t, "activation") {
		active := rapid.Bool().Draw(t, "active")
		s.IsActive = &active
	}
	for _, setting := range []struct {
		into  **string
		texts []string
	}{
		{&s.Branding, []string{"{}", `{"accentColor":"#12f", "own":1.0}`}},
		{&s.Retention, []string{`{"mode":"archive"}`, `{"mode":"delete","deleteAfterDays":30}`}},
		{&s.OnComplete, []string{"", `{"action":"start_workflow","targetSlug":"next","dataMap":{"a":"context.b"}}`}},
	} {
		if rapid.Bool().Draw(t, "set") {
			text := rapid.SampledFrom(setting.texts).Draw(t, "setting")
			*setting.into = &text
		}
	}
	return s
}

func TestWhatIsWrongWithAPackNamesItemAndField(t *testing.T) {
	t.Parallel()
	workflow := func(rest string) string {
		return `{"heddlePack":1,"workflows":[{"slug":"flow","document":{}` + rest + `}]}`
	}
	for name, c := range map[string]struct{ text, code, item, field, message string }{
		"no JSON":                  {`{`, pack.CodeInvalidPack, "", "", ""},
		"a duplicate key":          {`{"heddlePack":1,"heddlePack":1}`, pack.CodeInvalidPack, "", "", "heddlePack"},
		"a list":                   {`[]`, pack.CodeInvalidPack, "", "", "list"},
		"no format":                {`{}`, pack.CodeUnknownFormat, "", "heddlePack", "no pack"},
		"a later format":           {`{"heddlePack":2}`, pack.CodeUnknownFormat, "", "heddlePack", "format 2"},
		"an unknown section":       {`{"heddlePack":1,"actionType":[]}`, pack.CodeUnknownField, "", "actionType", `"actionTypes"`},
		"a section of wrong type":  {`{"heddlePack":1,"tools":{}}`, pack.CodeInvalidPack, "", "tools", "list"},
		"an item of wrong type":    {`{"heddlePack":1,"tools":[{"name":"a"},3]}`, pack.CodeInvalidPack, "", "tools[1]", "number"},
		"a tool without a name":    {`{"heddlePack":1,"tools":[{}]}`, pack.CodeMissingField, "", "tools[0].name", "needs a name"},
		"two of one name":          {`{"heddlePack":1,"tools":[{"name":"a"},{"name":"a"}]}`, pack.CodeDuplicateItem, "tool/a", "tools[1]", "tools[0]"},
		"a workflow without slug":  {`{"heddlePack":1,"workflows":[{"document":{}}]}`, pack.CodeMissingField, "", "workflows[0].slug", "slug"},
		"a slug that is none":      {`{"heddlePack":1,"workflows":[{"slug":"A b","document":{}}]}`, pack.CodeMissingField, "", "workflows[0].slug", "lowercase"},
		"no document":              {`{"heddlePack":1,"workflows":[{"slug":"flow"}]}`, pack.CodeMissingField, "workflow/flow", "workflows[0].document", "missing"},
		"a document of text":       {`{"heddlePack":1,"workflows":[{"slug":"flow","document":"x"}]}`, pack.CodeMissingField, "workflow/flow", "workflows[0].document", "text"},
		"an unknown member":        {workflow(`,"entrymode":1`), pack.CodeUnknownField, "workflow/flow", "workflows[0].entrymode", `"entryMode"`},
		"a name of wrong type":     {workflow(`,"name":1`), pack.CodeInvalidPack, "workflow/flow", "workflows[0].name", "text"},
		"an unknown entry mode":    {workflow(`,"entryMode":"all"`), definition.InvalidSetting, "workflow/flow", "workflows[0].entryMode", "team_only"},
		"an unknown retention":     {workflow(`,"retention":{"mod":"archive"}`), definition.InvalidSetting, "workflow/flow", "workflows[0].retention.mod", `"mode"`},
		"a base of nothing":        {workflow(`}],"baseContentRevisions":{"workflow/flaw":null},"tools":[{"name":"a"`), pack.CodeInvalidRevision, "workflow/flaw", "baseContentRevisions.workflow/flaw", `"workflow/flow"`},
		"a base that is none":      {workflow(`}],"baseContentRevisions":{"workflow/flow":"1"},"tools":[{"name":"a"`), pack.CodeInvalidRevision, "workflow/flow", "baseContentRevisions.workflow/flow", "sha256"},
		"bases that are no object": {`{"heddlePack":1,"baseContentRevisions":[]}`, pack.CodeInvalidPack, "", "baseContentRevisions", "object"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, problems := pack.Parse([]byte(c.text))
			if p != nil || len(problems) != 1 {
				t.Fatalf("%+v", problems)
			}
			if got := problems[0]; got.Code != c.code || got.Item != c.item || got.Field != c.field || got.Severity != fault.SeverityError || !strings.Contains(got.Message, c.message) {
				t.Errorf("%+v, want %+v", got, c)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add(flowPack)
	f.Add(`{"heddlePack":1,"workflows":[{"slug":"a","name":"N","entryMode":"public_link","isActive":false,"branding":{},"retention":{"mode":"delete","deleteAfterDays":1},"onComplete":null,"document":{"name":"M"}}],"baseContentRevisions":{"workflow/a":null}}`)
	f.Fuzz(func(t *testing.T, text string) {
		p, problems := pack.Parse([]byte(text))
		if (p == nil) != (len(problems) > 0) {
			t.Fatalf("%+v", problems)
		}
		if p == nil {
			return
		}
		written := p.Text()
		again, problems := pack.Parse(written)
		if again == nil || !bytes.Equal(again.Text(), written) {
			t.Fatalf("%s\nis written as\n%s\n%+v", text, written, problems)
		}
	})
}
