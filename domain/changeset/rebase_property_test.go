package changeset_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/revision"
)

// merged is what both changes together must give, field by field; clashes are the
// fields that the sides gave different values.
func merged(base, ours, theirs content) (result content, clashes []field) {
	result = content{}
	all := map[field]bool{}
	for _, side := range []content{base, ours, theirs} {
		for f := range side {
			all[f] = true
		}
	}
	for f := range all {
		b, inBase := base[f]
		o, inOurs := ours[f]
		t, inTheirs := theirs[f]
		value, present := o, inOurs
		switch {
		case inOurs == inTheirs && o == t, inBase == inTheirs && b == t:
		case inBase == inOurs && b == o:
			value, present = t, inTheirs
		default:
			clashes = append(clashes, f)
		}
		if present {
			result[f] = value
		}
	}
	return result, clashes
}

// renaming follows the nodes of the base through the renames of a change set to the
// ids that they have in the end. A removed one keeps its id, unless another node of
// the base took it.
func renaming(set *changeset.ChangeSet, base *document.Document) func(string) string {
	origins := map[string]string{} // by the ids that ops have touched; empty for no node of the base
	originOf := func(id string) string {
		if origin, touched := origins[id]; touched {
			return origin
		}
		return id
	}
	for _, op := range set.Ops() {
		newID, _ := rawjson.Get(op.Text(), "newId")
		switch id, _ := rawjson.String(newID); {
		case op.Kind() == changeset.RenameNode && id != op.ElementID():
			origins[id] = originOf(op.ElementID())
			origins[op.ElementID()] = ""
		case op.Kind() == changeset.RemoveNode, op.Kind() == changeset.AddNode:
			origins[op.ElementID()] = ""
		}
	}
	final := map[string]string{}
	for id, origin := range origins {
		if origin != "" {
			final[origin] = id
		}
	}
	return func(id string) string {
		if to, moved := final[id]; moved {
			return to
		}
		if _, existed := base.Node(id); existed && originOf(id) != id && originOf(id) != "" {
			return "removed " + id
		}
		return id
	}
}

func TestRebaseKeepsBothChangesOrReportsAConflict(t *testing.T) {
	t.Parallel()
	merges, conflicts := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := writing{complete: rapid.Bool().Draw(t, "complete")}
		base := drawDocument(t, w, "base")
		theirs, ours := w.drawSet(t, base, "theirs"), w.drawSet(t, base, "ours")
		current := mustApply(t, base, theirs)
		baseText, currentText, setText := string(base.Text()), string(current.Text()), string(ours.Text())
		rebased, found, err := changeset.Rebase(ours, base, current, nil)
		if err != nil {
			t.Fatal(err)
		}
		if string(base.Text()) != baseText || string(current.Text()) != currentText || string(ours.Text()) != setText {
			t.Fatal("an input was changed")
		}
		rename := renaming(ours, base)
		want, clashes := merged(renamedContentOf(base, rename), contentOf(mustApply(t, base, ours)), renamedContentOf(current, rename))
		if len(found) > 0 {
			conflicts++
			checkConflicts(t, found, ours)
			return
		}
		merges++
		result := mustApply(t, current, rebased)
		if len(clashes) > 0 || !contentOf(result).equals(want) {
			t.Fatalf("lost: clashes %v\n%s\nbase    %s\ntheirs  %s\nours    %s\nrebased %s\nresult  %s",
				clashes, differing(contentOf(result), want), base.Text(), theirs.Text(), ours.Text(), rebased.Text(), result.Text())
		}
		checkRebased(t, rebased, ours, current)
	})
	if merges < conflicts/20 || conflicts == 0 {
		t.Errorf("%d merges, %d conflicts: the generators find one of them too seldom", merges, conflicts)
	}
}

