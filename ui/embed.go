// Package ui holds the built web page, for the binary to serve.
package ui

import "embed"

// Dist is the folder dist, as `task build:page` writes it; without it only the marker file is there.
//
//go:embed all:dist
var Dist embed.FS
