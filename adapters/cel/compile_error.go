package cel

import (
	"fmt"
	"strings"

	"github.com/google/cel-go/cel"

	"heddle.dev/heddle/domain/expression"
)

// compileError turns what the parser or checker found into one message that names
// each place and, where a variable is unknown, those that exist.
func compileError(code expression.Code, issues *cel.Issues, scope expression.Scope) *expression.Error {
	var found []string
	undeclared := false
	for _, issue := range issues.Errors() {
		message, _, _ := strings.Cut(issue.Message, " (in container")
		undeclared = undeclared || strings.HasPrefix(message, "undeclared reference")
		if issue.Location.Line() > 0 { // what the expression breaks as a whole has no place
			message = fmt.Sprintf("line %d, column %d: %s", issue.Location.Line(), issue.Location.Column()+1, message)
		}
		found = append(found, message)
	}
	message := strings.Join(found, "; ")
	if undeclared {
		message += fmt.Sprintf(" (variables in %s: %s)", scope, strings.Join(scope.Variables(), ", "))
	}
	return expression.Errorf(code, "%s", message)
}
