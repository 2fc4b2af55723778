package rawjson_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/fault"
)

func TestCheckAcceptsWhatCanBeCanonicalised(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{}`, ` [1, -0, 1.5, 1e21, 1E-7] `, `"\ud83d\ude00"`, `"😀"`, `null`, `0`,
		`9007199254740992`, `-9007199254740994`, `100000000000000000000`, `1152921504606846976`,
		`0.1234567890123456789`, `0e-999`, `0.0e400`, `1.7976931348623157e308`, `5e-324`,
		`{"a":1,"A":2,"b":{"a":3}}`, "\"\u0000\""[:1] + `\u0000"`,
		strings.Repeat("[", rawjson.MaxDepth) + strings.Repeat("]", rawjson.MaxDepth),
	} {
		if err := rawjson.Check([]byte(text)); err != nil {
			t.Errorf("Check(%.60s): %v", text, err)
		}
	}
}

func TestCheckNamesWhatIsWrongAndWhere(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, code, line, column string }{
		{``, rawjson.CodeSyntax, "1", "1"},
		{" \n ", rawjson.CodeSyntax, "2", "2"},
		{`{"a":1`, rawjson.CodeSyntax, "1", "7"},
		{"{\n  \"a\": tru\n}", rawjson.CodeSyntax, "2", "11"},
		{`{"a":01}`, rawjson.CodeSyntax, "1", "7"},
		{`{"a":1,}`, rawjson.CodeSyntax, "1", "8"},
		{`{} {}`, rawjson.CodeSyntax, "1", "4"},
		{`1 2`, rawjson.CodeSyntax, "1", "3"},
		{"\ufeff{}", rawjson.CodeSyntax, "1", "1"},
		{`NaN`, rawjson.CodeSyntax, "1", "1"},
		{"{\n\"ä\": \"\xff\"}", rawjson.CodeUTF8, "2", "7"},
		{"\"\xed\xa0\x80\"", rawjson.CodeUTF8, "1", "2"},
		{`["\ud800"]`, rawjson.CodeSurrogate, "1", "3"},
		{`["x\udc00\ud800"]`, rawjson.CodeSurrogate, "1", "4"},
		{`{"a":1,"a":2}`, rawjson.CodeDuplicateKey, "1", "8"},
		{`{"x":[{"a":1, "\u0061":2}]}`, rawjson.CodeDuplicateKey, "1", "15"},
		{`[1e400]`, rawjson.CodeNumberRange, "1", "2"},
		{`[1, -1e309]`, rawjson.CodeNumberRange, "1", "5"},
		{`1e-400`, rawjson.CodeNumberRange, "1", "1"},
		{`9007199254740993`, rawjson.CodeNumberInexact, "1", "1"},
		{`{"n":-12345678901234567891}`, rawjson.CodeNumberInexact, "1", "6"},
		{strings.Repeat("[", rawjson.MaxDepth+1), rawjson.CodeDepth, "1", "1001"},
	} {
		err := rawjson.Check([]byte(c.text))
		found := new(fault.Error)
		if !errors.As(err, &found) {
			t.Errorf("Check(%.60q) = %v, want %s", c.text, err, c.code)
			continue
		}
		if found.Kind != fault.KindInvalid || found.Code != c.code ||
			found.Details["line"] != c.line || found.Details["column"] != c.column {
			t.Errorf("Check(%.60q) = %v (line %s, column %s), want %s at %s:%s",
				c.text, err, found.Details["line"], found.Details["column"], c.code, c.line, c.column)
		}
	}
}

func TestCheckNamesTheDuplicateKeyAndItsPath(t *testing.T) {
	t.Parallel()
	err := rawjson.Check([]byte(`{"nodes":[{"id":"a","id":"b"}]}`))
	if err == nil || !strings.Contains(err.Error(), `"id"`) || !strings.Contains(err.Error(), "/nodes/0/id") {
		t.Errorf("error: %v", err)
	}
}

func TestOrdinaryTextsNeedNoCloserLook(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"a":[1,-0.5e+3,true,false,null,{}],"b":"x\\n\u00e4\"","c":[],"d":{"a":1}}`, " [ 1 , 2 ] ", `"ä"`,
		`{"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1,"8":1,"9":1,"10":1,"11":1,"12":1,"13":1,"14":1,"15":1,"16":1,"17":1}`,
	} {
		if !rawjson.IsPlain([]byte(text)) {
			t.Errorf("%s is not taken for plain", text)
		}
	}
}

// FuzzPlainTextsAreAcceptable compares the quick judgement with the thorough one.
func FuzzPlainTextsAreAcceptable(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,-0.5e+3,true,false,null,{}],"b":"x\\n\u00e4\"","c":[],"d":{"a":1}}`, `{"a":1,"a":2}`, `["\ud800"]`, `01`, `1.`, `-`, `1e`, `"\x"`, `[1,]`,
		`{"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1,"8":1,"9":1,"10":1,"11":1,"12":1,"13":1,"14":1,"15":1,"16":1,"1":1}`, "\"\x01\"", `9007199254740993`, `nul`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if !utf8.Valid(text) || !rawjson.IsPlain(text) {
			return
		}
		if err := rawjson.CheckThoroughly(text); err != nil {
			t.Errorf("%q is taken for plain: %v", text, err)
		}
	})
}

func FuzzCheckNeverPanics(f *testing.F) {
	for _, seed := range []string{`{"a":[1,"\ud800",{"a":1e9}]}`, `{"a":1,"a":2}`, "[\"\\", `{"`, `[`, `-`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if rawjson.Check(text) != nil {
			return
		}
		if object, ok := rawjson.ParseObject(text); ok && string(object.Text()) != strings.Trim(string(text), " \t\r\n") {
			t.Errorf("%q became %q", text, object.Text())
		}
		if array, ok := rawjson.ParseArray(text); ok {
			var same []rawjson.Entry
			for i, value := range array.Values() {
				same = append(same, rawjson.Entry{Value: value, Origin: i})
			}
			if got := array.Edited(same); string(got) != strings.Trim(string(text), " \t\r\n") {
				t.Errorf("%q became %q", text, got)
			}
		}
	})
}
