package secret_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/secret"
)

func TestNamesAreThoseOfVariablesThatAreNotTheRunners(t *testing.T) {
	t.Parallel()
	for name, allowed := range map[string]bool{
		"GITHUB_TOKEN": true, "key2": true, "_": true, strings.Repeat("a", secret.MaxName): true,
		"": false, "2key": false, "a-b": false, "ä": false, "a b": false, "PATH": false, "HOME": false,
		"HEDDLE_X": false, "INPUT_X": false, strings.Repeat("a", secret.MaxName+1): false,
	} {
		if err := secret.CheckName(name); (err == nil) != allowed || err != nil && fault.CodeOf(err) != "invalid-secret-name" {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestValuesCanBeHiddenAndGivenToScripts(t *testing.T) {
	t.Parallel()
	for value, allowed := range map[string]bool{
		"12345678": true, strings.Repeat("x", secret.MaxValue): true,
		"": false, "1234567": false, strings.Repeat("x", secret.MaxValue+1): false, "12345678\x00": false,
	} {
		err := secret.CheckValue(value)
		if (err == nil) != allowed || err != nil && fault.CodeOf(err) != "invalid-secret-value" {
			t.Errorf("%d bytes: %v", len(value), err)
		}
		if err != nil && value != "" && strings.Contains(err.Error(), value) {
			t.Errorf("the message repeats the value: %v", err)
		}
	}
}

func TestAMaskHidesValuesInTheFormsInWhichProgramsTellThem(t *testing.T) {
	t.Parallel()
	const plain, quoted, long = "planted-value", "with \"quotes\"", "first line of it\nsecond line of it\nshort"
	mask := secret.NewMask([]string{plain, quoted, long})
	for text, want := range map[string]string{
		"a " + plain + " b " + plain:        "a ••• b •••",
		`{"a":"with \"quotes\""}`:           `{"a":"•••"}`,
		"> second line of it\r\n> short":    "> •••\r\n> short",
		long:                                "•••",
		b64(plain):                          "•••",
		"planted-valu":                      "planted-valu",
		"planted-planted-value":             "planted-•••",
		"nothing to hide, not even: short.": "nothing to hide, not even: short.",
	} {
		if got := mask.Text(text); got != want {
			t.Errorf("%q shows as %q, want %q", text, got, want)
		}
	}
	if got := secret.NewMask(nil).Text("x"); got != "x" {
		t.Errorf("without secrets x shows as %q", got)
	}
}

func b64(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

func TestAStreamHidesWhatTheWholeTextHides(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		// Few letters, so that values begin within others and overlap.
		values := rapid.SliceOfN(rapid.StringMatching(`[ab]{8,12}`), 0, 3).Draw(t, "values")
		pieces := rapid.SliceOf(rapid.OneOf(rapid.StringMatching(`[abc]{0,9}`), rapid.SampledFrom(append(values, "-")))).Draw(t, "pieces")
		mask, got := secret.NewMask(values), ""
		stream := mask.Stream(func(text []byte) { got += string(text) })
		for _, piece := range pieces {
			stream.Write([]byte(piece))
		}
		stream.Close()
		if want := mask.Text(strings.Join(pieces, "")); got != want {
			t.Errorf("the stream shows %q, want %q", got, want)
		}
		for _, value := range values {
			if strings.Contains(got, value) {
				t.Errorf("%q is told in %q", value, got)
			}
		}
	})
}

func TestAMaskHidesValuesInJSONHoweverTheyAreEscaped(t *testing.T) {
	t.Parallel()
	mask := secret.NewMask([]string{"planted-value", "with \"quotes\"", "12345678"})
	for text, want := range map[string]string{
		`{"a": "a planted\u002dvalue", "b": [1, "x"]}`: `{"a":"a •••","b":[1,"x"]}`,
		`{"a":"{\"b\":\"with \\\"quotes\\\"\"}"}`:      `{"a":"{\"b\":\"•••\"}"}`,
		`{"planted-value":1}`:                          `{"•••":1}`,
		`[12345678]`:                                   `["•••"]`,
		`{"a":  "nothing"}`:                            `{"a":  "nothing"}`,
		`{"a":"planted-value`:                          `{"a":"•••`,
		``:                                             ``,
	} {
		if got := string(mask.JSON([]byte(text))); got != want {
			t.Errorf("%s shows as %s, want %s", text, got, want)
		}
	}
}
