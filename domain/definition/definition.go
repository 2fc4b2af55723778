// Package definition holds published workflows: the definition with its address
// and settings, and the immutable versions that instances run.
package definition

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
)

// EntryMode tells who may start a workflow at its public address.
type EntryMode string

// The entry modes.
const (
	PublicLink EntryMode = "public_link"
	TeamOnly   EntryMode = "team_only"
)

// Definition is a published workflow. Its document changes only by publishing, which makes the next version.
type Definition struct {
	ID              string
	TeamID          string // empty: global
	Slug            string // unique within its scope
	Name            string
	Description     string
	Branding        string // JSON text
	EntryMode       EntryMode
	IsActive        bool
	Version         int64  // the version that new instances run
	NewestVersion   int64  // the highest number of its versions, which are numbered from 1 without a gap
	Revision        int64  // counts changes of the settings
	OnComplete      string // JSON text, empty for nothing
	Retention       string // JSON text
	Document        string
	ContentRevision revision.Revision
	CreatedBy       string
	CreatedAt       time.Time
	UpdatedAt       time.Time
}

// Version is an immutable snapshot of everything a run needs.
type Version struct {
	ID           string
	DefinitionID string
	Number       int64
	Snapshot     string // JSON text, see Snapshot
	CreatedBy    string
	CreatedAt    time.Time
}

// New makes an active definition without a version; Publish gives it the first.
func New(id, teamID, slug, createdBy string, at time.Time) (Definition, error) {
	if err := access.CheckSlug(slug); err != nil {
		return Definition{}, err
	}
	set := DefaultSettings()
	return Definition{
		ID: id, TeamID: teamID, Slug: slug, Branding: set.Branding, EntryMode: set.EntryMode, IsActive: set.IsActive,
		Retention: set.Retention, CreatedBy: createdBy, CreatedAt: at, UpdatedAt: at,
	}, nil
}

// Publish makes the content the current document, as the next version, which has this number.
func (d *Definition) Publish(number int64, content Snapshot, rev revision.Revision, at time.Time) {
	d.NewestVersion = number
	d.MakeCurrent(number, content, rev, at)
}

// MakeCurrent makes a version the one that new instances run. Those that run already stay on theirs. The revision is
// that of the version's document.
func (d *Definition) MakeCurrent(number int64, content Snapshot, rev revision.Revision, at time.Time) {
	d.Name, d.Description = content.Name, content.Description
	d.Version, d.Document, d.ContentRevision, d.UpdatedAt = number, content.Document, rev, at
}

// RequireActive refuses to start what was deactivated.
func (d *Definition) RequireActive() error {
	if d.IsActive {
		return nil
	}
	return fault.New(fault.KindConflict, "workflow-inactive", "workflow %q is deactivated and starts nothing; runs in progress go on", d.Name)
}

// RequireVersion refuses a number that no version has.
func (d *Definition) RequireVersion(number int64) error {
	if number >= 1 && number <= d.NewestVersion {
		return nil
	}
	there := "its only version is 1"
	if d.NewestVersion != 1 {
		there = fmt.Sprintf("its versions are 1 to %d", d.NewestVersion)
	}
	return fault.New(fault.KindNotFound, "unknown-version", "workflow %q has no version %d; %s", d.Name, number, there)
}

// RequireRevision refuses to change settings that were changed since the caller read them.
func (d *Definition) RequireRevision(read int64) error {
	if d.Revision == read {
		return nil
	}
	return fault.New(fault.KindStale, "stale",
		"the settings of workflow %q are at revision %d, not %d: they were changed meanwhile; load it again", d.Name, d.Revision, read)
}

// SlugFor makes a slug of a name: letters and digits of ASCII in lower case, everything else a hyphen.
// A name without any gives "workflow".
func SlugFor(name string) string {
	var slug strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			slug.WriteRune(r)
		case slug.Len() > 0 && !strings.HasSuffix(slug.String(), "-"):
			slug.WriteByte('-')
		}
		if slug.Len() >= 60 {
			break
		}
	}
	if trimmed := strings.Trim(slug.String(), "-"); trimmed != "" {
		return trimmed
	}
	return "workflow"
}
