// Package revision computes content revisions: names for content that are equal
// exactly when the content is, however it is written down.
package revision

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
)

// Revision is "sha256:" and the lower-case hexadecimal SHA-256 of the content's
// canonical form (JSON Canonicalization Scheme, RFC 8785).
type Revision string

const prefix = "sha256:"

// OfDocument is the content revision of a workflow document. The nodes' positions
// do not count; everything else does, unknown fields and explicit nulls included.
func OfDocument(d *document.Document) Revision {
	return ofChecked(d.ContentText())
}

// OfDocumentText is OfDocument of the document's text. The error is that of
// document.Parse.
func OfDocumentText(text []byte) (Revision, error) {
	d, err := document.Parse(text)
	if err != nil {
		return "", err
	}
	return OfDocument(d), nil
}

// OfContent is the content revision of an action type or a tool: of its whole
// JSON. The error is that of document.CheckText.
func OfContent(text []byte) (Revision, error) {
	if err := document.CheckText(text); err != nil {
		return "", err
	}
	return ofChecked(append([]byte(nil), text...)), nil
}

// Canonical is the canonical form (RFC 8785) of a JSON text. The error is that of
// document.CheckText.
func Canonical(text []byte) ([]byte, error) {
	if err := document.CheckText(text); err != nil {
		return nil, err
	}
	return canonical(append([]byte(nil), text...)), nil
}

func ofChecked(text jsontext.Value) Revision {
	sum := sha256.Sum256(canonical(text))
	return Revision(prefix + hex.EncodeToString(sum[:]))
}

// canonical rewrites a checked text in place as far as it fits.
func canonical(text jsontext.Value) []byte {
	// Check has refused duplicate keys already; looking for them again costs a tenth.
	if err := text.Canonicalize(jsontext.AllowDuplicateNames(true)); err != nil {
		panic("revision: checked text can't be canonicalised: " + err.Error())
	}
	return text
}
