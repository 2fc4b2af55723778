package changeset_test

import (
	"bytes"
	"errors"
	"testing"

	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/revision"
)

// FuzzDiff compares documents that may be malformed: ids that are shared or no text,
// lists that are no lists.
func FuzzDiff(f *testing.F) {
	f.Add([]byte(shared), []byte(orders))
	f.Add([]byte(orders), []byte(shared))
	f.Add([]byte(`{"nodes":[{"id":"a"},{"id":"a"},7],"edges":[{"source":"a"}]}`), []byte(`{"nodes":[7,{"id":"a"}],"edges":{}}`))
	f.Add([]byte(`{"nodes":[{"id":"a"},{"id":"b","x":1}]}`), []byte(`{"nodes":[{"id":"b"},{"id":"c"}],"edges":[]}`))
	f.Fuzz(func(t *testing.T, beforeText, afterText []byte) {
		before, err := document.Parse(beforeText)
		if err != nil {
			return
		}
		after, err := document.Parse(afterText)
		if err != nil {
			return
		}
		difference, err := changeset.Diff(before, after)
		if !bytes.Equal(before.Text(), beforeText) || !bytes.Equal(after.Text(), afterText) {
			t.Error("an input was changed")
		}
		if refused := new(changeset.Error); errors.As(err, &refused) && refused.Code == changeset.NotExpressible && len(refused.Paths) > 0 {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		result, err := changeset.ApplyChecked(before, difference.ChangeSet)
		if err != nil || revision.OfDocument(result) != revision.OfDocument(after) {
			t.Errorf("%v: %s", err, difference.ChangeSet.Text())
		}
	})
}

// FuzzRebase rebases one of two change sets on the other, and takes it back again.
func FuzzRebase(f *testing.F) {
	f.Add([]byte(shared), []byte(`{"ops":[{"op":"removeEdge","id":"ab"}]}`), []byte(`{"ops":[{"op":"removeNode","id":"a"},{"op":"renameNode","id":"b","newId":"a"}]}`))
	f.Add([]byte(`{"nodes":[{"id":"a"},{"id":"a"}],"edges":[{"id":"e","source":"a","target":"a"},{"source":"a"}]}`),
		[]byte(`{"ops":[{"op":"renameNode","id":"a","newId":"b"}]}`), []byte(`{"ops":[{"op":"removeNode","id":"a"},{"op":"metadata","patch":{"name":"x"}}]}`))
	f.Fuzz(func(t *testing.T, baseText, theirText, ourText []byte) {
		base, err := document.Parse(baseText)
		if err != nil {
			return
		}
		theirs, err := changeset.Parse(theirText)
		if err != nil {
			return
		}
		ours, err := changeset.Parse(ourText)
		if err != nil {
			return
		}
		current, err := changeset.Apply(base, theirs)
		if err != nil {
			return
		}
		rebased, conflicts, err := changeset.Rebase(ours, base, current, nil)
		if err != nil || len(conflicts) > 0 {
			return
		}
		if _, err := changeset.ApplyChecked(current, rebased); err != nil {
			t.Fatalf("%v: %s", err, rebased.Text())
		}
		inverse, err := changeset.Invert(rebased, current)
		if err != nil {
			return
		}
		after, _ := changeset.Apply(current, rebased)
		back, err := changeset.ApplyChecked(after, inverse)
		if err != nil || revision.OfDocument(back) != revision.OfDocument(current) {
			t.Errorf("%v: %s does not take back %s", err, inverse.Text(), rebased.Text())
		}
	})
}
