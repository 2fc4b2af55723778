package revision_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/cyberphone/json-canonicalization/go/src/webpki.org/jsoncanonicalizer"
	"pgregory.net/rapid"

	"heddle.dev/heddle/domain/revision"
)

// anyValue draws JSON whose objects are small and large, in order and not, with names
// that are hard to sort: long common beginnings, escapes, and characters whose order
// in UTF-16 is not that of UTF-8.
func anyValue(depth int) *rapid.Generator[string] {
	scalar := rapid.SampledFrom([]string{
		`null`, `true`, `false`, `0`, `-0`, `1.0`, `1.50`, `-12.5e3`, `1e21`, `1e-7`, `0.000001`, `0.0000001`, `123456789012345`, `0.1`, `5e-324`,
		`"a"`, `"\u00e4\n\/"`, `"😀"`, `""`, `"` + strings.Repeat("long ", 900) + `"`,
	})
	if depth == 0 {
		return scalar
	}
	name := rapid.SampledFrom([]string{
		`"b"`, `"a"`, `""`, `"prefixes"`, `"prefixes1"`, `"prefixes0"`, `"prefixe"`, `"\ud83d\ude00"`, `"\ufb33"`, `"😀x"`, `"ﬀ"`, `"é"`, `"\u000a"`, `"\""`, `"abcdefgh😀"`,
	})
	space := rapid.SampledFrom([]string{"", "", " ", "\n\t"})
	return rapid.OneOf(scalar, rapid.Custom(func(t *rapid.T) string {
		var members []string
		for _, name := range rapid.SliceOfNDistinct(name, 0, 15, rapid.ID[string]).Draw(t, "names") {
			members = append(members, space.Draw(t, "s")+name+space.Draw(t, "s")+":"+space.Draw(t, "s")+anyValue(depth-1).Draw(t, "value")+space.Draw(t, "s"))
		}
		return "{" + strings.Join(members, ",") + "}"
	}), rapid.Custom(func(t *rapid.T) string {
		return "[" + space.Draw(t, "s") + strings.Join(rapid.SliceOfN(anyValue(depth-1), 0, 4).Draw(t, "elements"), " ,") + "]"
	}))
}

func TestCanonicalFormIsThatOfTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := "[" + anyValue(4).Draw(t, "value") + "]"
		got, err := revision.Canonical([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		want, err := jsoncanonicalizer.Transform([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("%s\n got %s\nwant %s", text, got, want)
		}
	})
}

func TestPositionsAreLeftOutWhereverTheyStand(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		value := anyValue(2)
		space := rapid.SampledFrom([]string{"", " ", "\n"})
		var with, without []string
		for i := range rapid.IntRange(0, 3).Draw(t, "nodes") {
			members := []string{fmt.Sprintf(`"id":"%d"`, i), `"config":{"position":1}`}[:rapid.IntRange(0, 2).Draw(t, "members")]
			without = append(without, "{"+strings.Join(members, ",")+"}")
			position := rapid.SampledFrom([]string{`"position"`, `"posit\u0069on"`}).Draw(t, "name") + space.Draw(t, "s") + ":" + value.Draw(t, "position")
			at := rapid.IntRange(0, len(members)).Draw(t, "at")
			members = append(members[:at:at], append([]string{position}, members[at:]...)...)
			with = append(with, "{"+space.Draw(t, "s")+strings.Join(members, space.Draw(t, "s")+","+space.Draw(t, "s"))+space.Draw(t, "s")+"}")
		}
		frame := `{"x":` + value.Draw(t, "x") + `,"nodes":[%s],"edges":[{"position":2}],"position":3}`
		got, err := revision.OfDocumentText([]byte(strings.Replace(frame, "%s", strings.Join(with, ","), 1)))
		if err != nil {
			t.Fatal(err)
		}
		canonical, err := jsoncanonicalizer.Transform([]byte(strings.Replace(frame, "%s", strings.Join(without, ","), 1)))
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(canonical)
		if want := "sha256:" + hex.EncodeToString(sum[:]); string(got) != want {
			t.Fatalf("revision %s, want %s of %s", got, want, canonical)
		}
	})
}
