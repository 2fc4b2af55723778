package event

import (
	"maps"
	"slices"
)

// Field is one field of an event's payload. It is always there; where it is nullable it may be null.
type Field struct {
	Name     string  `json:"name"`
	Type     string  `json:"type"` // string, integer, boolean, datetime, object or array
	Nullable bool    `json:"nullable,omitzero"`
	Fields   []Field `json:"fields,omitempty"` // of the object, or of each object of the list; none: a list of texts
}

// Types lists the event types whose payloads are declared, in the order of their names. Events of any other type may be
// stored as well; nothing is known of their payloads.
func Types() []string { return slices.Sorted(maps.Keys(payloads)) }

// PayloadFields gives what the payload of an event type holds, whatever source it comes from; false for a type that is
// not declared.
func PayloadFields(eventType string) ([]Field, bool) {
	fields, known := payloads[eventType]
	return fields, known
}

// payloads holds what each declared type carries.
var payloads = map[string][]Field{
	"issue.created":    {issue},
	"issue.closed":     {issue},
	"issue.reopened":   {issue},
	"issue.updated":    {issue, object("change", text("field"), nullable(text("from")), nullable(text("to")))},
	"issue.assigned":   {issue, text("assignee")},
	"issue.unassigned": {issue, text("assignee")},
	"issue.labeled":    {issue, text("label")},
	"issue.unlabeled":  {issue, text("label")},

	"issue.comment.created": {issue, comment},
	"issue.comment.updated": {issue, comment},
	"issue.comment.deleted": {issue, comment},

	"pr.created":          {pullRequest},
	"pr.closed":           {pullRequest},
	"pr.merged":           {pullRequest},
	"pr.reopened":         {pullRequest},
	"pr.review_requested": {pullRequest, text("requestedReviewer")},
	"pr.review.submitted": {pullRequest, review},
	"pr.comment.created":  {pullRequest, comment},
	"pr.labeled":          {pullRequest, text("label")},
	"pr.unlabeled":        {pullRequest, text("label")},
	"pr.synchronize":      {pullRequest, text("before"), text("after")},

	"push": {
		text("ref"), nullable(text("branch")), text("beforeSha"), text("afterSha"), flag("forced"), list("commits", commit...),
	},
	"branch.created": {text("ref"), text("defaultBranch")},
	"tag.created":    {text("ref"), text("defaultBranch")},
	"branch.deleted": {text("ref")},
	"release.published": {
		text("tagName"), text("name"), nullable(text("body")), flag("isDraft"), flag("isPrerelease"), text("author"), text("url"),
		moment("publishedAt"),
	},
	"schedule.fired": {text("schedule"), moment("plannedAt")},
}

// People, labels and milestones are named by a text: a login, a label's name, a milestone's title.
var (
	issue = object("issue", issueFields...)

	issueFields = []Field{
		text("number"), text("title"), nullable(text("body")), text("state"), text("author"), list("assignees"), list("labels"),
		nullable(text("milestone")), text("url"), moment("createdAt"), moment("updatedAt"), nullable(moment("closedAt")),
	}

	// The branches and the commit are null where a source tells of a comment without them.
	pullRequest = object("pullRequest", append(slices.Clone(issueFields),
		nullable(text("headBranch")), nullable(text("baseBranch")), nullable(text("headSha")), flag("isDraft"), flag("isMerged"),
		nullable(moment("mergedAt")), nullable(text("mergedBy")), nullable(integer("additions")), nullable(integer("deletions")),
		nullable(integer("changedFiles")))...)

	comment = object("comment", text("id"), text("body"), text("author"), text("url"), moment("createdAt"), moment("updatedAt"))

	review = object("review",
		text("id"), text("state"), nullable(text("body")), text("author"), text("url"), moment("submittedAt"))

	commit = []Field{text("sha"), text("message"), object("author", text("name"), text("email")), text("url")}
)

func text(name string) Field    { return Field{Name: name, Type: "string"} }
func flag(name string) Field    { return Field{Name: name, Type: "boolean"} }
func integer(name string) Field { return Field{Name: name, Type: "integer"} }
func moment(name string) Field  { return Field{Name: name, Type: "datetime"} }

func object(name string, fields ...Field) Field {
	return Field{Name: name, Type: "object", Fields: fields}
}

func list(name string, fields ...Field) Field {
	return Field{Name: name, Type: "array", Fields: fields}
}

func nullable(f Field) Field {
	f.Nullable = true
	return f
}
