package definition

import (
	"time"

	"heddle.dev/heddle/domain/document/rawjson"
)

// Settings are what a definition carries beside its document. JSON texts stay as they were given.
type Settings struct {
	EntryMode  EntryMode
	IsActive   bool
	Branding   string // a JSON object
	Retention  string // a JSON object
	OnComplete string // a JSON object, empty for nothing
}

// DefaultSettings are those of a definition that nobody has set.
func DefaultSettings() Settings {
	return Settings{EntryMode: TeamOnly, IsActive: true, Branding: "{}", Retention: `{"mode":"archive"}`}
}

// SettingsPatch is what to change of settings. What is nil keeps its value.
type SettingsPatch struct {
	EntryMode  *EntryMode
	IsActive   *bool
	Branding   *string
	Retention  *string
	OnComplete *string // empty: nothing any more
}

// With gives the settings after the patch.
func (s Settings) With(p SettingsPatch) Settings {
	replace(&s.EntryMode, p.EntryMode)
	replace(&s.IsActive, p.IsActive)
	replace(&s.Branding, p.Branding)
	replace(&s.Retention, p.Retention)
	replace(&s.OnComplete, p.OnComplete)
	return s
}

func replace[T any](value, given *T) {
	if given != nil {
		*value = *given
	}
}

// Patch is the patch that sets all of the settings.
func (s Settings) Patch() SettingsPatch {
	return SettingsPatch{
		EntryMode: &s.EntryMode, IsActive: &s.IsActive, Branding: &s.Branding, Retention: &s.Retention, OnComplete: &s.OnComplete,
	}
}

// Differences names the settings that are not the same in both, by their keys. How JSON is written down is no
// difference.
func (s Settings) Differences(other Settings) (names []string) {
	for _, setting := range []struct {
		name string
		same bool
	}{
		{keyEntryMode, s.EntryMode == other.EntryMode},
		{keyIsActive, s.IsActive == other.IsActive},
		{keyBranding, sameJSON(s.Branding, other.Branding)},
		{keyRetention, sameJSON(s.Retention, other.Retention)},
		{keyOnComplete, sameJSON(s.OnComplete, other.OnComplete)},
	} {
		if !setting.same {
			names = append(names, setting.name)
		}
	}
	return names
}

func sameJSON(a, b string) bool { return rawjson.Equal([]byte(a), []byte(b)) }

// Settings gives the definition's settings.
func (d *Definition) Settings() Settings {
	return Settings{
		EntryMode: d.EntryMode, IsActive: d.IsActive, Branding: d.Branding, Retention: d.Retention, OnComplete: d.OnComplete,
	}
}

// Configure sets all settings, and counts that as a change of them.
func (d *Definition) Configure(s Settings, at time.Time) {
	d.EntryMode, d.IsActive, d.Branding, d.Retention, d.OnComplete = s.EntryMode, s.IsActive, s.Branding, s.Retention, s.OnComplete
	d.Revision++
	d.UpdatedAt = at
}
