package catalog_test

import (
	"testing"
	"time"

	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/fault"
)

func TestAnObjectIsReplacedOnTheRevisionThatTheChangeWasMadeOn(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	o := catalog.Object{Kind: catalog.Tool, Name: "n", Content: "a", ContentRevision: "1"}
	if err := o.Replace("m", "b", "2", "0", "who", now); fault.KindOf(err) != fault.KindStale || fault.As(err).Details["currentRevision"] != "1" || o.Content != "a" {
		t.Errorf("%+v, %v", o, err)
	}
	if err := o.Replace("m", "b", "2", "1", "who", now); err != nil || o.Name != "m" || o.Content != "b" || o.ContentRevision != "2" || !o.UpdatedAt.Equal(now) || o.UpdatedBy != "who" {
		t.Errorf("%+v, %v", o, err)
	}
}
