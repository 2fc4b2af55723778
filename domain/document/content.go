package document

import "heddle.dev/heddle/domain/document/rawjson"

// CanonicalContent is the canonical form (RFC 8785) of the document without the
// nodes' positions: what its content revision is computed from.
func (d *Document) CanonicalContent() []byte {
	return rawjson.CanonicalWithout(d.text, nodesKey, positionKey)
}
