// Package lintproof proves that the rules of .golangci.yml bite: its tests write a small module that breaks each
// rule once, run the linter on it with the configuration of the repository, and compare what was found.
package lintproof
