package github

import (
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/expression"
)

// mapping is how deliveries of one kind become events.
type mapping struct {
	eventType string
	payload   func(body reader) []expression.Member
	ref       func(body reader) string
	time      func(body reader) time.Time // the zero time where the body does not say when it happened
}

// mappings are by kind, see kindOf.
var mappings = map[string]mapping{
	"issues.opened":     {"issue.created", ofIssue(), urlOf("issue"), timeIn("issue", "created_at")},
	"issues.closed":     {"issue.closed", ofIssue(), urlOf("issue"), timeIn("issue", "closed_at")},
	"issues.reopened":   {"issue.reopened", ofIssue(), urlOf("issue"), timeIn("issue", "updated_at")},
	"issues.edited":     {"issue.updated", ofIssue(also("change", change)), urlOf("issue"), timeIn("issue", "updated_at")},
	"issues.assigned":   {"issue.assigned", ofIssue(assignee), urlOf("issue"), timeIn("issue", "updated_at")},
	"issues.unassigned": {"issue.unassigned", ofIssue(assignee), urlOf("issue"), timeIn("issue", "updated_at")},
	"issues.labeled":    {"issue.labeled", ofIssue(label), urlOf("issue"), timeIn("issue", "updated_at")},
	"issues.unlabeled":  {"issue.unlabeled", ofIssue(label), urlOf("issue"), timeIn("issue", "updated_at")},

	"issue_comment.created": {"issue.comment.created", ofIssue(itsComment), urlOf("issue"), timeIn("comment", "created_at")},
	"issue_comment.edited":  {"issue.comment.updated", ofIssue(itsComment), urlOf("issue"), timeIn("comment", "updated_at")},
	"issue_comment.deleted": {"issue.comment.deleted", ofIssue(itsComment), urlOf("issue"), never},

	"pull_request.opened":   {"pr.created", ofPullRequest(), urlOf("pull_request"), timeIn("pull_request", "created_at")},
	"pull_request.closed":   {"pr.closed", ofPullRequest(), urlOf("pull_request"), timeIn("pull_request", "closed_at")},
	"pull_request.merged":   {"pr.merged", ofPullRequest(), urlOf("pull_request"), timeIn("pull_request", "merged_at")},
	"pull_request.reopened": {"pr.reopened", ofPullRequest(), urlOf("pull_request"), timeIn("pull_request", "updated_at")},
	"pull_request.review_requested": {
		"pr.review_requested", ofPullRequest(also("requestedReviewer", requestedReviewer)),
		urlOf("pull_request"), timeIn("pull_request", "updated_at"),
	},
	"pull_request.labeled":   {"pr.labeled", ofPullRequest(label), urlOf("pull_request"), timeIn("pull_request", "updated_at")},
	"pull_request.unlabeled": {"pr.unlabeled", ofPullRequest(label), urlOf("pull_request"), timeIn("pull_request", "updated_at")},
	"pull_request.synchronize": {
		"pr.synchronize", ofPullRequest(text("before", "before"), text("after", "after")),
		urlOf("pull_request"), timeIn("pull_request", "updated_at"),
	},
	"pull_request_review.submitted": {
		"pr.review.submitted", ofPullRequest(also("review", func(body reader) jsontext.Value { return review(body.inside("review")) })),
		urlOf("pull_request"), timeIn("review", "submitted_at"),
	},
	"pull_request_review_comment.created": {
		"pr.comment.created", ofPullRequest(itsComment), urlOf("pull_request"), timeIn("comment", "created_at"),
	},
	"pull_request_comment.created": {
		"pr.comment.created",
		members(also("pullRequest", func(body reader) jsontext.Value { return commentedPullRequest(body.inside("issue")) }), itsComment),
		urlOf("issue"), timeIn("comment", "created_at"),
	},

	"push": {
		"push",
		members(text("ref", "ref"), also("branch", branch), text("beforeSha", "before"), text("afterSha", "after"),
			also("forced", func(body reader) jsontext.Value { return body.flag("forced") }),
			also("commits", func(body reader) jsontext.Value { return body.each("commits", maxCommits, commit) })),
		refURL, pushTime,
	},
	"create.branch": {"branch.created", members(text("ref", "ref"), text("defaultBranch", "master_branch")), refURL, never},
	"create.tag":    {"tag.created", members(text("ref", "ref"), text("defaultBranch", "master_branch")), refURL, never},
	"delete.branch": {"branch.deleted", members(text("ref", "ref")), refURL, never},

	"release.published": {"release.published", release, urlOf("release"), timeIn("release", "published_at")},
}

