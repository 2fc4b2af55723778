package document

import "heddle.dev/heddle/domain/document/rawjson"

// CanonicalContent is the canonical form (RFC 8785) of the document without the
// nodes' positions: what its content revision is computed from.
func (d *Document) CanonicalContent() []byte { return canonicalContent(d.text) }

// CanonicalContentOf is CanonicalContent of the document's text, without the cost of
// a Document. The error is that of Parse.
func CanonicalContentOf(text []byte) ([]byte, error) {
	if err := check(text); err != nil {
		return nil, err
	}
	return canonicalContent(text), nil
}

func canonicalContent(text []byte) []byte {
	return rawjson.CanonicalWithout(text, nodesKey, positionKey)
}
