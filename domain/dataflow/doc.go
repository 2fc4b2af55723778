// Package dataflow works out what the context holds at every place of a workflow
// document: which keys exist on all paths that lead there, which on some, of what
// kinds their values are, and which may be null.
//
// It is a forward analysis over the graph (Kam and Ullman, "Monotone Data Flow Analysis
// Frameworks", 1977) with sets of bits: the declarations that reach a place, the keys
// that exist on all paths, and the keys that are not null on all paths. What an edge's
// condition makes certain holds behind the edge. Where parallel branches meet, each
// has given its keys; inside a branch, what the other branches write may be there or
// not.
package dataflow
