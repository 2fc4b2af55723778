package github

import (
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/expression"
)

// maxCommits is how many commits of a push are told; GitHub has the others.
const maxCommits = 20

// anyNumber is the limit of lists that GitHub bounds itself.
const anyNumber = 1000

// issue is for an issue, and for what a pull request has in common with one.
func issue(r reader) []expression.Member {
	return []expression.Member{
		member("number", r.identifier("number")),
		member("title", r.text("title")),
		member("body", r.optionalText("body")),
		member("state", r.oneOf("state", "open", "closed")),
		member("author", r.login("user")),
		member("assignees", r.each("assignees", anyNumber, func(account reader) jsontext.Value { return account.text("login") })),
		member("labels", r.each("labels", anyNumber, func(label reader) jsontext.Value { return label.text("name") })),
		member("milestone", r.optionalOf("milestone", "title")),
		member("url", r.text("html_url")),
		member("createdAt", r.moment("created_at")),
		member("updatedAt", r.moment("updated_at")),
		member("closedAt", r.optionalMoment("closed_at")),
	}
}

func pullRequest(r reader) jsontext.Value {
	head, base := r.inside("head"), r.inside("base")
	return object(append(issue(r),
		member("headBranch", head.text("ref")),
		member("baseBranch", base.text("ref")),
		member("headSha", head.text("sha")),
		member("isDraft", r.flag("draft")),
		member("isMerged", isMerged(r)),
		member("mergedAt", r.optionalMoment("merged_at")),
		member("mergedBy", r.optionalOf("merged_by", "login")),
		member("additions", r.optionalCount("additions")),
		member("deletions", r.optionalCount("deletions")),
		member("changedFiles", r.optionalCount("changed_files")),
	)...)
}

// isMerged is also for deliveries that show a pull request in short, without the flag.
func isMerged(r reader) jsontext.Value {
	if !r.has("merged") && r.has("merged_at") {
		return jsontext.Value("true")
	}
	return r.flag("merged")
}

// commentedPullRequest is for a pull request that GitHub shows as an issue: it tells neither branches nor sizes then.
func commentedPullRequest(r reader) jsontext.Value {
	link := r.inside("pull_request")
	return object(append(issue(r),
		member("headBranch", null),
		member("baseBranch", null),
		member("headSha", null),
		member("isDraft", r.flag("draft")),
		member("isMerged", isMerged(link)),
		member("mergedAt", link.optionalMoment("merged_at")),
		member("mergedBy", null),
		member("additions", null),
		member("deletions", null),
		member("changedFiles", null),
	)...)
}

func comment(r reader) jsontext.Value {
	return object(
		member("id", r.identifier("id")),
		member("body", r.plainText("body")),
		member("author", r.login("user")),
		member("url", r.text("html_url")),
		member("createdAt", r.moment("created_at")),
		member("updatedAt", r.moment("updated_at")),
	)
}

func review(r reader) jsontext.Value {
	return object(
		member("id", r.identifier("id")),
		member("state", r.oneOf("state", "approved", "changes_requested", "commented", "dismissed")),
		member("body", r.optionalText("body")),
		member("author", r.login("user")),
		member("url", r.text("html_url")),
		member("submittedAt", r.moment("submitted_at")),
	)
}

func commit(r reader) jsontext.Value {
	author := r.inside("author")
	return object(
		member("sha", r.text("id")),
		member("message", r.text("message")),
		member("author", object(member("name", author.plainText("name")), member("email", author.plainText("email")))),
		member("url", r.text("url")),
	)
}

// change says which field of an issue was edited. A delivery that names none, as GitHub sends where an edit left title and
// body as they were, tells of the field "unknown"; of both, the title counts.
func change(body reader) jsontext.Value {
	changes := body.inside("changes")
	for _, field := range []string{"title", "body"} {
		if changes.has(field) {
			return object(
				member("field", rawjson.Quote(field)),
				member("from", changes.inside(field).optionalText("from")),
				member("to", body.inside("issue").optionalText(field)),
			)
		}
	}
	return object(member("field", rawjson.Quote("unknown")), member("from", null), member("to", null))
}

// requestedReviewer is the login of a person, or the slug of a team.
func requestedReviewer(body reader) jsontext.Value {
	if body.has("requested_team") {
		return body.inside("requested_team").text("slug")
	}
	return body.inside("requested_reviewer").text("login")
}
