package changeset

import (
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
)

type metadata struct{ patch rawjson.Object }

func parseMetadata(op shape) (operation, *Error) {
	patch, err := op.child("patch")
	if err != nil {
		return nil, err
	}
	if err := patch.only([]string{"name", "description", "version"}); err != nil {
		return nil, err
	}
	for name, value := range patch.object.Members() {
		switch name {
		case "name":
			_, err = patch.text(name)
		case "description":
			if _, ok := rawjson.String(value); !ok && !rawjson.IsNull(value) {
				err = refuse(Malformed, "%s of %s must be text, not %s", name, patch.of, rawjson.Kind(value))
			}
		case "version":
			if _, ok := rawjson.Int32(value); !ok && !rawjson.IsNull(value) {
				err = refuse(Malformed, "%s of %s must be a whole number of 32 bits, not %s", name, patch.of, described(value))
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return metadata{patch: patch.object}, nil
}

func (metadata) elementID() string { return "" }

func (o metadata) apply(editor *document.Editor) *Error {
	for name, value := range o.patch.Members() {
		editor.SetMember(name, value)
	}
	return nil
}
