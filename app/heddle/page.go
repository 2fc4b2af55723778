package main

import (
	"io/fs"
	"net/http"
	"strings"

	"heddle.dev/heddle/adapters/web"
	"heddle.dev/heddle/ui"
)

// withPage serves the page wherever the API has no address.
func withPage(api http.Handler) (http.Handler, error) {
	files, err := fs.Sub(ui.Dist, "dist")
	if err != nil {
		return nil, err
	}
	page := web.New(files)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ofProgram(r.URL.Path) {
			api.ServeHTTP(w, r)
			return
		}
		page.ServeHTTP(w, r)
	}), nil
}

// ofProgram tells whether an address is for programs, not for people.
func ofProgram(path string) bool {
	for _, root := range []string{"/api", "/mcp", "/healthz", "/readyz"} {
		if path == root || strings.HasPrefix(path, root+"/") {
			return true
		}
	}
	return false
}
