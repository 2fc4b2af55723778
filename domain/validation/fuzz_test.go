package validation_test

import (
	"testing"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/validation"
)

// FuzzValidate looks for texts that crash the validator or get no verdict.
func FuzzValidate(f *testing.F) {
	var catalog *validation.Catalog
	for _, s := range corpus(f) {
		f.Add([]byte(s.Raises.Document))
		f.Add([]byte(s.NearMiss.Document))
		if s.NearMiss.Catalog != nil {
			catalog = s.NearMiss.Catalog.catalog()
		}
	}
	v := validator(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		problems := v.Validate(text, catalog)
		if _, err := document.Parse(text); err != nil && !validation.HasErrors(problems) {
			t.Errorf("no error for a text that is no document: %v", err)
		}
		for _, problem := range problems {
			if problem.Code == "" || problem.Message == "" || problem.Severity != "error" && problem.Severity != "warning" {
				t.Errorf("incomplete problem %+v", problem)
			}
		}
	})
}
