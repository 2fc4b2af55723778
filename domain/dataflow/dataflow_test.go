package dataflow_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"heddle.dev/heddle/adapters/cel"
	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/dataflow"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/topology"
)

var analyst = sync.OnceValues(cel.New)

// flow works out the flow of nodes "id:what" and edges "source>target", with "?" and a
// condition without spaces, "*" for the default edge, "!" for a timeout edge. What a
// node brings is a list of "key/type", with "?" behind it for what may be null; "open"
// for an undeclared merge; nothing for a wait.
func flow(t *testing.T, nodes, edges string, actionTypes ...*action.ActionType) (*document.Document, *dataflow.Flow) {
	t.Helper()
	var nodeTexts, edgeTexts []string
	for _, written := range strings.Fields(nodes) {
		id, brings, _ := strings.Cut(written, ":")
		nodeTexts = append(nodeTexts, nodeText(id, brings))
	}
	for i, written := range strings.Fields(edges) {
		ends, condition, _ := strings.Cut(written, "?")
		source, target, _ := strings.Cut(ends, ">")
		edgeTexts = append(edgeTexts, fmt.Sprintf(`{"id":"e%d","source":%q,"target":%q,"priority":%d,"condition":%q,"isDefault":%t,"isTimeout":%t}`,
			i, source, strings.TrimRight(target, "*!"), i, condition, strings.HasSuffix(ends, "*"), strings.HasSuffix(ends, "!")))
	}
	d, err := document.Parse([]byte(`{"nodes":[` + strings.Join(nodeTexts, ",") + `],"edges":[` + strings.Join(edgeTexts, ",") + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	language, err := analyst()
	if err != nil {
		t.Fatal(err)
	}
	source := dataflow.Source{Graph: topology.Of(d), Analyst: language}
	if len(actionTypes) > 0 {
		source.ActionType = func(name string) (*action.ActionType, bool) {
			for _, a := range actionTypes {
				if a.Name == name {
					return a, true
				}
			}
			return nil, false
		}
	}
	return d, dataflow.Of(source)
}

func nodeText(id, brings string) string {
	if brings == "" {
		nodeType := map[string]string{"end": "end", "s": "start"}[id]
		if nodeType == "" {
			nodeType = "wait"
		}
		return fmt.Sprintf(`{"id":%q,"type":%q,"config":{}}`, id, nodeType)
	}
	if expr, isEvent := strings.CutPrefix(brings, "event/"); isEvent {
		key, source, _ := strings.Cut(expr, "=")
		return fmt.Sprintf(`{"id":%q,"type":"receive-event","config":{"timeout":"PT1H","outputs":[{"contextKey":%q,"expression":%q}]}}`, id, key, source)
	}
	if called, isAction := strings.CutPrefix(brings, "action/"); isAction {
		return fmt.Sprintf(`{"id":%q,"type":"action","config":{"actionType":%q}}`, id, called)
	}
	var fields []string
	for _, field := range strings.Split(brings, ",") {
		if field == "open" {
			continue
		}
		name, fieldType, _ := strings.Cut(field, "/")
		fields = append(fields, fmt.Sprintf(`{"name":%q,"type":%q,"required":%t}`, name, strings.TrimSuffix(fieldType, "?"), !strings.HasSuffix(fieldType, "?")))
	}
	nodeType, list := "human-task", "outputs"
	if id == "s" {
		nodeType, list = "start", "inputs"
	}
	return fmt.Sprintf(`{"id":%q,"type":%q,"config":{%q:[%s]}}`, id, nodeType, list, strings.Join(fields, ","))
}

// shown writes the keys of a place: "~" behind one that only some paths bring, "?"
// behind one that may be null, and "open" at the end.
func shown(p *dataflow.Place) string {
	var words []string
	for _, key := range p.Keys() {
		word := key.Name + "/" + key.Declared
		if key.Declared == "" {
			word = key.Name + "=" + strings.ReplaceAll((key.Kinds&^expression.NullKind).String(), " ", "-")
			if key.Kinds == expression.AnyKind {
				word = key.Name
			}
		}
		if key.Nullable {
			word += "?"
		}
		if !key.Certain {
			word += "~"
		}
		words = append(words, word)
	}
	if p.Open() {
		words = append(words, "open")
	}
	return strings.Join(words, " ")
}

func TestPlacesKnowTheContext(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, nodes, edges, at, want string
	}{
		{"what is declared is there behind the node", "s:n/number a:t/string? end", "s>a a>end", "end", "n/number t/string?"},
		{"a node does not see what it brings itself", "s:n/number a:t/string end", "s>a a>end", "a", "n/number"},
		{"a start without inputs leaves the context open", "s a:t/string end", "s>a a>end", "end", "t/string open"},
		{"an undeclared merge leaves the context open", "s:n/number a:open end", "s>a a>end", "end", "n/number open"},
		{"an event without mappings leaves the context open", "s:n/number a:event/= end", "s>a a>end", "end", "n/number open"},
		{"keys of one path are there on some", "s:n/number a:x/string b:y/string end", "s>a?context.n>1 s>b* a>end b>end", "end", "n/number x/string~ y/string~"},
		{"keys of all paths are certain", "s:n/number a:x/string b:x/string end", "s>a?context.n>1 s>b* a>end b>end", "end", "n/number x/string"},
		{"types of different paths are put together", "s:n/number a:x/string b:x/number? end", "s>a?context.n>1 s>b* a>end b>end", "end", "n/number x=a-number-or-text?"},
		{"an undeclared merge may bring what is missing", "s:n/number a:x/string b:open end", "s>a?context.n>1 s>b* a>end b>end", "end", "n/number x/string open"},
		{"the last declaration counts", "s:x/number? a:x/string end", "s>a a>end", "end", "x/string"},
		{"null comes back with a later declaration", "s:x/string a:x/string? end", "s>a a>end", "end", "x/string?"},
		{"loops are gone through until nothing changes", "s:n/number a b:x/string c:n/string end", "s>a a>b b>c c>a?context.n!=1 c>end*", "a", "n=a-number-or-text x/string~"},
		{"unreachable nodes know nothing", "s:n/number a b end", "s>end a>b b>a", "a", "open"},
		{"a timeout brings nothing", "s:n/number r:event/k=event.k a end", "s>r r>end r>a! a>end", "a", "n/number"},
		{"an event's mapping is certain", "s:n/number r:event/k=event.k a end", "s>r r>a r>end! a>end", "a", "k n/number"},
		{"a mapping has the kind of its expression", "s:n/number r:event/k=context.n+1 end", "s>r r>end", "end", "k=a-number n/number"},
		{"a mapping hands null on", "s:n/number? r:event/k=context.n end", "s>r r>end", "end", "k=a-number? n/number?"},
		{"also out of a list", "s:n/number? r:event/k=[1].map(x,context.n)[0] end", "s>r r>end", "end", "k=a-number? n/number?"},
		{"and out of a choice in a choice", "s:n/number?,b/boolean r:event/k=context.b?(context.b?context.n:context.n):context.b end", "s>r r>end", "end", "b/boolean k=true-or-false-or-a-number? n/number?"},
		{"a guard in a mapping keeps null back", "s:n/number? r:event/k=context.n==null?context.x:context.n end", "s>r r>end", "end", "k n/number?"},
		{"and says so of the kind", "s:n/number? r:event/k=context.n==null?0.0:context.n end", "s>r r>end", "end", "k=a-number n/number?"},
		{"a filter in a mapping keeps null back", "s:n/number? r:event/k=[context.n].filter(x,x!=null)[0] end", "s>r r>end", "end", "k=a-number n/number?"},
		{"behind a guard nothing is null", "s:n/number r:event/k=null a end", "s>r r>a?context.k!=null r>end* a>end", "a", "k n/number"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, f := flow(t, c.nodes, c.edges)
			if got := shown(f.At(c.at)); got != c.want {
				t.Errorf("at %s: %s, want %s", c.at, got, c.want)
			}
		})
	}
}

