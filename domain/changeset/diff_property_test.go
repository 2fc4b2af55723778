package changeset_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/revision"
)

func TestDiffLeadsFromAnyDocumentToAnyOtherOrSaysWhyNot(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		before, after := drawDocument(t, writing{}, "before"), drawDocument(t, writing{}, "after")
		_ = checkDiff(t, before, after) // an error is a good answer too
	})
}

func TestDiffAlwaysLeadsFromOneCompleteDocumentToAnother(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := writing{complete: true}
		before, after := drawDocument(t, w, "before"), drawDocument(t, w, "after")
		if err := checkDiff(t, before, after); err != nil {
			t.Fatalf("%v\nbefore %s\nafter %s", err, before.Text(), after.Text())
		}
	})
}

func TestDiffSaysWhatOpsDid(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := writing{complete: true}
		before := drawDocument(t, w, "before")
		after := mustApply(t, before, w.drawSet(t, before, "set"))
		if err := checkDiff(t, before, after); err != nil {
			t.Fatalf("%v\nbefore %s\nafter %s", err, before.Text(), after.Text())
		}
	})
}

// checkDiff returns the error of Diff after checking that it is a useful one.
func checkDiff(t *rapid.T, before, after *document.Document) error {
	beforeText, afterText := string(before.Text()), string(after.Text())
	difference, err := changeset.Diff(before, after)
	if string(before.Text()) != beforeText || string(after.Text()) != afterText {
		t.Fatal("an input was changed")
	}
	if err != nil {
		refused := new(changeset.Error)
		if !errors.As(err, &refused) || refused.Code != changeset.NotExpressible || len(refused.Paths) == 0 || refused.Reason == "" {
			t.Fatalf("error without paths: %v", err)
		}
		return err
	}
	set := difference.ChangeSet
	again, parseErr := changeset.Parse(set.Text())
	if parseErr != nil {
		t.Fatalf("%v in %s", parseErr, set.Text())
	}
	result, err := changeset.ApplyChecked(before, again)
	if err != nil || revision.OfDocument(result) != revision.OfDocument(after) {
		t.Fatalf("%v\nbefore %s\nafter %s\nset %s", err, before.Text(), after.Text(), set.Text())
	}
	if same := revision.OfDocument(before) == revision.OfDocument(after); same != (len(set.Ops()) == 0) {
		t.Fatalf("same content: %v, but the set is %s", same, set.Text())
	}
	return nil
}
