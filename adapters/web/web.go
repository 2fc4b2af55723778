// Package web serves the built page: its files as they are, and the page itself for every address that it knows how
// to show.
package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
)

// policy keeps scripts from anywhere else out. Styles may be inline, since the component library sets some.
const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; " +
	"connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// index is the page.
const index = "index.html"

// Handler serves the files of a built page.
type Handler struct {
	files fs.FS
	mu    sync.Mutex
	kept  map[string]*file // by name, as they are asked for
}

// file is a file ready to be sent.
type file struct {
	plain, packed []byte // packed is nil where that is no smaller
	mediaType     string
	tag           string
	forever       bool
}

// New makes the handler of the folder.
func New(files fs.FS) *Handler { return &Handler{files: files, kept: map[string]*file{}} }

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "the page is only read", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	found, err := h.file(name)
	if errors.Is(err, fs.ErrNotExist) && path.Ext(name) == "" {
		found, err = h.file(index)
	}
	switch {
	case err == nil:
		found.send(w, r)
	case path.Ext(name) == "":
		http.Error(w, "The page is not part of this build. `go tool task build` makes one with it.", http.StatusServiceUnavailable)
	default:
		http.Error(w, "there is no such file", http.StatusNotFound)
	}
}

// file reads a file once.
func (h *Handler) file(name string) (*file, error) {
	if name == "" {
		name = index
	}
	if strings.HasPrefix(path.Base(name), ".") {
		return nil, fs.ErrNotExist
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if found := h.kept[name]; found != nil {
		return found, nil
	}
	plain, err := fs.ReadFile(h.files, name)
	if err != nil {
		return nil, fs.ErrNotExist // a folder is none either
	}
	found := prepare(name, plain)
	h.kept[name] = found
	return found, nil
}

func prepare(name string, plain []byte) *file {
	sum := sha256.Sum256(plain)
	made := &file{
		plain: plain, mediaType: mime.TypeByExtension(path.Ext(name)), tag: `"` + hex.EncodeToString(sum[:8]) + `"`,
		forever: strings.HasPrefix(name, "assets/"), // their names change with their content
	}
	if made.mediaType == "" {
		made.mediaType = http.DetectContentType(plain)
	}
	var packed bytes.Buffer
	packer, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // the level is one
	_, _ = packer.Write(plain)                                      // a buffer takes everything
	_ = packer.Close()
	if packed.Len() < len(plain)*9/10 {
		made.packed = packed.Bytes()
	}
	return made
}

func (f *file) send(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Type", f.mediaType)
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "same-origin")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("ETag", f.tag)
	header.Set("Vary", "Accept-Encoding")
	header.Set("Cache-Control", "no-cache")
	if f.forever {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if r.Header.Get("If-None-Match") == f.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	content := f.plain
	if f.packed != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		header.Set("Content-Encoding", "gzip")
		content = f.packed
	}
	if r.Method == http.MethodHead {
		return
	}
	_, _ = w.Write(content) //nolint:gosec // the files of the build; a client that went away needs no answer
}