func TestConditionsTeach(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, edges, at, want string
	}{
		{"behind an edge its condition was true", "s>a?context.x!=null s>b* a>end b>end", "a", "x/string"},
		{"behind the default edge it was false", "s>a?context.x==null s>b* a>end b>end", "b", "x/string"},
		{"and so behind a later route", `s>a?context.x==null s>b?context.x=="y" a>end b>end`, "b", "x/string"},
		{"where ways meet, what all of them know counts", "s>a?context.x!=null s>b* a>end b>end", "end", "x/string?"},
		{"what may be no boolean is not false", "s>a?context.x s>b* a>end b>end", "b", "x/string?"},
		{"a guard does not outlive a new value", "s>a?context.x!=null s>b* a>n n>end b>end", "end", "x/string?"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, f := flow(t, "s:x/string? a b n:x/string? end", c.edges)
			if got := shown(f.At(c.at)); got != c.want {
				t.Errorf("at %s: %s, want %s", c.at, got, c.want)
			}
		})
	}
}

func TestAConditionSeesWhatItsNodeBrought(t *testing.T) {
	t.Parallel()
	d, f := flow(t, "s:n/number a:x/string? b end", "s>a a>b?context.x==null a>end?context.n>1 b>end")
	for id, want := range map[string]string{"e0": "n/number", "e1": "n/number x/string?", "e2": "n/number x/string"} {
		edge, _ := d.Edge(id)
		if got := shown(f.Leaving(edge)); got != want {
			t.Errorf("condition of %s: %s, want %s", id, got, want)
		}
	}
}