// part is one member of a payload.
type part func(body reader) expression.Member

func members(parts ...part) func(body reader) []expression.Member {
	return func(body reader) []expression.Member {
		made := make([]expression.Member, len(parts))
		for i, part := range parts {
			made[i] = part(body)
		}
		return made
	}
}

func also(name string, value func(body reader) jsontext.Value) part {
	return func(body reader) expression.Member { return member(name, value(body)) }
}

func text(name, from string) part {
	return also(name, func(body reader) jsontext.Value { return body.text(from) })
}

func ofIssue(more ...part) func(body reader) []expression.Member {
	return members(append([]part{also("issue", func(body reader) jsontext.Value {
		return object(issue(body.inside("issue"))...)
	})}, more...)...)
}

func ofPullRequest(more ...part) func(body reader) []expression.Member {
	return members(append([]part{also("pullRequest", func(body reader) jsontext.Value {
		return pullRequest(body.inside("pull_request"))
	})}, more...)...)
}

func assignee(body reader) expression.Member { return member("assignee", body.login("assignee")) }

func label(body reader) expression.Member { return member("label", body.inside("label").text("name")) }

func itsComment(body reader) expression.Member {
	return member("comment", comment(body.inside("comment")))
}

func release(body reader) []expression.Member {
	r := body.inside("release")
	return []expression.Member{
		member("tagName", r.text("tag_name")),
		member("name", r.plainText("name")),
		member("body", r.optionalText("body")),
		member("isDraft", r.flag("draft")),
		member("isPrerelease", r.flag("prerelease")),
		member("author", r.login("author")),
		member("url", r.text("html_url")),
		member("publishedAt", r.moment("published_at")),
	}
}

const branchPrefix = "refs/heads/"

// branch is the branch of a push; null for a tag.
func branch(body reader) jsontext.Value {
	name, isBranch := strings.CutPrefix(body.word("ref"), branchPrefix)
	if !isBranch {
		return null
	}
	return rawjson.Quote(name)
}

func urlOf(name string) func(body reader) string {
	return func(body reader) string { return body.peek(name).word("html_url") }
}

// escapes are the characters that names of branches and tags may hold and paths of URLs may not.
var escapes = strings.NewReplacer("%", "%25", "#", "%23", "?", "%3F", " ", "%20")

// refURL is the page of the branch or tag.
func refURL(body reader) string {
	name := strings.TrimPrefix(strings.TrimPrefix(body.word("ref"), branchPrefix), "refs/tags/")
	return body.peek("repository").word("html_url") + "/tree/" + escapes.Replace(name)
}

func timeIn(name, field string) func(body reader) time.Time {
	return func(body reader) time.Time { return timeOf(body.peek(name).word(field)) }
}

func never(reader) time.Time { return time.Time{} }

// pushTime is when GitHub took the push, in seconds since 1970; commits may be older.
func pushTime(body reader) time.Time {
	const farAway = 1 << 36 // some two thousand years
	seconds, ok := rawjson.Number(body.peek("repository").get("pushed_at"))
	if !ok || seconds <= 0 || seconds > farAway {
		return time.Time{}
	}
	return time.Unix(int64(seconds), 0).UTC()
}
