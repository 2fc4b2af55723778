package action

// Codes of problems. All are errors but those marked as warnings.
const (
	CodeInvalidJSON        = "INVALID_JSON" // not an object, or nothing the content revision can represent
	CodeMissingName        = "MISSING_NAME"
	CodeInvalidName        = "INVALID_NAME"
	CodeInvalidText        = "INVALID_TEXT" // a field that holds text holds something else
	CodeMissingMode        = "MISSING_MODE"
	CodeInvalidMode        = "INVALID_MODE"
	CodeModeUnavailable    = "ACTION_MODE_UNAVAILABLE"
	CodeMissingScript      = "MISSING_SCRIPT"
	CodeMissingLanguage    = "MISSING_LANGUAGE"
	CodeInvalidLanguage    = "INVALID_LANGUAGE"
	CodeMissingSource      = "MISSING_SOURCE"
	CodeInvalidInput       = "INVALID_INPUT_DEFINITION"
	CodeDuplicateInput     = "DUPLICATE_INPUT_NAME"
	CodeInvalidOutput      = "INVALID_OUTPUT_DEFINITION"
	CodeDuplicateOutput    = "DUPLICATE_OUTPUT_NAME"
	CodeInvalidTimeout     = "INVALID_TIMEOUT"
	CodeInvalidAttempts    = "INVALID_MAX_ATTEMPTS"
	CodeInvalidBackoff     = "INVALID_BACKOFF"
	CodeInvalidEnvironment = "INVALID_ENVIRONMENT"
	CodeInvalidSecrets     = "INVALID_SECRETS"
	CodeInvalidParameters  = "INVALID_PARAMETERS"
	CodeInvalidRequires    = "INVALID_REQUIRES"
	CodeMissingDescription = "MISSING_DESCRIPTION" // warning
	CodeMisspelledField    = "MISSPELLED_FIELD"    // warning: an unknown field that looks like a known one
)
