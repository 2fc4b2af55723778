package web_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"heddle.dev/heddle/adapters/web"
)

var page = fstest.MapFS{
	"index.html":       {Data: []byte("<!doctype html><title>page</title>" + strings.Repeat(" ", 200))},
	"assets/app-1.js":  {Data: []byte(strings.Repeat("let a = 1;\n", 100))},
	"assets/font.woff": {Data: []byte("\x00\x01font")},
	".keep":            {Data: []byte("hidden")},
}

func get(t *testing.T, files fstest.MapFS, method, path string, header map[string]string) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), method, path, nil)
	for name, value := range header {
		request.Header.Set(name, value)
	}
	recorder := httptest.NewRecorder()
	web.New(files).ServeHTTP(recorder, request)
	return recorder
}

func TestEveryAddressOfThePageIsThePage(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]struct {
		status int
		text   string
	}{
		"/":                      {http.StatusOK, "<title>page</title>"},
		"/workbench/some-id":     {http.StatusOK, "<title>page</title>"},
		"/assets/app-1.js":       {http.StatusOK, "let a = 1;"},
		"/assets/gone-2.js":      {http.StatusNotFound, "no such file"},
		"/assets":                {http.StatusOK, "<title>page</title>"},
		"/.keep":                 {http.StatusNotFound, "no such file"},
		"/../../../etc/passwd.x": {http.StatusNotFound, "no such file"},
	} {
		got := get(t, page, http.MethodGet, path, nil)
		if got.Code != want.status || !strings.Contains(got.Body.String(), want.text) {
			t.Errorf("%s: %d %.60s", path, got.Code, got.Body)
		}
	}
	if got := get(t, fstest.MapFS{}, http.MethodGet, "/", nil); got.Code != http.StatusServiceUnavailable || !strings.Contains(got.Body.String(), "go tool task build") {
		t.Errorf("without a page: %d %s", got.Code, got.Body)
	}
	if got := get(t, page, http.MethodPost, "/", nil); got.Code != http.StatusMethodNotAllowed {
		t.Errorf("a post is answered with %d", got.Code)
	}
}

func TestFilesAreKeptAndCheckedAsTheyMayBe(t *testing.T) {
	t.Parallel()
	asset, index := get(t, page, http.MethodGet, "/assets/app-1.js", nil), get(t, page, http.MethodGet, "/", nil)
	if got := asset.Header().Get("Cache-Control"); !strings.Contains(got, "immutable") {
		t.Errorf("an asset is kept by %q", got)
	}
	if got := index.Header().Get("Cache-Control"); got != "no-cache" {
		t.Errorf("the page is kept by %q", got)
	}
	if got := index.Header().Get("Content-Security-Policy"); !strings.Contains(got, "default-src 'self'") || strings.Contains(got, "script-src") {
		t.Errorf("the policy is %q", got)
	}
	again := get(t, page, http.MethodGet, "/", map[string]string{"If-None-Match": index.Header().Get("ETag")})
	if again.Code != http.StatusNotModified || again.Body.Len() != 0 {
		t.Errorf("asked again it is %d", again.Code)
	}
}

func TestFilesAreSentPackedToThoseWhoUnpack(t *testing.T) {
	t.Parallel()
	packed := get(t, page, http.MethodGet, "/assets/app-1.js", map[string]string{"Accept-Encoding": "br, gzip"})
	unpacker, err := gzip.NewReader(packed.Body)
	if err != nil || packed.Header().Get("Content-Encoding") != "gzip" {
		t.Fatalf("%v, %v", packed.Header(), err)
	}
	if text, err := io.ReadAll(unpacker); err != nil || !bytes.Equal(text, page["assets/app-1.js"].Data) {
		t.Errorf("%v: %.60s", err, text)
	}
	if font := get(t, page, http.MethodGet, "/assets/font.woff", map[string]string{"Accept-Encoding": "gzip"}); font.Header().Get("Content-Encoding") != "" {
		t.Error("what does not get smaller is packed")
	}
}
