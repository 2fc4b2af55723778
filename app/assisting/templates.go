package assisting

import (
	"context"

	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/sessiontemplate"
	"heddle.dev/heddle/ports"
)

// capabilities are what the sessions of a template may do.
type capabilities []sessiontemplate.Capability

// capabilitiesOf lists what a session may do: nothing where its template is gone or can't be read any more.
func capabilitiesOf(ctx context.Context, tx ports.Tx, session composition.Session) (capabilities, error) {
	template, err := cataloguing.TemplateByID(ctx, tx, session.TemplateID)
	if err != nil && fault.KindOf(err) == fault.KindInvalid {
		return nil, nil
	}
	return template.Capabilities, err
}

func (c capabilities) has(wanted sessiontemplate.Capability) bool {
	template := sessiontemplate.Template{Capabilities: c}
	return template.Has(wanted)
}

// requireDrafts refuses what sessions without drafts of configuration items can't do.
func requireDrafts(ctx context.Context, tx ports.Tx, session composition.Session) error {
	may, err := capabilitiesOf(ctx, tx, session)
	if err != nil || may.has(sessiontemplate.ConfigItems) {
		return err
	}
	return fault.New(fault.KindConflict, "no-config-items",
		"this session has no configuration items, since its template %q lacks the capability %s", session.TemplateID, sessiontemplate.ConfigItems)
}
