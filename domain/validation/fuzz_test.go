package validation_test

import (
	"testing"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/validation"
)

// FuzzValidate looks for texts that crash the validator or get no verdict.
func FuzzValidate(f *testing.F) {
	for _, s := range specimens() {
		f.Add([]byte(s.raises))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		problems := validation.Validate(text, check)
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
