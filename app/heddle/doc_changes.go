package main

import (
	"errors"
	"fmt"

	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/revision"
)

// changeSetError is the JSON form of a refusal, or of why there can be no change set.
type changeSetError struct {
	Error *changeset.Error `json:"error"`
}

// readDocuments reads two files that hold workflow documents.
func readDocuments(env *environment, first, second string) (one, two *document.Document, err error) {
	if one, err = readDocument(env, first); err != nil {
		return nil, nil, err
	}
	two, err = readDocument(env, second)
	return one, two, err
}

// onlyOneStdin refuses to read stdin twice.
func onlyOneStdin(paths ...string) error {
	count := 0
	for _, path := range paths {
		if path == "-" {
			count++
		}
	}
	if count > 1 {
		return usageError("only one of the files can come from stdin")
	}
	return nil
}

// readChangeSet reads a file that holds a change set for a document. A base revision
// need not be given, and "@current" stands for the document's; another one is stale.
func readChangeSet(env *environment, path string, base *document.Document) (*changeset.ChangeSet, error) {
	text, err := readInput(env, path)
	if err != nil {
		return nil, err
	}
	set, err := changeset.Parse(text)
	if err != nil {
		return nil, err
	}
	actual := revision.OfDocument(base)
	switch set.BaseRevision {
	case "", changeset.CurrentRevision, actual:
		return set.WithBase(actual), nil
	}
	return nil, &changeset.Error{Code: changeset.Stale, Reason: fmt.Sprintf(
		"the change set is based on revision %s, but the document it should apply to is revision %s", set.BaseRevision, actual)}
}

// refuseChangeSet reports an error of package changeset about a file; other errors are
// about text that can't be read.
func refuseChangeSet(env *environment, path string, asJSON bool, err error) error {
	refusal := new(changeset.Error)
	switch exit := new(exitError); {
	case errors.As(err, &exit):
		return err
	case !errors.As(err, &refusal):
		return unreadable(path, err)
	case !asJSON:
		return refused("%s: %v", path, refusal)
	}
	if err := writeJSON(env, changeSetError{Error: refusal}); err != nil {
		return err
	}
	return refused("")
}

// printChangeSet writes a change set as it is: going through a JSON encoder would
// normalise its strings.
func printChangeSet(env *environment, set *changeset.ChangeSet, asJSON bool) error {
	format := "%s\n"
	if asJSON {
		format = `{"changeSet":%s}` + "\n"
	}
	_, err := fmt.Fprintf(env.stdout, format, set.Text())
	return err
}