// differing lists the fields in which two contents differ.
func differing(got, want content) string {
	var lines []string
	for f, value := range got {
		if other, ok := want[f]; !ok || other != value {
			lines = append(lines, f.element+" "+f.name+": got "+value+", want "+other)
		}
	}
	for f, value := range want {
		if _, ok := got[f]; !ok {
			lines = append(lines, f.element+" "+f.name+": got nothing, want "+value)
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func checkConflicts(t *rapid.T, found []changeset.Conflict, set *changeset.ChangeSet) {
	for _, c := range found {
		if c.OpIndex < 0 || c.OpIndex >= len(set.Ops()) || c.ElementID == "" || c.Reason == "" {
			t.Fatalf("conflict %+v", c)
		}
	}
}

// checkRebased checks the form of a rebased set, and that another rebase keeps what this one kept.
func checkRebased(t *rapid.T, rebased, ours *changeset.ChangeSet, current *document.Document) {
	again, err := changeset.Parse(rebased.Text())
	if err != nil {
		t.Fatal(err)
	}
	if again.BaseRevision != revision.OfDocument(current) || again.ID != ours.ID || again.Author != ours.Author {
		t.Fatalf("envelope of %s", rebased.Text())
	}
	second, found, err := changeset.Rebase(again, current, current, nil)
	if err != nil || len(found) > 0 || string(second.Text()) != string(rebased.Text()) {
		t.Fatalf("a second rebase gives %v, %v, %s", err, found, second.Text())
	}
}

func TestRebaseOnNothingNewChangesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := writing{complete: rapid.Bool().Draw(t, "complete")}
		base := drawDocument(t, w, "base")
		set := w.drawSet(t, base, "set")
		rebased, found, err := changeset.Rebase(set, base, base, nil)
		if err != nil || len(found) > 0 || opsOf(rebased) != opsOf(set) {
			t.Fatalf("%v, %v, %s", err, found, rebased.Text())
		}
	})
}

func TestRebaseCommutesWhereNeitherConflicts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := writing{complete: true}
		base := drawDocument(t, w, "base")
		a, b := w.drawSet(t, base, "a"), w.drawSet(t, base, "b")
		if reusesIDs(a, base) || reusesIDs(b, base) {
			return // nodes match by id, so that the two orders see different nodes there
		}
		afterA, afterB := mustApply(t, base, a), mustApply(t, base, b)
		aOnB, conflictsA, err := changeset.Rebase(a, base, afterB, nil)
		if err != nil {
			t.Fatal(err)
		}
		bOnA, conflictsB, err := changeset.Rebase(b, base, afterA, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(conflictsA)+len(conflictsB) > 0 {
			return
		}
		got, want := contentOf(mustApply(t, afterB, aOnB)), contentOf(mustApply(t, afterA, bOnA))
		if !got.equals(want) {
			t.Fatalf("%s\nbase %s\na %s\nb %s", differing(got, want), base.Text(), a.Text(), b.Text())
		}
	})
}

// reusesIDs tells whether the set gives a node an id that another node had before.
func reusesIDs(set *changeset.ChangeSet, base *document.Document) bool {
	for _, op := range set.Ops() {
		id := op.ElementID()
		if newID, ok := rawjson.Get(op.Text(), "newId"); ok {
			id, _ = rawjson.String(newID)
		} else if op.Kind() != changeset.AddNode {
			continue
		}
		if _, existed := base.Node(id); existed {
			return true
		}
	}
	return false
}

func TestWhatARebaseKeptIsKeptByTheNextOne(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := writing{complete: true}
		base := drawDocument(t, w, "base")
		ours := w.drawSet(t, base, "ours")
		first := mustApply(t, base, w.drawSet(t, base, "first"))
		once, found, err := changeset.Rebase(ours, base, first, nil)
		if err != nil || len(found) > 0 {
			return
		}
		second := mustApply(t, first, w.drawSet(t, first, "second"))
		twice, found, err := changeset.Rebase(once, first, second, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) > 0 {
			return
		}
		rename := renaming(once, first)
		want, clashes := merged(renamedContentOf(first, rename), contentOf(mustApply(t, first, once)), renamedContentOf(second, rename))
		if got := contentOf(mustApply(t, second, twice)); len(clashes) > 0 || !maps.Equal(got, want) {
			t.Fatalf("lost: clashes %v\n%s\nfirst %s\nsecond %s\nonce %s\ntwice %s",
				clashes, differing(got, want), first.Text(), second.Text(), once.Text(), twice.Text())
		}
	})
}