func TestAKeyThatOnlyAConditionNamesIsKnownBehindIt(t *testing.T) {
	t.Parallel()
	_, f := flow(t, "s:n/number a b end", "s>a?has(context.x) s>b* a>end b>end")
	if key, known := f.At("a").Key("x"); !known || !key.Certain || key.Kinds != expression.AnyKind {
		t.Errorf("behind has(): %+v, %v", key, known)
	}
	if _, known := f.At("b").Key("x"); known {
		t.Error("x is known where it was not tested")
	}
}

const parallel = "s:n/number f a:x/string b:y/string? j end"

func TestAllBranchesBringTheirKeysToTheJoin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, nodes, edges, at, want string
	}{
		{"at the join all are there", parallel, "s>f f>a f>b a>j b>j j>end", "j", "n/number x/string y/string?"},
		{"inside a branch the others' keys are there or not", parallel, "s>f f>a f>b a>j b>j j>end", "a", "n/number y/string?~"},
		{"one edge may lead straight to the join", parallel, "s>f f>a f>j a>j j>end", "j", "n/number x/string"},
		{"a key of the fork that one branch writes is what that left", "s:x/number? f a:x/string b j end", "s>f f>a f>b a>j b>j j>end", "j", "x/string"},
		{"what a branch may set to null may be null", "s:x/string f a:x/string? b j end", "s>f f>a f>b a>j b>j j>end", "j", "x/string?"},
		{"and may be so in the others too", "s:x/string f a:x/string? b j end", "s>f f>a f>b a>j b>j j>end", "b", "x/string?"},
		{"an undeclared merge in a branch opens the others", "s:x/string f a:open b j end", "s>f f>a f>b a>j b>j j>end", "b", "x/string open"},
		{"keys of a choice inside a branch are there on some paths", "s:n/number f a c:z/string d b j end", "s>f f>a f>b a>c?context.n>1 a>d* c>d d>j b>j j>end", "j", "n/number z/string~"},
		{"nested regions give all they have", "s:n/number f g a:x/string b:y/string k c:z/string j end", "s>f f>g f>c g>a g>b a>k b>k k>j c>j j>end", "j", "n/number x/string y/string z/string"},
		{"nested branches see the outer ones", "s:n/number f g a:x/string b:y/string k c:z/string j end", "s>f f>g f>c g>a g>b a>k b>k k>j c>j j>end", "a", "n/number y/string~ z/string~"},
		{"a region in a loop", parallel, "s>f f>a f>b a>j b>j j>f?context.n>1 j>end*", "f", "n/number x/string~ y/string?~"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, f := flow(t, c.nodes, c.edges)
			if got := shown(f.At(c.at)); got != c.want {
				t.Errorf("at %s: %s, want %s", c.at, got, c.want)
			}
		})
	}
}

func TestRacesBetweenBranches(t *testing.T) {
	t.Parallel()
	_, f := flow(t, "s:n/number f g a:x/string b:x/string,y/string k c:y/string,z/string j end", "s>f f>g f>c g>a g>b a>k b>k k>j c>j j>end")
	if got := fmt.Sprint(f.Collisions("g"), f.Collisions("f"), f.Collisions("j")); got != "[{g x a b}] [{f y g c}] []" {
		t.Errorf("collisions: %s", got)
	}
	races := f.SiblingReads(map[string][]expression.Read{
		"a": {{Key: "y"}, {Key: "n"}}, "c": {{Key: "z"}, {Key: "x"}}, "k": {{Key: "x"}}, "j": {{Key: "x"}},
	})
	if got := fmt.Sprint(races["g"], races["f"]); got != "[{g y a b}] [{f y g c} {f x c g}]" {
		t.Errorf("reads: %s", got)
	}
}

func TestTheCatalogSaysWhatAnActionBrings(t *testing.T) {
	t.Parallel()
	charge, _ := action.ParseActionType([]byte(`{"name":"charge","outputs":[{"name":"id","type":"integer","required":true},{"name":"note"}]}`))
	silent, _ := action.ParseActionType([]byte(`{"name":"silent"}`))
	for called, want := range map[string]string{
		"charge": "id/integer n/number note/string?~", "silent": "n/number open", "unknown": "n/number open",
	} {
		_, f := flow(t, "s:n/number a:action/"+called+" end", "s>a a>end", charge, silent)
		if got := shown(f.At("end")); got != want {
			t.Errorf("behind %s: %s, want %s", called, got, want)
		}
	}
}
