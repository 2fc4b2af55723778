package workflowinstance

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
)

// storedFormat is the number of the stored form that this package writes. A form
// that older code cannot read gets the next number.
const storedFormat = 1

// stored is the form in which an instance is kept.
type stored struct {
	Format int `json:"format"`
	*fields
}

// fields has the fields of Instance without its methods.
type fields Instance

// MarshalJSONTo writes the stored form: the same instance gives the same bytes.
func (i *Instance) MarshalJSONTo(to *jsontext.Encoder) error {
	return json.MarshalEncode(to, stored{Format: storedFormat, fields: (*fields)(i)}, json.Deterministic(true))
}

// UnmarshalJSONFrom reads the stored form. A form of another number is refused as
// unknown-format.
func (i *Instance) UnmarshalJSONFrom(from *jsontext.Decoder) error {
	read := stored{fields: new(fields)}
	if err := json.UnmarshalDecode(from, &read); err != nil {
		return fault.New(fault.KindInternal, "invalid-instance", "the stored instance can't be read").Because(err)
	}
	if read.Format != storedFormat {
		return fault.New(fault.KindInternal, "unknown-format",
			"the stored instance has the format %d; this version of Heddle reads format %d", read.Format, storedFormat)
	}
	*i = Instance(*read.fields)
	if i.Context == nil {
		i.Context = new(expression.Object)
	}
	return nil
}
