// Package github turns what GitHub sends to a webhook into events: one delivery, one event.
//
// Deliveries are told apart by the header X-GitHub-Event and the body's action, and in a few cases by more: a pull request
// that was closed may have been merged, and a comment on a pull request comes as one on an issue. What has no type among
// the declared ones (see event.Types) keeps its body as payload, with the type github.<event>.<action>.
//
// See https://docs.github.com/en/webhooks/webhook-events-and-payloads.
package github

import (
	"regexp"
	"strings"
	"time"

	"heddle.dev/heddle/domain/event"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
)

// Source is the source of events that come from GitHub.
const Source = "github"

// codeInvalidDelivery is the code of a delivery that is not as GitHub sends it, and of its problems.
const codeInvalidDelivery = "invalid-delivery"

// Delivery is one delivery, and where and when it was received.
type Delivery struct {
	Event      string // the header X-GitHub-Event, such as issues
	DeliveryID string // the header X-GitHub-Delivery
	Body       []byte
	EventID    string // of the event that is made of it
	SourceID   string
	ReceivedAt time.Time
}

var eventName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,99}$`)

// Normalise makes the event of a delivery. The fault (invalid, invalid-delivery) lists the fields that are not as GitHub
// sends them.
func Normalise(d Delivery) (event.Event, error) {
	if !eventName.MatchString(d.Event) {
		return event.Event{}, invalid([]fault.Problem{{
			Severity: fault.SeverityError, Code: codeInvalidDelivery, Field: "event",
			Message: "the event is what the header X-GitHub-Event says, such as issues or pull_request",
		}})
	}
	parsed, err := expression.ParseObject(d.Body)
	if err != nil {
		return event.Event{}, invalid([]fault.Problem{{
			Severity: fault.SeverityError, Code: codeInvalidDelivery, Field: "body", Message: "the body is no JSON object: " + err.Error(),
		}})
	}
	body := reader{object: parsed.Text(), found: new([]fault.Problem)}
	made := event.Event{
		ID: d.EventID, Source: Source, SourceID: d.SourceID, DeliveryID: d.DeliveryID, ReceivedAt: d.ReceivedAt, Actor: body.actor(),
	}
	if m, known := mappings[kindOf(d.Event, body)]; known {
		made.Type, made.Payload = m.eventType, string(object(m.payload(body)...))
		made.Ref, made.Time = m.ref(body), m.time(body)
	} else {
		made.Type, made.Payload = unmappedType(d.Event, body), string(d.Body)
		made.Ref = anyRef(body)
	}
	if len(*body.found) > 0 {
		return event.Event{}, invalid(*body.found)
	}
	return event.New(made)
}

func invalid(problems []fault.Problem) error {
	messages := make([]string, len(problems))
	for i, problem := range problems {
		messages[i] = problem.Message
	}
	return fault.New(fault.KindInvalid, codeInvalidDelivery, "this is no delivery as GitHub sends it: %s", strings.Join(messages, "; ")).
		WithProblems(problems)
}

// kindOf tells deliveries apart: event and action, with what else decides in the place of either.
func kindOf(name string, body reader) string {
	action := body.word("action")
	switch {
	case name == "create" || name == "delete":
		return name + "." + body.word("ref_type")
	case name == "pull_request" && action == "closed" && string(isMerged(body.peek("pull_request"))) == "true":
		return "pull_request.merged"
	case name == "issue_comment" && body.peek("issue").has("pull_request"):
		return "pull_request_comment." + action
	case action == "":
		return name
	default:
		return name + "." + action
	}
}

// unmappedType names a delivery that has no type of ours. Characters that a type can't hold become underscores.
func unmappedType(name string, body reader) string {
	const longest = 60
	action := body.word("action")
	if action == "" {
		return Source + "." + name
	}
	fitting := strings.Map(func(c rune) rune {
		if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '-' {
			return c
		}
		return '_'
	}, strings.ToLower(action))
	return Source + "." + name + "." + fitting[:min(len(fitting), longest)]
}

// anyRef is the URL of what a delivery of any kind is most likely about.
func anyRef(body reader) string {
	for _, name := range []string{"comment", "review", "issue", "pull_request", "release", "discussion", "repository", "organization"} {
		if url := body.peek(name).word("html_url"); url != "" {
			return url
		}
	}
	return ""
}
