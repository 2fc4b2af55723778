// Package history reads the saved states of a JSON document one after another: what changed between two of them, and
// which of them put each value where it is.
//
// A place in a document is a JSON Pointer (RFC 6901) in which an element of a list is named by its id, or else by its
// name, where all elements of the list have one and no two the same: `/nodes/check/config/title` is a title that the
// workflow's node "check" has, wherever in the list the node stands. Other lists are values as a whole. Positions of
// nodes are no content, so they have no history.
package history
