// Package revision computes content revisions: names for content that are equal
// exactly when the content is, however it is written down.
package revision

import (
	"crypto/sha256"
	"encoding/hex"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
)

// Revision is "sha256:" and the lower-case hexadecimal SHA-256 of the content's
// canonical form (JSON Canonicalization Scheme, RFC 8785).
type Revision string

const prefix = "sha256:"

// OfDocument is the content revision of a workflow document. The nodes' positions
// do not count; everything else does, unknown fields and explicit nulls included.
func OfDocument(d *document.Document) Revision {
	return ofCanonical(d.CanonicalContent())
}

// OfDocumentText is OfDocument of the document's text. The error is that of
// document.Parse.
func OfDocumentText(text []byte) (Revision, error) {
	content, err := document.CanonicalContentOf(text)
	if err != nil {
		return "", err
	}
	return ofCanonical(content), nil
}

// OfContent is the content revision of an action type or a tool: of its whole
// JSON. The error is that of document.CheckText.
func OfContent(text []byte) (Revision, error) {
	if err := document.CheckText(text); err != nil {
		return "", err
	}
	return ofCanonical(rawjson.Canonical(text)), nil
}

// Canonical is the canonical form (RFC 8785) of a JSON text. The error is that of
// document.CheckText.
func Canonical(text []byte) ([]byte, error) {
	if err := document.CheckText(text); err != nil {
		return nil, err
	}
	return rawjson.Canonical(text), nil
}

func ofCanonical(text []byte) Revision {
	sum := sha256.Sum256(text)
	return Revision(prefix + hex.EncodeToString(sum[:]))
}
