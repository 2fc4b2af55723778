package claudecode

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"

	"heddle.dev/heddle/adapters/process"
)

// server names what is asked, at the begin of a sentence.
func (a account) server() string {
	switch {
	case a.provider != "":
		return "The provider " + a.provider
	case a.baseURL != "":
		return "The model server at " + a.baseURL
	default:
		return "Anthropic"
	}
}

// isFinal tells whether an answer with a status will be the same when it is asked again.
func isFinal(status int) bool {
	return status >= http.StatusBadRequest && status < http.StatusInternalServerError && status != http.StatusTooManyRequests
}

// whatFailed is what is known of a request that is to be repeated.
func whatFailed(l line) string {
	word := strings.ReplaceAll(l.Error, "_", " ")
	if word == "unknown" {
		word = "" // which tells nobody anything
	}
	if l.ErrorStatus == 0 {
		return cmp.Or(word, "the connection broke")
	}
	word = cmp.Or(word, http.StatusText(l.ErrorStatus), "no reason told")
	return fmt.Sprintf("%d, %s", l.ErrorStatus, word)
}

// explain says what went wrong and what to do about it. Where a request failed, failed is what the CLI says about it;
// attempts is how often it was made.
func (s *session) explain(failed *line, end line, attempts int) string {
	text := cmp.Or(end.Result, strings.Join(end.Errors, "; "))
	status := end.APIStatus
	if failed != nil {
		status = cmp.Or(status, failed.APIStatus)
		for _, b := range failed.Message.blocks() {
			text = cmp.Or(text, b.Text)
		}
	}
	text = withoutAdvice(text)
	server := s.account.server()
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return fmt.Sprintf("%s refused the key (%s). %s; then send the message again.", server, text, s.account.remedy())
	case status == http.StatusNotFound:
		return fmt.Sprintf("%s does not know the model %q, or its address is wrong (%s). Choose another model, or check the address.",
			server, s.account.model, text)
	case status == http.StatusTooManyRequests:
		return fmt.Sprintf("%s takes no more requests for now (%s). What was saved is kept; send the message again later.", server, text)
	case status >= http.StatusInternalServerError:
		return fmt.Sprintf("%s failed %d times in a row: %s. What was saved is kept; send the message again later.", server, attempts, text)
	case strings.Contains(text, "too long"):
		return fmt.Sprintf("The conversation is too long for the model %q (%s). Send a shorter message, or choose a model that has more room.",
			s.account.model, text)
	case status != 0:
		return fmt.Sprintf("%s refused the request (%s). What was saved is kept; check the model and its limits, then send the message again.",
			server, text)
	case failed != nil:
		return fmt.Sprintf("%s gave no answer of use: %s. What was saved is kept; send the message again, and check the address if that "+
			"does not help.", server, text)
	default:
		return fmt.Sprintf("Claude Code could not go on: %s. What was saved is kept; send the message again.", text)
	}
}

// withoutAdvice is what the CLI says about a request that failed, without what it says to those who sit before it.
func withoutAdvice(text string) string {
	for _, begin := range []string{"Failed to authenticate. ", "API Error: "} {
		text = strings.TrimPrefix(text, begin)
	}
	for _, advice := range []string{" This is a server-side issue", " This is usually temporary", " Run --model", " Response: content-type"} {
		text, _, _ = strings.Cut(text, advice)
	}
	return process.Excerpt(text)
}

// remedy says where a key is set.
func (a account) remedy() string {
	if a.provider != "" {
		return fmt.Sprintf("Set the secret of the provider %s to one that works", a.provider)
	}
	return "Set --claude-code-key (HEDDLE_CLAUDE_CODE_KEY) to one that works and start Heddle again"
}
