// Package rawjson reads and edits JSON as text. Whatever an edit does not name
// keeps its bytes: key order, white space, number lexemes and explicit nulls.
//
// Check is the one place that decides whether a text is acceptable at all.
// Everything else in the package expects text that passed it and does not look
// for errors of syntax again, which is what makes it fast.
package rawjson
